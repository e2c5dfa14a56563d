/** docs/reference/undo.md#if-n8n-is-killed-while-a-workflow-runs: a killed n8n doubles nothing in the next run. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';

import { startSandbox } from '../../sandbox';
import { approveAfter } from '../lib/approvalChat';
import type { Checks } from '../lib/checks';
import { chain, items, ourNode, trigger } from '../lib/flow';
import type { N8nInstallation } from '../lib/install';
import { N8nInstance } from '../lib/n8n';
import { itemsOf } from '../lib/types';
import { waitFor } from '../lib/wait';

const orders = ['K-1', 'K-2', 'K-1', 'K-3'];

/** n8n ends at the worst moment: the service has created the document, and nobody has the response. */
export function killedChecks(checks: Checks, installation: N8nInstallation, tarball: string): void {
	checks.add(
		'n8n killed after the service has made a document, and run again: one document for each key, and nothing that waits for approval',
		async () => {
			const sandbox = await startSandbox({ documents: 300 });
			const n8n = await N8nInstance.withPackage(installation, tarball);
			try {
				let session = await n8n.open();
				const { admin } = sandbox;
				const credential = await session.storeCredential('Accounting', sandbox);
				const parameters = {
					resource: 'accountingDocument',
					operation: 'create',
					currency: 'CZK',
					options: {
						lineItemsJson:
							'[{ "description": "Chairs", "qt": 2, "price": 100, "vatRate": 21, "vatRateType": 1 }]',
						uniqueBy: 'orderNo',
					},
					additionalFields: { orderNo: '={{ $json.order }}' },
				};
				const workflow = await session.createWorkflow(
					chain(
						'Killed',
						items(orders.map((order) => ({ order }))),
						ourNode(credential, parameters),
					),
				);
				const made = () => admin.createdDocuments().map(({ orderNo }) => String(orderNo));
				// The first document of a run, then the second one of the next run.
				const killTwice = async () => {
					for (const [call, expected] of [
						[1, ['K-1']],
						[2, ['K-1', 'K-2', 'K-3']],
					] as const) {
						admin.addFault({
							kind: 'stall',
							phase: 'after',
							match: { path: 'createDocument', call },
						});
						await session.start(workflow, trigger);
						await waitFor('The creation', 60_000, async () =>
							made().length === expected.length ? true : undefined,
						);
						await n8n.kill();
						deepStrictEqual(made().sort(), [...expected]);
						admin.clearFaults();
						session = await n8n.open();
					}
				};
				await approveAfter(session, sandbox, credential, killTwice, /The button answered 4(04|09)/);
				const result = await session.execute(workflow, trigger);
				strictEqual(result.status, 'success', result.data.resultData.error?.message);
				deepStrictEqual(made().sort(), ['K-1', 'K-2', 'K-3']);
				const shown = itemsOf(result, 'Service').map(({ json }) => json);
				const idOf = (order: string) =>
					admin.createdDocuments().find(({ orderNo }) => orderNo === order)?.id;
				deepStrictEqual(
					shown.map((one) => [String(one.id), one.existed]),
					orders.map((order) => [String(idOf(order)), true]),
				);
			} finally {
				await n8n.remove();
				await sandbox.close();
			}
		},
	);
}
