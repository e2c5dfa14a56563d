import { match, ok, strictEqual } from 'node:assert/strict';

import { type GivenFault, startSandbox } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { credentialType } from '../lib/flow';
import { Reference } from '../lib/reference';
import { errorOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const everything = {
	resource: 'accountingDocument',
	operation: 'getAll',
	returnAll: true,
	output: 'raw',
};

export function faultChecks(checks: Checks, bench: Workbench): void {
	const { sandbox, reference } = bench;

	/** All documents arrive despite the given faults. */
	function survives(name: string, faults: GivenFault[]): void {
		checks.add(name, async () => {
			const expected = await reference.documents();
			sandbox.admin.clearJournal();
			faults.forEach((fault) => sandbox.admin.addFault(fault));
			try {
				sameRecords(await bench.records(everything), expected);
				// An expired token is not a fault in the journal; only the refusals are.
				const { entries } = sandbox.admin.journal();
				const struck = entries.filter(({ fault, status }) => fault !== undefined || status === 401);
				ok(struck.length >= faults.length, 'the fault never struck');
			} finally {
				sandbox.admin.clearFaults();
			}
		});
	}

	survives('all documents although every token expires during the scan', [
		{ kind: 'expireToken', match: { path: 'list', page: 4 } },
	]);
	survives('all documents although the service asks for patience (429 with Retry-After)', [
		{ kind: 'status', status: 429, retryAfter: '1', match: { path: 'list', page: 3 } },
	]);
	survives('all documents although connections break before and within an answer', [
		{ kind: 'resetBefore', match: { path: 'list', page: 2 } },
		{ kind: 'resetWithin', match: { path: 'list', page: 5 } },
	]);
	survives('all documents although the service fails for a moment (503)', [
		{ kind: 'status', status: 503, match: { path: 'list', page: 6 }, times: 2 },
	]);

	checks.add('all documents although a token expires with 403', async () => {
		const own = await startSandbox({ documents: 500, expiredStatus: 403 });
		try {
			const { baseUrl, appId, appSecret } = own;
			const name = 'Expiry by 403';
			const data = { baseUrl, appId, appSecret };
			const id = await bench.session.createCredential({ name, type: credentialType, data });
			const expected = await new Reference(own).documents();
			own.admin.clearJournal();
			own.admin.addFault({ kind: 'expireToken', match: { path: 'list', page: 3 } });
			sameRecords(await bench.records(everything, { id, name }), expected);
			const { entries } = own.admin.journal();
			ok(
				entries.some(({ status }) => status === 403),
				'no token expired',
			);
			strictEqual(entries.filter(({ path }) => path === '/auth/token').length, 2);
		} finally {
			await own.close();
		}
	});

	checks.add('a permanent 403 is an error after one more token, not a loop', async () => {
		const own = await startSandbox({ documents: 500 });
		try {
			const { baseUrl, appId, appSecret } = own;
			const name = 'Forbidden';
			const data = { baseUrl, appId, appSecret };
			const id = await bench.session.createCredential({ name, type: credentialType, data });
			own.admin.addFault({ kind: 'status', status: 403, match: { path: 'list' }, times: 0 });
			const run = await bench.service(everything, { id, name });
			match(errorOf(run, 'Service')?.message ?? '', /denied access to this application/);
			// A token and the list, then both again.
			strictEqual(own.admin.journal().entries.length, 4);
		} finally {
			await own.close();
		}
	});

	checks.add(
		'documents that appear and vanish during the scan: none twice, none of the others lost',
		async () => {
			const before = await reference.documents();
			sandbox.admin.addFault({ kind: 'insert', count: 7, match: { path: 'list', page: 3 } });
			sandbox.admin.addFault({
				kind: 'delete',
				count: 5,
				where: 'before',
				match: { path: 'list', page: 6 },
			});
			try {
				const ids = (await bench.records(everything)).map(({ id }) => String(id));
				strictEqual(new Set(ids).size, ids.length, 'a document came twice');
				const after = new Set((await reference.documents()).map(({ id }) => String(id)));
				const stayed = before.map(({ id }) => String(id)).filter((id) => after.has(id));
				const lost = stayed.filter((id) => !ids.includes(id));
				strictEqual(lost.length, 0, `${lost.length} documents were lost`);
			} finally {
				sandbox.admin.clearFaults();
			}
		},
	);
}
