/** examples/README.md: examples with ordinary and hostile input. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { behindManualTrigger, withPreviewOff } from '../lib/example';
import { examplesOf, previewedBy, type ExampleStage } from '../lib/stage';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

export function exampleInputChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);

	for (const [says, emails, scans] of mailboxes) {
		const work = async (stage: ExampleStage) => await createsFromScans(stage, emails, scans);
		example('scans-from-mailbox', says, work, { documents: 0 });
	}
	for (const [says, rows, expected] of sheets) {
		const work = async (stage: ExampleStage) => await createsFromRows(stage, rows, expected);
		example('rows-to-invoices', says, work, { documents: 0 });
	}
	for (const invoice of invoices) {
		const work = async (stage: ExampleStage) => await creditsInvoice(bench, stage, invoice);
		example('credit-note-of-an-invoice', `${invoice[0]}, once`, work, { documents: 0 });
	}
}

/** Emails by the names of their files, and the files that become documents. */
const mailboxes: Array<[says: string, emails: string[][], scans: string[]]> = [
	['an invoice', [['invoice.pdf']], ['invoice.pdf']],
	['a logo in the signature', [['image001.png', 'invoice.pdf']], ['invoice.pdf']],
	['only a logo', [['logo.png', 'logo.gif', 'photo.JPG']], []],
	['nothing', [[]], []],
	['capitals and diacritics', [['FAKTURA Č. 5.PDF']], ['FAKTURA Č. 5.PDF']],
	['a document of an office program', [['letter.docx', 'invoice.isdoc']], ['invoice.isdoc']],
	['a PDF without a name', [['']], ['attachment_0']],
	['two invoices and their data', [['a.pdf', 'b.pdf', 'a.xml']], ['a.pdf', 'b.pdf', 'a.xml']],
	['a second email without a file', [['a.pdf', 'b.pdf'], []], ['a.pdf', 'b.pdf']],
];

async function createsFromScans(
	{ sandbox: { admin }, edit, run }: ExampleStage,
	emails: string[][],
	scans: string[],
): Promise<void> {
	edit((workflow) => behindManualTrigger(workflow, 'New Email'));
	await run({ 'New Email': { jsCode: `return ${JSON.stringify(emails.map(emailWith))};` } });
	deepStrictEqual(
		admin.files().map(({ fileName }) => fileName),
		scans,
	);
	deepStrictEqual(
		admin.createdDocuments().map(({ direction, description }) => [direction, description]),
		scans.map(() => [0, 'Příloha']),
	);
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

const row = {
	order: 'O-1',
	customer: 'Example Ltd',
	item: 'Chair',
	quantity: 4,
	price: 120,
	vat: 21,
};

type Orders = Array<[orderNo: string, total: number]>;

/**
 * Rows of a sheet, or those of the file; and the orders with their totals that become invoices, or the error. Then
 * nothing is created.
 */
const sheets: Array<[says: string, rows: object[] | undefined, expected: Orders | RegExp]> = [
	[
		'its own rows',
		undefined,
		[
			['O-1', 611.66],
			['O-2', 537.6],
		],
	],
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

/** Twice, after the preview: the second run creates nothing. */
async function createsFromRows(
	stage: ExampleStage,
	rows: object[] | undefined,
	expected: Orders | RegExp,
): Promise<void> {
	const { sandbox, edit, run, attempt } = stage;
	const { admin } = sandbox;
	const changes = rows && { Rows: { jsonOutput: JSON.stringify({ rows }) } };
	if (expected instanceof RegExp) {
		edit(withPreviewOff);
		const { status, data } = await attempt(changes);
		strictEqual(status, 'error');
		match(String(data.resultData.error?.message), expected);
		deepStrictEqual(admin.createdDocuments(), []);
		return;
	}
	const shown = await previewedBy(stage, 'Create Invoices', changes);
	strictEqual(shown.length, expected.length);
	await run(changes);
	await run(changes);
	const created = admin.createdDocuments();
	deepStrictEqual(
		created.map(({ orderNo, total }) => [orderNo, total]),
		expected,
	);
	deepStrictEqual(
		created.filter(({ issueDate, dueDate }) => !issueDate || !dueDate),
		[],
	);
}

const line = { vatRate: 21, vatRateType: 1 };
const chairs = { ...line, description: 'Chairs', qt: 3, price: '33.33' };

/** Fields and lines of an invoice, and the reason for its credit note. */
const invoices: Array<[says: string, fields: object, lines: object[], reason: string]> = [
	[
		'an invoice with fractions',
		{ currency: 'CZK', contact: { companyName: 'Example Ltd' } },
		[chairs, { ...chairs, qt: '0.5' }],
		'Goods returned',
	],
	[
		'a person, EUR and no reason',
		{
			...{ currency: 'EUR', additionalFields: { exchRate: 25.1 } },
			contact: { firstname: 'Žofie', lastname: 'Říhová' },
		},
		[{ ...line, description: 'Kůň', qt: 1, price: 10 }],
		'',
	],
];

async function creditsInvoice(
	bench: Workbench,
	stage: ExampleStage,
	[, fields, lines, reason]: (typeof invoices)[number],
): Promise<void> {
	const { sandbox, credential, run } = stage;
	const { admin } = sandbox;
	const create = { resource: 'accountingDocument', operation: 'create' };
	const options = { lineItemsJson: JSON.stringify(lines) };
	const [made] = await bench.records({ ...create, ...fields, options }, credential);
	const changes = {
		'Which Invoice': { jsonOutput: JSON.stringify({ id: String(made?.id), reason }) },
	};
	strictEqual((await previewedBy(stage, 'Create Credit Note', changes)).length, 1);
	for (const existed of [false, true]) {
		const [note] = itemsOf(await run(changes), 'Create Credit Note');
		strictEqual(note?.json.existed, existed);
	}
	const [invoice, note, ...more] = admin.createdDocuments();
	deepStrictEqual(more, []);
	deepStrictEqual([note?.type, note?.relatedAccountingDocumentId], [3, invoice?.id]);
	deepStrictEqual(
		[note?.total, note?.totalVatExcl],
		[-Number(invoice?.total), -Number(invoice?.totalVatExcl)],
	);
	deepStrictEqual([note?.currency, note?.contact], [invoice?.currency, invoice?.contact]);
	strictEqual(note?.creditNoteDescription ?? '', reason);
}
