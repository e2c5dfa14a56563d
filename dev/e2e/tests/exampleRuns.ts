import { deepStrictEqual, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { readExample, withCredential } from '../lib/example';
import type { Entry } from '../lib/reference';
import { simplifiedFields } from '../lib/simplifiedFields';
import { itemsOf, type WorkflowFile } from '../lib/types';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';

/** The examples, executed as a user would after selecting the credential. */
export function exampleRunChecks(checks: Checks, bench: Workbench): void {
	function example(name: string): WorkflowFile {
		return withCredential(readExample(name), bench.credential());
	}

	checks.add(
		'example document-behind-webhook: answers with the document, or with 404',
		async () => {
			const id = await bench.session.createWorkflow(example('document-behind-webhook'));
			await bench.session.publish(id);
			try {
				const address = `${bench.n8n.baseUrl}/webhook/accounting-document`;
				const ask = async (token: unknown) =>
					await fetch(`${address}?token=${String(token)}`, { signal: AbortSignal.timeout(30_000) });
				const [wanted] = await bench.reference.documents();
				// n8n publishes a moment after its response.
				const found = await waitFor('The webhook', 30_000, async () => {
					const answer = await ask(wanted?.permalinkToken);
					return answer.status === 200 ? answer : undefined;
				});
				const document = (await found.json()) as Entry;
				strictEqual(document.accountingDocumentNo, wanted?.accountingDocumentNo);
				deepStrictEqual(Object.keys(document), simplifiedFields);
				const missing = await ask('no-such-token');
				strictEqual(missing.status, 404);
				deepStrictEqual(await missing.json(), { message: 'No document has this token.' });
			} finally {
				await bench.session.unpublish(id);
			}
		},
	);

	checks.add('example new-received-invoice: the message contains the newest invoice', async () => {
		const fields = {
			type: 0,
			direction: 0,
			currency: 'CZK',
			total: 121,
			dueDate: '2026-12-24',
			contact: { companyName: 'Example Supplier' },
		} as const;
		const [invoice] = bench.sandbox.admin.createDocuments({ fields });
		try {
			const start = 'New Received Invoice';
			const id = await bench.session.createWorkflow(example('new-received-invoice'));
			const result = await bench.session.execute(id, start);
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			const [message] = itemsOf(result, 'Write Message');
			strictEqual(
				message?.json.message,
				`New invoice ${invoice?.accountingDocumentNo} from Example Supplier: 121 CZK, due 2026-12-24`,
			);
		} finally {
			bench.sandbox.admin.deleteDocument(invoice?.id ?? '');
		}
	});
}
