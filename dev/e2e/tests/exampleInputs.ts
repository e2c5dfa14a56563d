import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { behindManualTrigger, readExample, withCredential, withNode } from '../lib/example';
import { withOwnMail, withOwnService } from '../lib/ownService';
import type { RunResult, WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

interface Trial {
	sandbox: RunningSandbox;
	workflow: WorkflowFile;
	run(workflow: WorkflowFile): Promise<RunResult>;
}

/** Files in an email, and those that become documents. */
const emails: Array<[says: string, files: string[], scans: string[]]> = [
	['an invoice', ['invoice.pdf'], ['invoice.pdf']],
	['a logo in the signature', ['image001.png', 'invoice.pdf'], ['invoice.pdf']],
	['only a logo', ['logo.png', 'logo.gif', 'photo.JPG'], []],
	['nothing', [], []],
	['capitals and diacritics', ['FAKTURA Č. 5.PDF'], ['FAKTURA Č. 5.PDF']],
	['a document of an office program', ['letter.docx', 'invoice.isdoc'], ['invoice.isdoc']],
	['a PDF without a name', [''], ['attachment_0']],
	['two invoices and their data', ['a.pdf', 'b.pdf', 'a.xml'], ['a.pdf', 'b.pdf', 'a.xml']],
];

const row = {
	order: 'O-1',
	customer: 'Example Ltd',
	item: 'Chair',
	quantity: 4,
	price: 120,
	vat: 21,
};

/** Rows of a sheet, and the orders with their totals that become invoices; or the error, and then nothing is created. */
const sheets: Array<[says: string, rows: object[], expected: Array<[string, number]> | RegExp]> = [
	['one row', [row], [['O-1', 580.8]]],
	['a price of zero beside another', [row, { ...row, price: 0 }], [['O-1', 580.8]]],
	['the same row twice', [row, row], [['O-1', 1161.6]]],
	['a decimal comma', [{ ...row, price: '25,50' }], /Unit Price of Line Item 1/],
	['an empty price', [row, { ...row, order: 'O-2', price: '' }], /Line Item 1 has no amount/],
	['an empty quantity', [{ ...row, quantity: '' }], /Quantity/],
	['an empty order number', [row, { ...row, order: '' }], /order/i],
	['an unknown VAT rate', [{ ...row, vat: 19 }], /VAT/],
	['a number as order', [{ ...row, order: 2026001 }], [['2026001', 580.8]]],
	['diacritics', [{ ...row, order: 'Č-1 Žluťoučký kůň' }], [['Č-1 Žluťoučký kůň', 580.8]]],
	[
		'300 rows',
		Array.from({ length: 300 }, (_, index) => ({ ...row, order: `B-${index % 100}` })),
		Array.from({ length: 100 }, (_, index) => [`B-${index}`, 1742.4]),
	],
];

/** The examples with ordinary and hostile inputs. */
export function exampleInputChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	function check(name: string, says: string, work: (trial: Trial) => Promise<void>, documents = 0) {
		checks.add(`example ${name} with ${says}`, async () => {
			await withOwnService(session, name, documents, async (sandbox, credential) => {
				const workflow = withCredential(readExample(name), credential);
				const run = async (changed: WorkflowFile) =>
					await session.execute(await session.createWorkflow(changed), 'Execute Manually');
				await work({ sandbox, workflow, run });
			});
		});
	}

	for (const [says, files, scans] of emails) {
		check('scans-from-mailbox', says, async ({ sandbox, workflow, run }) => {
			const code = `return ${JSON.stringify([emailWith(files)])};`;
			succeeded(await run(behindManualTrigger(workflow, 'New Email', code)));
			const names = sandbox.admin.files().map(({ fileName }) => fileName);
			deepStrictEqual(names, scans);
			strictEqual(sandbox.admin.createdDocuments().length, scans.length);
		});
	}

	for (const [says, rows, expected] of sheets) {
		check('rows-to-invoices', says, async ({ sandbox: { admin }, workflow, run }) => {
			const own = withNode(workflow, 'Rows', ({ parameters }) => ({
				parameters: { ...parameters, jsonOutput: JSON.stringify({ rows }) },
			}));
			const result = await run(own);
			if (expected instanceof RegExp) {
				strictEqual(result.status, 'error');
				match(String(result.data.resultData.error?.message), expected);
				deepStrictEqual(admin.createdDocuments(), []);
				return;
			}
			succeeded(result);
			succeeded(await run(own));
			const created = admin.createdDocuments();
			deepStrictEqual(
				created.map(({ orderNo, total }) => [orderNo, total]),
				expected,
			);
			strictEqual(created.filter(({ issueDate, dueDate }) => !issueDate || !dueDate).length, 0);
		});
	}

	check('monday-report', 'no unpaid invoice', async ({ workflow, run }) => {
		await withOwnMail(session, async (smtp, { messages }) => {
			const own = withNode(workflow, 'Send Email', () => ({ credentials: { smtp } }));
			succeeded(await run(own));
			strictEqual(messages.length, 1);
		});
	});

	check('credit-note-of-an-invoice', 'a person, EUR and an empty reason', creditsAPerson);
}

async function creditsAPerson({ sandbox: { admin }, workflow, run }: Trial): Promise<void> {
	const contact = { firstname: 'Žofie', lastname: 'Říhová' };
	const line = { description: 'Kůň', qt: 1, vatRate: 21, vatRateType: 1 } as const;
	const amounts = { unitPrice: 12.1, unitPriceVatExcl: 10 };
	const [invoice] = admin.createDocuments({
		fields: {
			...{ type: 0, direction: 1, currency: 'EUR', exchRate: 25.1, contact, orderNo: null },
			lineItems: [{ ...line, ...amounts, total: 12.1, totalVatExcl: 10, vatValue: 2.1 }],
			...{ total: 12.1, totalVatExcl: 10 },
		},
	});
	const chosen = JSON.stringify({ id: String(invoice?.id), reason: '' });
	const own = withNode(workflow, 'Which Invoice', ({ parameters }) => ({
		parameters: { ...parameters, jsonOutput: chosen },
	}));
	succeeded(await run(own));
	succeeded(await run(own));
	const [note, ...more] = admin.createdDocuments().filter(({ id }) => id !== invoice?.id);
	deepStrictEqual(more, []);
	deepStrictEqual([note?.type, note?.currency, note?.total], [3, 'EUR', -12.1]);
	deepStrictEqual([note?.contact?.firstname, note?.contact?.lastname], ['Žofie', 'Říhová']);
}

const mimeTypes: Record<string, string> = {
	pdf: 'application/pdf',
	png: 'image/png',
	jpg: 'image/jpeg',
	gif: 'image/gif',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	'': 'application/pdf',
};

/** As n8n's mailbox trigger outputs it. */
function emailWith(files: string[]): object {
	const binary = files.map((fileName, index) => {
		const extension = /[^.]*$/.exec(fileName.toLowerCase())?.[0] ?? '';
		const isPdf = ['pdf', ''].includes(extension);
		const content = isPdf
			? `%PDF-1.4 ${fileName}`
			: '<Invoice xmlns="http://isdoc.cz/namespace/2013"/>';
		const data = Buffer.from(content).toString('base64');
		const mimeType = mimeTypes[extension] ?? 'application/octet-stream';
		return [`attachment_${index}`, { data, mimeType, ...(fileName && { fileName }) }];
	});
	const json = { subject: 'Příloha' };
	return files.length > 0 ? { json, binary: Object.fromEntries(binary) } : { json };
}

function succeeded(result: RunResult): RunResult {
	strictEqual(result.status, 'success', result.data.resultData.error?.message);
	return result;
}
