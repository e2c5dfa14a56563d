import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { behindManualTrigger, readExample, withCredential } from '../lib/example';
import { credentialType } from '../lib/flow';
import { withOwnMail, withOwnService } from '../lib/ownService';
import { itemsOf, type RunResult, type WorkflowFile } from '../lib/types';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';

const manualTrigger = 'Execute Manually';
const day = 86_400_000;
const dayOf = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);

/** The examples that write, executed after selecting the credential, each with its own service. */
export function writingExampleChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	function check(
		name: string,
		says: string,
		body: (sandbox: RunningSandbox, workflow: WorkflowFile) => Promise<void>,
	): void {
		checks.add(`example ${name}: ${says}`, async () => {
			await withOwnService(session, name, 40, async (sandbox, credential) => {
				await body(sandbox, withCredential(readExample(name), credential));
			});
		});
	}

	async function run(workflow: WorkflowFile): Promise<RunResult> {
		const id = await session.createWorkflow(workflow);
		const result = await session.execute(id, manualTrigger);
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		return result;
	}

	check('scans-from-mailbox', 'each attachment becomes a document', async (sandbox, workflow) => {
		const scan = (name: string) => ({
			data: Buffer.from(`%PDF-1.4 ${name}`).toString('base64'),
			mimeType: 'application/pdf',
			fileName: `${name}.pdf`,
		});
		const emails = [
			{
				json: { subject: 'May' },
				binary: { attachment_0: scan('one'), attachment_1: scan('two') },
			},
			{ json: { subject: 'Nothing attached' } },
		];
		const code = `return ${JSON.stringify(emails)};`;
		const result = await run(behindManualTrigger(workflow, 'New Email', code));
		const made = itemsOf(result, 'Create Documents').map(({ json }) => json);
		strictEqual(made.length, 2);
		deepStrictEqual(
			sandbox.admin.files().map(({ fileName }) => fileName),
			['one.pdf', 'two.pdf'],
		);
		for (const { accountingDocumentId } of made) {
			const document = sandbox.admin.document(String(accountingDocumentId));
			strictEqual(document.direction, 0);
			strictEqual(document.description, 'May');
		}
	});

	check(
		'remind-of-overdue-invoices',
		'an overdue invoice gets one reminder for each step',
		async (sandbox, workflow) => {
			const [invoice] = sandbox.admin.createDocuments({
				fields: {
					type: 0,
					direction: 1,
					total: 100,
					amountPaid: 0,
					payments: { paid: false },
					issueDate: dayOf(Date.now() - 40 * day),
					dueDate: dayOf(Date.now() - 10 * day),
				},
			});
			const id = invoice?.id ?? '';
			await run(workflow);
			const [reminder] = sandbox.admin.reminders(id);
			deepStrictEqual([reminder?.exceededDays, reminder?.emailTemplateId], [10, 31]);
			await run(workflow);
			strictEqual(sandbox.admin.reminders(id).length, 1);
			const dueDate = dayOf(Date.now() - 15 * day);
			sandbox.admin.changeDocument(id, { dueDate });
			await run(workflow);
			const days = sandbox.admin.reminders(id).map(({ exceededDays }) => exceededDays);
			deepStrictEqual(days, [10, 15]);
			const paid = { dueDate: dayOf(Date.now() - 31 * day), payments: { paid: true } };
			sandbox.admin.changeDocument(id, paid);
			await run(workflow);
			strictEqual(sandbox.admin.reminders(id).length, 2);
		},
	);

	check('monday-report', 'one email carries the page, as text and file', async (_, workflow) => {
		await withOwnMail(session, async (smtp, { messages }) => {
			const nodes = workflow.nodes.map((node) =>
				node.name === 'Send Email' ? { ...node, credentials: { smtp } } : node,
			);
			const items = itemsOf(await run({ ...workflow, nodes }), 'Summarize Unpaid');
			ok(items.length > 1);
			strictEqual(messages.length, 1);
			const [message = ''] = messages;
			match(message, /^Content-Type: text\/html; charset=utf-8/m);
			match(message, /filename="?unpaid-by-age-\d{4}-\d\d-\d\d\.html/);
		});
	});

	check('webhook-to-draft', 'an order sent twice is one draft', async (sandbox, workflow) => {
		const id = await session.createWorkflow(workflow);
		await session.publish(id);
		try {
			const send = async (order: object) =>
				await fetch(`${bench.n8n.baseUrl}/webhook/order`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(order),
					signal: AbortSignal.timeout(30_000),
				});
			const line = { description: 'Chairs', qt: 2, price: 100, vatRate: 21, vatRateType: 1 };
			const order = { orderNo: 'W-1', customer: { companyName: 'Example Ltd' }, lines: [line] };
			// n8n publishes a moment after its response.
			const first = await waitFor('The webhook', 30_000, async () => {
				const answer = await send(order);
				return answer.status === 200 ? answer : undefined;
			});
			const made = (await first.json()) as { id: unknown; total: unknown };
			strictEqual(made.total, 242);
			const again = (await (await send(order)).json()) as { id: unknown; existed: unknown };
			deepStrictEqual([again.id, again.existed], [made.id, true]);
			const wrong = await send({ ...order, orderNo: 'W-2', lines: [{ ...line, qt: '' }] });
			strictEqual(wrong.status, 422);
			match(JSON.stringify(await wrong.json()), /Quantity of Line Item 1 is empty/);
			const documents = sandbox.admin.createdDocuments();
			deepStrictEqual(
				documents.map(({ orderNo, state }) => [orderNo, state]),
				[['W-1', 'Draft']],
			);
		} finally {
			await session.unpublish(id);
		}
	});

	check(
		'change-state-in-bulk',
		'small drafts move on in one request',
		async (sandbox, workflow) => {
			const draft = {
				type: 0,
				direction: 1,
				state: 'Draft',
				total: 100,
				issueDate: dayOf(Date.now() - day),
			} as const;
			const small = sandbox.admin.createDocuments({ count: 3, fields: draft });
			const [large] = sandbox.admin.createDocuments({ fields: { ...draft, total: 50_000 } });
			const result = await run(workflow);
			const done = itemsOf(result, 'Done').map(({ json }) => String(json.id));
			ok(small.every(({ id }) => done.includes(String(id))));
			for (const { id } of small) {
				strictEqual(sandbox.admin.document(id ?? '').state, 'Waiting For Approval');
			}
			strictEqual(sandbox.admin.document(large?.id ?? '').state, 'Draft');
			const { entries } = sandbox.admin.journal();
			strictEqual(entries.filter((one) => one.path.startsWith('/v2/bulk/')).length, 1);
		},
	);

	check(
		'credit-note-of-an-invoice',
		'is the invoice turned round, once',
		async (sandbox, workflow) => {
			const line = { description: 'Chairs', qt: 3, price: '33.33', vatRate: 21, vatRateType: 1 };
			const [invoice] = await bench.records(
				{
					resource: 'accountingDocument',
					operation: 'create',
					currency: 'CZK',
					contact: { companyName: 'Example Ltd' },
					createOptions: { lineItemsJson: JSON.stringify([line, { ...line, qt: '0.5' }]) },
				},
				workflow.nodes.find(({ name }) => name === 'Create Credit Note')?.credentials?.[
					credentialType
				],
			);
			const chosen = JSON.stringify({ id: String(invoice?.id), reason: 'Goods returned' });
			const nodes = workflow.nodes.map((node) =>
				node.name === 'Which Invoice'
					? { ...node, parameters: { ...node.parameters, jsonOutput: chosen } }
					: node,
			);
			for (const existed of [false, true]) {
				const [note] = itemsOf(await run({ ...workflow, nodes }), 'Create Credit Note');
				strictEqual(note?.json.existed, existed);
			}
			const [original, note, ...more] = sandbox.admin.createdDocuments();
			deepStrictEqual(more, []);
			strictEqual(note?.type, 3);
			strictEqual(note?.total, -Number(original?.total));
			strictEqual(note?.totalVatExcl, -Number(original?.totalVatExcl));
			strictEqual(note?.relatedAccountingDocumentId, original?.id);
			strictEqual(note?.creditNoteDescription, 'Goods returned');
		},
	);
}
