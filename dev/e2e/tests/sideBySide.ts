import { ok, strictEqual } from 'node:assert/strict';

import { startSandbox } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { credentialType, type NodeSketch, type StoredCredential } from '../lib/flow';
import { httpRequestType, httpRequestVersion, listByHttpRequest } from '../lib/httpRequest';
import { Reference } from '../lib/reference';
import { errorOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const count = 4_000;

const httpRequest = (baseUrl: string, credential: StoredCredential): NodeSketch => ({
	name: 'HTTP Request',
	type: httpRequestType,
	typeVersion: httpRequestVersion,
	parameters: listByHttpRequest(baseUrl, 100),
	credentials: { [credentialType]: credential },
});

export function sideBySideChecks(checks: Checks, bench: Workbench): void {
	checks.add(
		'4,000 records with a token that expires: HTTP Request fails, API Request has them all',
		async () => {
			const sandbox = await startSandbox({ documents: count });
			try {
				const { baseUrl, appId, appSecret, admin } = sandbox;
				const name = 'Side by side';
				const data = { baseUrl, appId, appSecret };
				const id = await bench.session.createCredential({ name, type: credentialType, data });
				const expected = await new Reference(sandbox).documents();
				strictEqual(expected.length, count);
				const expire = () => {
					admin.clearFaults();
					admin.addFault({ kind: 'expireToken', match: { path: 'list', page: 20 } });
				};
				const struck = () =>
					ok(
						admin.journal().entries.some(({ status }) => status === 401),
						'no token expired',
					);

				expire();
				admin.clearJournal();
				const theirs = await bench.run(httpRequest(baseUrl, { id, name }));
				struck();
				const failure = errorOf(theirs, 'HTTP Request');
				strictEqual(theirs.status, 'error', 'HTTP Request went on');
				ok(failure !== undefined);

				expire();
				admin.clearJournal();
				const ours = await bench.records(
					{
						resource: 'apiRequest',
						operation: 'send',
						path: 'accountingdocuments',
						response: 'list',
						returnAll: true,
					},
					{ id, name },
				);
				struck();
				sameRecords(ours, expected);
			} finally {
				await sandbox.close();
			}
		},
	);
}
