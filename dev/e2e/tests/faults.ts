/** docs/internals/faults.md: n8n's own HTTP errors are understood. */
import { ok } from 'node:assert/strict';

import type { GivenFault } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { withOwnService } from '../lib/ownService';
import { Reference } from '../lib/reference';
import type { Workbench } from '../lib/workbench';

const everything = { resource: 'accountingDocument', operation: 'getAll', returnAll: true };

const onPage = (page: number) => ({ match: { path: 'list' as const, page } });

/** Of one reading, each on another page. */
const faults: GivenFault[] = [
	{ kind: 'resetBefore', ...onPage(2) },
	{ kind: 'status', status: 429, retryAfter: '1', ...onPage(3) },
	{ kind: 'expireToken', ...onPage(4) },
	{ kind: 'resetWithin', ...onPage(5) },
	{ kind: 'status', status: 503, times: 2, ...onPage(6) },
];

/** n8n's own requests, whose errors the node has to understand in each version of n8n. */
export function faultChecks(checks: Checks, bench: Workbench): void {
	for (const expiredStatus of [401, 403] as const) {
		const says = `a token ends (${expiredStatus}), connections break, and the service refuses`;
		checks.add(`all documents although ${says}`, async () => {
			const options = { documents: 1_000, expiredStatus };
			await withOwnService(bench.session, says, options, async (sandbox, credential) => {
				const { admin } = sandbox;
				const expected = await new Reference(sandbox).documents();
				admin.addFault(...faults);
				admin.clearJournal();
				const raw = { ...everything, options: { output: 'raw' } };
				sameRecords(await bench.records(raw, credential), expected);
				const { entries } = admin.journal();
				const ends = new Set<unknown>(entries.flatMap(({ fault, status }) => [fault, status]));
				for (const end of ['resetBefore', 'resetWithin', 429, 503, expiredStatus])
					ok(ends.has(end), `${end} never struck`);
			});
		});
	}
}
