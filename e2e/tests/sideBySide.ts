import { ok, strictEqual } from 'node:assert/strict';

import { startSandbox } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { credentialType, type NodeSketch } from '../lib/flow';
import { Reference } from '../lib/reference';
import { errorOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const count = 4_000;

/** n8n's own HTTP Request with the same credential, asked for page after page as its form allows. */
const httpRequest = (baseUrl: string, credential: { id: string; name: string }): NodeSketch => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `${baseUrl}/v2/accountingdocuments`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credentialType,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'pageSize', value: '100' }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ $response.body.currentPage >= $response.body.pagesCount }}',
					limitPagesFetched: true,
					maxRequests: 100,
				},
			},
		},
	},
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
