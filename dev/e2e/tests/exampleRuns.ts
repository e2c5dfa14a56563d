import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import path from 'node:path';
import { readSheet } from 'read-excel-file/node';

import type { DocumentFields } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { nodeOfType, readExample, withCredential, withParameters } from '../lib/example';
import { isIssuedInvoice, isPaid, type Entry } from '../lib/reference';
import { simplifiedFields } from '../lib/simplifiedFields';
import { itemsOf, type Item, type RunResult, type WorkflowFile } from '../lib/types';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';

const manualTrigger = 'Execute Manually';
const day = 86_400_000;

/** A day in New York's time zone, n8n's default. */
function dayOf(time: number): string {
	return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);
}

/** The examples, executed as a user would after selecting the credential. */
export function exampleRunChecks(checks: Checks, bench: Workbench): void {
	async function run(workflow: WorkflowFile): Promise<RunResult> {
		const id = await bench.session.createWorkflow(workflow);
		const result = await bench.session.execute(id, manualTrigger);
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		return result;
	}

	function example(name: string): WorkflowFile {
		return withCredential(readExample(name), bench.credential());
	}

	/** Issued invoices of these days, relative to today. */
	async function withInvoices(fields: DocumentFields[], check: () => Promise<void>): Promise<void> {
		const common = { type: 0, direction: 1 } as const;
		const { admin } = bench.sandbox;
		const created = fields.flatMap((own) =>
			admin.createDocuments({ fields: { ...common, ...own } }),
		);
		try {
			await check();
		} finally {
			for (const { id } of created) admin.deleteDocument(id ?? '');
		}
	}

	checks.add('example paid-invoices-to-sheet: the sheet contains the paid invoices', async () => {
		const issueDate = dayOf(Date.now() - day);
		const invoices = [true, false].map((isPaid) => ({ issueDate, payments: { paid: isPaid } }));
		await withInvoices(invoices, async () => {
			const file = path.join(bench.n8n.filesFolder, 'paid-invoices.xlsx');
			const writeFile = 'n8n-nodes-base.readWriteFile';
			const workflow = example('paid-invoices-to-sheet');
			await run(withParameters(workflow, writeFile, { fileName: file }));
			const [header, ...rows] = await readSheet(file);
			deepStrictEqual(header, [
				'Invoice',
				'Customer',
				'Issued',
				'Variable Symbol',
				'Currency',
				'Total',
				'Paid',
			]);
			const [year = 0, month = 0] = dayOf(Date.now()).split('-').map(Number);
			const from = new Date(Date.UTC(year, month - 4, 1)).toISOString().slice(0, 10);
			const expected = (await bench.reference.documents()).filter(
				(document) =>
					isIssuedInvoice(document) && isPaid(document) && String(document.issueDate) >= from,
			);
			ok(expected.length > 0);
			deepStrictEqual(
				rows.map(([number]) => number),
				expected.map(({ accountingDocumentNo }) => accountingDocumentNo),
			);
			strictEqual(rows[0]?.[5], expected[0]?.total);
		});
	});

	checks.add('example overdue-invoices-report: sums agree with the documents', async () => {
		const late = { issueDate: dayOf(Date.now() - 40 * day), dueDate: dayOf(Date.now() - 10 * day) };
		const unpaid = { ...late, payments: { paid: false }, amountPaid: 0, total: 1000.1 };
		await withInvoices([unpaid, { ...unpaid, total: 0.2 }], async () => {
			const result = await run(example('overdue-invoices-report'));
			const lines = itemsOf(result, 'Write Lines').map(({ json }: Item) => json);
			const today = dayOf(Date.now());
			const from = itemsOf(result, 'Search Issued Invoices')
				.map(({ json }) => String(json.issueDate))
				.sort()[0];
			const overdue = (await bench.reference.documents()).filter(
				(document) =>
					isIssuedInvoice(document) &&
					String(document.issueDate) >= String(from) &&
					typeof document.dueDate === 'string' &&
					document.dueDate < today &&
					!isPaid(document) &&
					Number(document.total) > Number(document.amountPaid ?? 0),
			);
			ok(overdue.length >= 2);
			const owed = overdue.reduce(
				(sum, { total, amountPaid }) => sum + Number(total) - Number(amountPaid ?? 0),
				0,
			);
			const reported = lines.reduce((sum, { outstanding }) => sum + Number(outstanding), 0);
			ok(Math.abs(owed - reported) < 0.01 * overdue.length, `${reported} instead of ${owed}`);
			const invoices = lines.reduce((sum, line) => sum + Number(line.invoices), 0);
			strictEqual(invoices, overdue.length);
			ok(lines.every(({ line }) => /: \d+\.\d\d [A-Z]{3} in \d+ invoice/.test(String(line))));
		});
	});

	checks.add('example template-compared: names the fields that differ, and no others', async () => {
		const templateId = String(bench.sandbox.admin.templateIds()[2]);
		const template = await bench.reference.template(Number(templateId));
		const { frequency } = template.scheduler as Entry;
		const agreed = { 'scheduler.frequency': frequency, 'content.currency': 'EUR' };
		const set = 'n8n-nodes-base.set';
		const workflow = example('template-compared');
		ok(String(nodeOfType(workflow, set).parameters.jsonOutput).includes('scheduler.frequency'));
		const jsonOutput = JSON.stringify({ templateId, agreed });
		const result = await run(withParameters(workflow, set, { jsonOutput }));
		deepStrictEqual(
			itemsOf(result, 'Differences Only').map(({ json }) => json),
			[
				{
					template: template.name,
					field: 'content.currency',
					wanted: 'EUR',
					found: (template.content as Entry).currency,
					same: false,
				},
			],
		);
	});

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
