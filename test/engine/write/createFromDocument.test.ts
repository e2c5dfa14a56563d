/** docs/reference/create.md#from-another-document: credit notes, copies and drawn advances. */
import type { ServerResponse } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox/resources/accountingDocuments/contract';
import { Decimal } from '../../../nodes/shared/decimal';
import {
	copiedByCreditNotes,
	copiedFields,
	copiedSums,
} from '../../../nodes/AccountingService/document/copyDocument';
import { create, line, lines, posted } from '../support/create';
import { documentsOf } from '../support/exported';
import { json, smallService } from '../support/smallService';
import { type Bench, bench, byId, type Parameters, searchPath } from '../support/withSandbox';

const copy = (id: unknown, changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'createFromDocument',
	accountingDocumentId: byId(id),
	issueDate: '2026-11-20',
	options: { output: 'raw' },
	...changes,
});

/** Creates an original, whose request is not counted. */
async function original(made: Bench, changes: Parameters = {}) {
	const { json, error } = await made.run(create(changes));
	expect(error).toBeUndefined();
	return json[0];
}

const lastPosted = (made: Bench) => posted(made).at(-1)!;

const threeLines = lines(
	line({ description: 'Chairs', qt: 3, price: '33.33' }),
	line({ description: 'Tables', qt: 0.25, price: '0.50' }),
	line({ description: 'Books', qt: 2, price: '99.90', vatRate: 12 }),
);

const amounts = ({ qt, total, totalVatExcl, vatValue, unitPrice, unitPriceVatExcl }: any) => ({
	reversed: [qt, total, totalVatExcl, vatValue].map(Number),
	kept: [unitPrice, unitPriceVatExcl].map(Number),
});

describe('Create From Document', () => {
	it.each([
		['a paid advance', 1, true, 'invoice', 1],
		['an unpaid advance', 1, false, 'invoice', 0],
		['a paid advance, as another advance', 1, true, 'advance', 0],
		['a paid invoice', 0, true, 'invoice', 0],
	])('of %s says whether the customer is asked to pay again', async (_, from, paid, to, count) => {
		const made = await bench();
		const { id } = await original(made, { type: from, ...threeLines });
		made.sandbox.admin.changeDocument(String(id), { payments: { paid } });
		for (const preview of [true, false]) {
			const { error, hints } = await made.run(copy(id, { newType: to, options: { preview } }));
			expect(error).toBeUndefined();
			const said = hints.filter((hint) =>
				/^The invoice does not deduct .*, which is paid\./.test(hint),
			);
			expect(said).toHaveLength(count);
		}
	});

	it('makes a credit note with the same lines and negative totals', async () => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const { json, hints } = await made.run(copy(invoice.id, { creditNoteDescription: 'Returned' }));
		expect(json).toEqual([
			expect.objectContaining({
				type: 3,
				existed: false,
				total: -Number(invoice.total),
				creditNoteDescription: 'Returned',
				issueDate: '2026-11-20',
				relatedAccountingDocumentId: invoice.id,
			}),
		]);
		expect(hints).toEqual([]);
		const [credited, invoiced] = [json[0], invoice].map((one) =>
			(one.lineItems as object[]).map(amounts),
		);
		expect(credited).toEqual(
			invoiced.map(({ reversed, kept }) => ({ kept, reversed: reversed.map((one) => -one) })),
		);
	});

	it('copies what is listed and nothing else', async () => {
		const made = await bench();
		const { admin } = made.sandbox;
		const invoice = await original(made, {
			additionalFields: { orderNo: 'A-17', variableSymbol: '17', description: 'Chairs' },
			contact: { firstname: 'Petra', lastname: 'Vzorová', taxId: 'CZ1' },
		});
		admin.changeDocument(String(invoice.id), {
			categoryId: 41,
			preferredBranch: 'Brno',
			preferredProject: 'Renovation',
			roundingType: 2,
			exchRate: 25,
			payments: { paid: true },
			externalNo: 'X',
			permalinkToken: 'token-17',
		});
		await made.run(
			copy(invoice.id, { newType: 'invoice', additionalFields: { dueDate: '2026-12-04' } }),
		);
		const body = lastPosted(made);
		const given = ['type', 'issueDate', 'dueDate', 'relatedAccountingDocumentId', 'lineItems'];
		const allowed = [...copiedFields, ...given];
		expect(Object.keys(body).filter((name) => !allowed.includes(name as never))).toEqual([]);
		expect(body).toMatchObject({
			type: 0,
			categoryId: 41,
			preferredBranch: 'Brno',
			preferredProject: 'Renovation',
			roundingType: 2,
			contact: { firstname: 'Petra', lastname: 'Vzorová', taxId: 'CZ1' },
		});
		expect(copiedByCreditNotes.filter((name) => name in body)).toEqual([]);
		expect(copiedSums.filter((name) => name in body)).toEqual([]);
		await made.run(copy(invoice.id));
		expect(lastPosted(made)).toMatchObject({ exchRate: 25 });
	});

	it('returns the credit note of an earlier run, but the next invoice of a series is new', async () => {
		const made = await bench();
		const invoice = await original(made);
		const first = await made.run(copy(invoice.id));
		const again = await made.run(copy(invoice.id, { issueDate: '2026-12-01' }));
		expect(again.json).toEqual([expect.objectContaining({ id: first.json[0].id, existed: true })]);
		const note = { accountingDocumentNo: 'D-17' };
		made.sandbox.admin.changeDocument(String(first.json[0].id), note);
		const same = await made.run(copy(invoice.id));
		expect(same.hints).toEqual([
			'1 accounting document existed already, so the node created nothing for it: D-17.',
		]);
		const next = (issueDate: string) =>
			made.run(copy(invoice.id, { newType: 'original', issueDate }));
		const december = await next('2026-12-01');
		expect((await next('2026-12-01')).json[0].id).toBe(december.json[0].id);
		expect((await next('2027-01-01')).json[0].existed).toBe(false);
		expect(posted(made)).toHaveLength(4);
	});

	it('credits chosen lines, but a second part needs a key of its own', async () => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const part = (lineNumber: number, qt: number, options = {}, externalNo = 'First') =>
			made.run(
				copy(invoice.id, {
					linesToCopy: 'chosen',
					chosenLines: { row: [{ lineNumber, qt }] },
					options: { output: 'raw', ...options },
					additionalFields: { externalNo },
				}),
			);
		const first = await part(1, 2);
		expect(first.error).toBeUndefined();
		expect(lastPosted(made).lineItems).toEqual([
			expect.objectContaining({ description: 'Chairs', qt: -2, totalVatExcl: -66.66 }),
		]);
		expect((await part(1, 2)).json[0]).toMatchObject({ id: first.json[0].id, existed: true });
		const refused = await part(2, 0.25);
		expect(refused.error?.message).toContain(
			`Document ID ${String(invoice.id)} already has the Credit Note ID ${String(first.json[0].id)} with other lines`,
		);
		const second = await part(2, 0.25, { copyUniqueBy: 'externalNo' }, 'Second');
		expect(second.json[0]).toMatchObject({ existed: false });
		expect(posted(made)).toHaveLength(3);
	});

	/** A line as a service may show it: rounded unit prices, or a total after a coupon. */
	const shown = (qt: number, unitPriceVatExcl: number, totalVatExcl: number, vatValue: number) => ({
		...{ description: 'Chairs', qt, vatRate: 21, vatRateType: 1 as const },
		...{ unitPriceVatExcl, unitPrice: unitPriceVatExcl * 1.21 },
		...{ totalVatExcl, vatValue, total: Number((totalVatExcl + vatValue).toFixed(2)) },
	});

	it.each([
		['all of a line with a rounded unit price', shown(3, 33.33, 100, 21), 3, -100],
		['all of a line after a coupon', shown(10, 23.9, 179.25, 37.64), 10, -179.25],
		['all of a line of many units', shown(1_000, 0.33, 333.33, 70), 1_000, -333.33],
		['half of a line', shown(1_000, 0.01, 12.34, 2.59), 500, -6.17],
		['a third of a line', shown(3, 33.33, 100, 21), 1, -33.33],
	])('credits %s by its total', async (_name, lineItem, qt, totalVatExcl) => {
		const made = await bench();
		const invoice = await original(made);
		made.sandbox.admin.changeDocument(String(invoice.id), {
			lineItems: [lineItem],
			total: lineItem.total,
		});
		const chosenLines = { row: [{ lineNumber: 1, qt }] };
		const { error, hints } = await made.run(
			copy(invoice.id, { linesToCopy: 'chosen', chosenLines }),
		);
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(lastPosted(made).lineItems).toEqual([expect.objectContaining({ totalVatExcl })]);
	});

	it('credits the rest with the last part, and says if the total differs', async () => {
		const made = await bench();
		const invoice = await original(made);
		const lineItems = [shown(3, 33.33, 100, 21)];
		// One cent of rounding that no line has.
		made.sandbox.admin.changeDocument(String(invoice.id), { lineItems, total: 121.01 });
		const part = async (key: string, qt: number) =>
			await made.run(
				copy(invoice.id, {
					...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 1, qt }] } },
					additionalFields: { externalNo: key },
					options: { output: 'raw', copyUniqueBy: 'externalNo' },
				}),
			);
		expect((await part('First', 2)).hints).toEqual([]);
		const last = await part('Last', 1);
		const sent = posted(made).map((body) => (body.lineItems as any[])[0].totalVatExcl);
		expect(sent.slice(-2)).toEqual([-66.67, -33.33]);
		expect(last.hints).toEqual([
			`Document ID ${String(last.json[0].id)} has the total -40.33. According to document ID ${String(invoice.id)}, it should be -40.34 (0.01 apart). Check its rounding.`,
		]);
		// Run again, each finds its own.
		expect((await part('Last', 1)).json[0]).toMatchObject({ id: last.json[0].id, existed: true });
		expect(posted(made)).toHaveLength(3);
	});

	it.each([
		['with the lines of the invoice', {}, ['-33.32', '100.00', '0.01']],
		['with a line of its own', { description: 'Returned' }, ['-33.34', '100.02', '0.03']],
	])(
		'says if parts are more than the total, after a credit note %s',
		async (_name, own, [total, credited, more]) => {
			const made = await bench();
			const { admin } = made.sandbox;
			const { id } = await original(made);
			// Each third without VAT is 27.55 or 27.54, and has 5.79 or 5.78 of VAT: 100.00 in all.
			admin.changeDocument(String(id), {
				lineItems: [shown(3, 27.55, 82.64, 17.35)],
				total: 99.99,
			});
			const third = async (externalNo: string) =>
				await made.run(
					copy(id, {
						...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 1, qt: 1 }] } },
						additionalFields: { externalNo },
						options: { output: 'raw', copyUniqueBy: 'externalNo' },
					}),
				);
			const [first, second] = [await third('First'), await third('Second')];
			expect([...first.hints, ...second.hints]).toEqual([]);
			const [note] = first.json as any[];
			admin.changeDocument(String(note.id), { lineItems: [{ ...note.lineItems[0], ...own }] });
			const { json, hints } = await third('Last');
			expect(hints).toEqual([
				`Credit note ID ${String(json[0].id)} has the total ${total}. With it, ${credited} of document ID ${String(id)} is credited, which is ${more} more than its total of 99.99. Check the rounding of its credit notes, and correct one of them in the service.`,
			]);
		},
	);

	it.each([
		['Quantity', { lineNumber: 1, qt: '={{ $json.returned }}' }],
		['Line Item Number', { lineNumber: '={{ $json.row }}' }],
	])('refuses an empty %s from an expression', async (label, chosen) => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const chosenLines = { row: [chosen] };
		const { error } = await made.run(copy(invoice.id, { linesToCopy: 'chosen', chosenLines }));
		expect(error?.message).toBe(`${label} of Line Item 1 is empty`);
		expect(posted(made)).toHaveLength(1);
	});

	const none = { unitPrice: 0, unitPriceVatExcl: 0, total: 0, totalVatExcl: 0, vatValue: 0 };
	const textLines = [
		{ description: 'With thanks', qt: 0, ...none },
		{ description: 'For your files', ...none },
	];

	it.each([1, 2])('copies the text line %i without a quantity as it is', async (lineNumber) => {
		const made = await bench();
		const options = { lineItemsJson: JSON.stringify(textLines) };
		const invoice = await original(made, { lineItems: {}, options });
		// The service may keep a line as it came.
		const { admin } = made.sandbox;
		admin.changeDocument(String(invoice.id), { lineItems: textLines });
		const part = (qt?: number) =>
			made.run(
				copy(invoice.id, {
					linesToCopy: 'chosen',
					chosenLines: { row: [{ lineNumber, qt }] },
				}),
			);
		const refused = await part(1);
		expect(refused.error?.message).toContain('which has the Quantity 0');
		expect(refused.error?.description).toContain('leave Quantity empty');
		expect((await part()).error).toBeUndefined();
		expect(lastPosted(made).lineItems).toEqual([textLines[lineNumber - 1]]);
	});

	it.each([
		[{ lineNumber: 4, qt: 1 }, 'Document ID {id} has no line item 4. It has 3'],
		...[4, 0, -1].map((qt): [object, string] => [
			{ lineNumber: 1, qt },
			`Quantity ${qt} does not fit line item 1 of document ID {id}, which has the Quantity 3`,
		]),
	])('refuses %j', async (chosen, message) => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const chosenLines = { row: [chosen] };
		const { error } = await made.run(copy(invoice.id, { linesToCopy: 'chosen', chosenLines }));
		expect(error?.message).toBe(message.replace('{id}', String(invoice.id)));
		expect(posted(made)).toHaveLength(1);
	});

	it('copies a cash receipt with its register, manual mode and sums, and credits no part of it', async () => {
		const made = await bench();
		const receipt = await original(made, { type: 7, cashRegisterId: 11 });
		const { error } = await made.run(copy(receipt.id, { newType: 'original' }));
		expect(error).toBeUndefined();
		const { total, totalVatExcl } = receipt;
		expect(lastPosted(made)).toMatchObject({
			type: 7,
			cashRegisterId: 11,
			vatRecapCalculationMode: 2,
			total,
			totalVatExcl,
			vatRecap: [expect.objectContaining({ total })],
		});
		const part = { linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 1 }] } };
		const refused = await made.run(copy(receipt.id, part));
		expect(refused.error?.message).toContain(
			`Document ID ${String(receipt.id)} has a manual VAT recap`,
		);
	});

	it.each([
		['false', false],
		['null', null],
		['true', true],
	])('leaves out VAT Deduction of an issued original that shows %s', async (_, vatDeduction) => {
		const made = await bench();
		const { admin } = made.sandbox;
		const invoice = await original(made, threeLines);
		const shown = admin.document(String(invoice.id)).lineItems!;
		const lineItems = shown.map((one) => ({ ...one, vatDeduction }));
		admin.changeDocument(String(invoice.id), { lineItems } as DocumentFields);
		for (const newType of ['creditNote', 'original']) {
			const { error } = await made.run(copy(invoice.id, { newType }));
			expect([error?.message, error?.description]).toEqual([undefined, undefined]);
			expect(JSON.stringify(lastPosted(made))).not.toContain('vatDeduction');
		}
	});

	it('keeps VAT Deduction of a received original', async () => {
		const made = await bench();
		const received = { direction: 0, ...lines(line({ vatDeduction: false })) };
		const invoice = await original(made, received);
		const { error } = await made.run(copy(invoice.id));
		expect(error).toBeUndefined();
		expect(lastPosted(made).lineItems).toEqual([expect.objectContaining({ vatDeduction: false })]);
	});

	it.each([0, null] as const)(
		'copies a cash receipt that shows the VAT Recap Mode %s',
		async (mode) => {
			const made = await bench();
			const receipt = await original(made, { type: 7, cashRegisterId: 11 });
			made.sandbox.admin.changeDocument(String(receipt.id), { vatRecapCalculationMode: mode });
			const { error } = await made.run(copy(receipt.id, { newType: 'original' }));
			expect([error?.message, error?.description]).toEqual([undefined, undefined]);
			const { total, totalVatExcl } = receipt;
			expect(lastPosted(made)).toMatchObject({ vatRecapCalculationMode: 2, total, totalVatExcl });
		},
	);

	/** A credit note that somebody else has made in the service. */
	const noteOfOthers = ({ sandbox }: Bench, fields: DocumentFields) => {
		const amounts = { unitPrice: 121, unitPriceVatExcl: 100, totalVatExcl: 100, vatValue: 21 };
		const lineItems = [{ description: 'Chairs', qt: 1, ...amounts, total: 121 }];
		const usual = { type: 3, direction: 1, currency: 'CZK', total: 121, lineItems } as const;
		const [made] = sandbox.admin.createDocuments({ fields: { ...usual, ...fields } });
		return String(made.id);
	};

	const numberOf = ({ sandbox }: Bench, id: string) =>
		String(documentsOf(sandbox).find((one) => String(one.id) === id)?.accountingDocumentNo);

	it('refuses Reverse Amounts if the credit notes of others are positive', async () => {
		const made = await bench({ documents: 0 });
		const invoice = await original(made);
		const positive = noteOfOthers(made, {});
		const { error } = await made.run(copy(invoice.id));
		expect(error?.message).toBe(
			`Credit note ${numberOf(made, positive)} has the positive total 121, and the node found no negative one, so your service may expect positive amounts`,
		);
		const kept = await made.run(copy(invoice.id, { reverseAmounts: false }));
		expect(kept.json[0].total).toBe(invoice.total);
		// The same again: the existing one is returned before anybody looks at signs.
		const again = await made.run(copy(invoice.id, { reverseAmounts: false }));
		expect(again.json[0]).toMatchObject({ id: kept.json[0].id, existed: true });
	});

	// Each row has all values: jest takes a parameter without one for its callback.
	it.each<[string, DocumentFields, DocumentFields | undefined]>([
		['is received', { direction: 0 }, undefined],
		[
			'takes back a discount',
			{
				lineItems: [
					{ qt: 3, unitPrice: 50 },
					{ qt: -1, unitPrice: 29 },
				],
			},
			undefined,
		],
		['belongs to a credit note', {}, { type: 3, total: -121 }],
		['belongs to an invoice below zero', {}, { type: 0, total: -121 }],
	])('a positive credit note shows no sign if it %s', async (_name, fields, related) => {
		const made = await bench({ documents: 0 });
		const invoice = await original(made);
		const relatedAccountingDocumentId = related && Number(noteOfOthers(made, related));
		noteOfOthers(made, { ...fields, relatedAccountingDocumentId });
		const { json, error, hints } = await made.run(copy(invoice.id));
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(json[0].total).toBe(-Number(invoice.total));
	});

	it('says if credit notes of others have both signs', async () => {
		const made = await bench({ documents: 0 });
		const invoice = await original(made);
		const [positive, negative] = [noteOfOthers(made, {}), noteOfOthers(made, { total: -121 })];
		const { json, hints } = await made.run(copy(invoice.id));
		expect(json[0].total).toBe(-Number(invoice.total));
		expect(hints).toEqual([
			`Credit note ${numberOf(made, positive)} has a positive total, and credit note ${numberOf(made, negative)} a negative one. New ones are negative, because Reverse Amounts is on. Compare them.`,
		]);
	});

	it('never credits more than was invoiced, in preview too', async () => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const part = (key: string, qt: number, changes: Parameters = {}) =>
			made.run(
				copy(invoice.id, {
					...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 3, qt }] } },
					additionalFields: { externalNo: key },
					options: { output: 'raw', copyUniqueBy: 'externalNo' },
					...changes,
				}),
			);
		const first = await part('First', 2);
		expect(first.error).toBeUndefined();
		const others = [
			await part('All', 0, { linesToCopy: 'all' }),
			await part('All', 0, {
				linesToCopy: 'all',
				options: { copyUniqueBy: 'externalNo', preview: true },
			}),
			await part('All', 0, { linesToCopy: 'all', options: { ifCopyExists: 'create' } }),
		];
		const [note] = first.json as any[];
		for (const { error } of others) {
			expect(error?.message).toBe(
				`Line item 3 of document ID ${String(invoice.id)} has the Quantity 2, of which 2 is already credited (ID ${String(note.id)}). Crediting 2 more is too much`,
			);
		}
		// A credit note with lines of its own: only the totals can be compared.
		const lineItems = [{ ...note.lineItems[0], description: 'Returned' }];
		made.sandbox.admin.changeDocument(String(note.id), { lineItems });
		const total = Number(invoice.total).toFixed(2);
		const credited = (-Number(note.total)).toFixed(2);
		const all = await part('All', 0, { linesToCopy: 'all' });
		const left = (Number(total) - Number(credited)).toFixed(2);
		expect(all.error?.description).toContain(`${left} is left to credit. Enter only that`);
		expect(all.error?.message).toBe(
			`Document ID ${String(invoice.id)} has the total ${total}, of which ${credited} is already credited (ID ${String(note.id)}), so a credit note of -${total} is too much`,
		);
		expect(posted(made)).toHaveLength(2);
	});

	it('credits no piece twice, however much of the total is left', async () => {
		const made = await bench({ documents: 0 });
		const cheap = line({ description: 'Nails', qt: 2, price: '0.07' });
		const other = line({ description: 'Books', qt: 2, price: '33.33', vatRate: 12 });
		const invoice = await original(made, lines(cheap, other));
		const part = async (lineNumber: number, externalNo: string) =>
			await made.run(
				copy(invoice.id, {
					linesToCopy: 'chosen',
					chosenLines: { row: [{ lineNumber, qt: 1 }] },
					options: { output: 'raw', copyUniqueBy: 'externalNo' },
					additionalFields: { externalNo },
				}),
			);
		const parts = [await part(1, 'A'), await part(1, 'B'), await part(2, 'C')];
		expect(parts.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		const [{ json: a }, { json: b }, { json: c }] = parts;
		const ids = [a, b, c].map(([{ id }]) => `ID ${String(id)}`).join(', ');
		const { error } = await part(1, 'D');
		expect(error?.message).toBe(
			`Line item 1 of document ID ${String(invoice.id)} has the Quantity 2, of which 2 is already credited (${ids}). Crediting 1 more is too much`,
		);
		expect((await part(1, 'B')).json).toEqual([expect.objectContaining({ existed: true })]);
		expect(posted(made)).toHaveLength(4);
	});

	it('refuses more of lines with one description than they have together', async () => {
		const made = await bench({ documents: 0 });
		const invoice = await original(made, lines(line({ qt: 2 }), line({ qt: 3 })));
		const part = async (lineNumber: number, externalNo: string) =>
			await made.run(
				copy(invoice.id, {
					...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber }] } },
					options: { output: 'raw', copyUniqueBy: 'externalNo' },
					additionalFields: { externalNo },
				}),
			);
		const first = await part(2, 'A');
		const { error } = await part(2, 'B');
		expect(error?.message).toBe(
			`Line items 1 and 2 of document ID ${String(invoice.id)} have one description and together the Quantity 5, of which 3 is already credited (ID ${String(first.json[0].id)}). Crediting 3 more is too much`,
		);
		expect(error?.description).toMatch(/^2 is left to credit\. Enter only that/);
	});

	it('lets two executions at once credit an invoice only once, whatever their keys are', async () => {
		const made = await bench();
		const invoice = await original(made);
		const credit = (externalNo: string) =>
			made.run(
				copy(invoice.id, {
					additionalFields: { externalNo },
					options: { output: 'raw', copyUniqueBy: 'externalNo' },
				}),
			);
		const both = await Promise.all([credit('First'), credit('Second')]);
		const errors = both.flatMap(({ error }) => error?.message ?? []);
		expect(errors).toEqual([expect.stringContaining('is too much')]);
		expect(posted(made)).toHaveLength(2);
	});

	it('counts the credit notes of earlier rows of a preview', async () => {
		const made = await bench();
		const invoice = await original(made);
		const items = [{ key: 'First' }, { key: 'Second' }];
		const { error } = await made.run(
			copy(invoice.id, {
				...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 1 }] } },
				additionalFields: { externalNo: '={{ $json.key }}' },
				options: { copyUniqueBy: 'externalNo', preview: true },
			}),
			{ items },
		);
		expect(error?.message).toContain('Row 2');
		expect(error?.message).toContain('is too much');
	});

	it.each([
		['without a contact', {}],
		['with an email only', { email: 'petra@example.com' }],
	])('finds the credit note of a received document %s', async (_name, contact) => {
		const made = await bench();
		const invoice = await original(made, { direction: 0, contact });
		const { admin } = made.sandbox;
		const first = await made.run(copy(invoice.id));
		expect(first.json[0]).toMatchObject({ existed: false });
		expect((await made.run(copy(invoice.id))).json[0]).toMatchObject({
			...{ id: first.json[0].id, existed: true },
		});
		admin.changeDocument(String(invoice.id), { contact: { companyName: 'Corrected Ltd' } });
		const { json, error } = await made.run(copy(invoice.id));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: first.json[0].id, existed: true });
		expect(posted(made)).toHaveLength(2);
	});

	it('returns the part that was run again, not the newest one', async () => {
		const made = await bench();
		const invoice = await original(made, threeLines);
		const part = (lineNumber: number, uniqueBy: string) =>
			made.run(
				copy(invoice.id, {
					...{ linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber }] } },
					additionalFields: { externalNo: `Part ${lineNumber}` },
					options: { output: 'raw', copyUniqueBy: uniqueBy },
				}),
			);
		const related = 'relatedAccountingDocumentId';
		const [first] = (await part(1, related)).json;
		await part(3, 'externalNo');
		const again = await part(1, related);
		expect(again.json[0]).toMatchObject({ id: first.id, existed: true });
		expect(again.hints).toEqual([expect.stringContaining('existed already')]);
	});

	it('searches back to the original, and says where the search ended', async () => {
		const made = await bench();
		const { admin } = made.sandbox;
		const invoice = await original(made);
		const [first] = (await made.run(copy(invoice.id))).json;
		admin.createDocuments({ count: 600 });
		const again = await made.run(copy(invoice.id));
		expect(again.json[0]).toMatchObject({ id: first.id, existed: true });
		const [older] = admin.createDocuments({ fields: { type: 0, direction: 1, total: 121 } });
		admin.createDocuments({ count: 2_000 });
		const { hints } = await made.run(copy(older.id, { newType: 'original' }));
		expect(hints.join()).toMatch(
			/^The node searched for copies of document ZV2026-\d+ among the newest 2,000 documents, back to ID \d+\. /,
		);
		const options = { lookBack: 3_000 };
		const further = await made.run(
			copy(older.id, { newType: 'original', issueDate: '2027-01-01', options }),
		);
		expect(further.hints.join()).not.toContain('searched');
	});

	it('takes back a discount, and still reverses the next invoice', async () => {
		const made = await bench();
		const discounted = await original(
			made,
			lines(line({ qt: 3, price: '33.33' }), line({ qt: 1, price: -10 })),
		);
		const chosen = { linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 2, qt: 1 }] } };
		const positive = await made.run(copy(discounted.id, chosen));
		expect(positive.json[0].total).toBe(12.1);
		const invoice = await original(made);
		const { json, error } = await made.run(copy(invoice.id));
		expect(error).toBeUndefined();
		expect(json[0].total).toBe(-Number(invoice.total));
	});

	describe('a copy of an old document', () => {
		const ratesPath = '/v2/vatrates';
		const oldLines = lines(
			line({ description: 'Chairs', vatRate: 21 }),
			line({ description: 'Books', vatRate: 15 }),
		);
		const old = (changes: Parameters = {}) => ({
			...oldLines,
			issueDate: '2023-05-31',
			dueDate: '2023-06-14',
			...changes,
		});
		const ofToday = (id: unknown, additionalFields: Parameters = {}, options = {}) =>
			copy(id, {
				newType: 'original',
				additionalFields: { dueDate: '2026-12-04', ...additionalFields },
				options: { output: 'raw', ...options },
			});
		const keeps = (id: unknown) =>
			`The copy of document ID ${String(id)} keeps VAT rates that the service does not list for CZ on 2026-11-20 (Issued, Domestic): Line Item 2 (15 %). For other rates, use Create, or Update with Replace Line Items.`;

		it.each([{}, { preview: true }])('names rates of another time, %j', async (options) => {
			const made = await bench();
			const invoice = await original(made, old());
			const {
				json: items,
				hints,
				error,
			} = await made.run(ofToday('={{ $json.id }}', { vatCountryCode: 'cz' }, options), {
				items: [invoice, invoice].map(({ id }) => ({ id })),
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(2);
			expect(hints).toContain(keeps(invoice.id));
			expect(made.asked(ratesPath)).toHaveLength(1);
		});

		it('takes the country of a domestic contact, and says if it knows none', async () => {
			const made = await bench();
			const contact = (country: string) => ({ contact: { companyName: 'Example Ltd', country } });
			const [known, unknown] = [
				await original(made, old(contact('CZ'))),
				await original(made, old(contact('Czechia'))),
			];
			expect((await made.run(ofToday(known.id))).hints).toEqual([keeps(known.id)]);
			expect((await made.run(ofToday(unknown.id))).hints).toEqual([
				`The node did not check whether the VAT rates of document ID ${String(unknown.id)} are valid on the date of the copy. Add VAT Country in Additional Fields.`,
			]);
			made.sandbox.admin.addFault({
				kind: 'status',
				status: 403,
				times: 0,
				match: { path: 'listVatRates' },
			});
			const unread = await made.run(
				ofToday(
					unknown.id,
					{ vatCountryCode: 'CZ', taxDate: '2026-11-21' },
					{ ifCopyExists: 'create' },
				),
			);
			expect(unread.hints.join()).toContain('did not check');
			expect(unread.error).toBeUndefined();
		});

		it('is silent about rates of its date, and about a credit note', async () => {
			const made = await bench();
			const invoice = await original(made, old());
			expect((await made.run(copy(invoice.id))).hints).toEqual([]);
			const sameYear = { ...ofToday(invoice.id), issueDate: '2023-11-20' };
			expect((await made.run(sameYear)).hints).toEqual([]);
			const then = {
				...ofToday(invoice.id, { vatCountryCode: 'CZ' }, { ifCopyExists: 'create' }),
				issueDate: '2023-06-30',
			};
			expect((await made.run(then)).hints).toEqual([]);
			expect(made.asked(ratesPath)).toHaveLength(1);
		});

		it.each([{}, { preview: true }])('is due as many days after its date, %j', async (options) => {
			const made = await bench();
			const invoice = await original(made, old({ dueDate: '2023-07-01' }));
			const asOriginal = { dueDateLikeOriginal: true };
			const { json: items } = await made.run({
				...ofToday(invoice.id, { dueDate: '', ...asOriginal }, options),
				issueDate: '2024-02-29',
			});
			const body = (items[0].wouldSend as any)?.[0].body ?? lastPosted(made);
			expect(body).toMatchObject({ issueDate: '2024-02-29', dueDate: '2024-03-31' });
			expect(JSON.stringify(body)).not.toMatch(/LikeOriginal|vatCountryCode/);
			const both = await made.run(ofToday(invoice.id, asOriginal, options));
			expect(both.error?.message).toBe(
				'Due Date and Due Date Like the Original cannot be used together',
			);
		});

		it('refuses a due date like that of an original without one', async () => {
			const made = await bench();
			const invoice = await original(made, old());
			made.sandbox.admin.changeDocument(String(invoice.id), { dueDate: null });
			const asOriginal = { dueDate: '', dueDateLikeOriginal: true };
			const { error } = await made.run(ofToday(invoice.id, asOriginal));
			expect(error?.message).toBe(
				`Document ID ${String(invoice.id)} has no Due Date, so the copy cannot have a Due Date like it`,
			);
			expect(posted(made)).toHaveLength(1);
		});
	});

	it('leaves out the related document on request, and then needs another key', async () => {
		const made = await bench();
		const invoice = await original(made);
		const options = { setRelatedDocument: false, output: 'raw' };
		await made.run(copy(invoice.id, { options }));
		expect(lastPosted(made)).not.toHaveProperty('relatedAccountingDocumentId');
		const copyUniqueBy = 'relatedAccountingDocumentId';
		const { error } = await made.run(copy(invoice.id, { options: { ...options, copyUniqueBy } }));
		expect(error?.message).toBe(
			'Unique By needs the related document, but Set Related Document is off',
		);
	});

	it('credits to the cent, or says by how much the total differs', async () => {
		const made = await bench();
		const { admin } = made.sandbox;
		const all = Array.from({ length: admin.count() }, (_one, at) => admin.documentAt(at));
		const credited = all.map((one) => one.relatedAccountingDocumentId);
		const invoices = all
			.filter(({ id, type, total }) => type === 0 && Number(total) > 0 && !credited.includes(id))
			.slice(0, 40);
		const items = invoices.map(({ id }) => ({ id: String(id) }));
		const { json, hints, error } = await made.run(copy('={{ $json.id }}'), { items });
		expect(error).toBeUndefined();
		const off = json.filter(({ total }, index) => {
			const sum = Decimal.from(total)!.plus(Decimal.from(invoices[index].total)!);
			return !sum.isZero;
		});
		expect(json).toHaveLength(40);
		expect({ hints: hints.filter((hint) => hint.includes('apart)')).length }).toEqual({
			hints: off.length,
		});
	});
});

describe('Mark as Paid', () => {
	const mark = (id: unknown, paid: Parameters[string] = true): Parameters => ({
		resource: 'accountingDocument',
		operation: 'markPaid',
		accountingDocumentId: byId(id),
		paid,
	});
	const puts = (made: Bench) => made.asked().filter(({ method }) => method === 'PUT');

	it('changes the mark only, and says when a document has it already', async () => {
		const made = await bench();
		const invoice = await original(made);
		const { json } = await made.run(mark(invoice.id));
		expect(json[0]).toMatchObject({ id: invoice.id, paid: true });
		const again = await made.run(mark(invoice.id));
		expect(again.hints).toEqual([
			`Document ID ${String(invoice.id)} was marked as paid already, so nothing was sent.`,
		]);
		const removed = await made.run(mark(invoice.id, false));
		expect(removed.json[0]).toMatchObject({ paid: false });
		expect(puts(made)).toHaveLength(2);
		const { total } = invoice;
		const left = made.sandbox.admin.document(String(invoice.id));
		expect(left).toMatchObject({ total, payments: { paid: false } });
	});

	it('says when a document was paid in full', async () => {
		const made = await bench();
		const invoice = await original(made);
		made.sandbox.admin.changeDocument(String(invoice.id), { amountPaid: Number(invoice.total) });
		const { hints } = await made.run(mark(invoice.id));
		expect(hints).toEqual([
			`Document ID ${String(invoice.id)} was paid in full before it was marked as paid.`,
		]);
	});

	it('refuses an empty switch', async () => {
		const made = await bench();
		const { error } = await made.run(mark('10000001', '={{ $json.paid }}'), {
			items: [{ paid: '' }],
		});
		expect(error?.message).toBe('Paid is empty');
		expect(made.asked()).toEqual([]);
	});
});

/** A service that has one document and leaves out line items of lists. */
/** @param added what the service adds to a created document */
async function serviceWith(
	original: IDataObject,
	added: (made: IDataObject) => IDataObject = () => ({}),
	after: (made: IDataObject, response: ServerResponse) => unknown = (made) => made,
) {
	const documents: IDataObject[] = [original];
	return await smallService({
		answer: ({ method, path, body }, response) => {
			if (path === searchPath) return documents.map(({ lineItems: _lines, ...head }) => head);
			if (method === 'POST') {
				const sent = JSON.parse(body) as IDataObject;
				const made = { ...sent, id: documents.length + 17, ...added(sent) };
				documents.unshift(made);
				return after(made, response);
			}
			const found = documents.find(({ id }) => path.endsWith(`/${String(id)}`));
			return found ?? void json(response, 404, {});
		},
	});
}

const simple = (changes: IDataObject = {}): IDataObject => ({
	...{ id: 17, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1, total: 363 },
	lineItems: [1, 2, 3].map((number) => ({
		...{ description: `Line ${number}`, qt: 1, unitPrice: 121, unitPriceVatExcl: 100 },
		...{ total: 121, totalVatExcl: 100, vatValue: 21, vatRate: 21, vatRateType: 1 },
	})),
	...changes,
});

describe('The total of chosen lines, which is a cent apart if VAT is rounded in each line', () => {
	const common = { vatRate: 21, vatRateType: 1 };
	const chairs = { description: 'Chairs', qt: 10, unitPrice: 33.33, unitPriceVatExcl: 27.545 };
	const tables = { description: 'Tables', qt: 3, unitPrice: 100, unitPriceVatExcl: 82.645 };
	const lineItems = [
		{ ...common, ...chairs, total: 333.3, totalVatExcl: 275.45, vatValue: 57.85 },
		{ ...common, ...tables, total: 300, totalVatExcl: 247.93, vatValue: 52.07 },
	];
	const whole = [{ lineNumber: 1 }];
	const parts = [
		{ lineNumber: 1, qt: 5 },
		{ lineNumber: 2, qt: 1 },
	];

	it.each([
		['a line, with the VAT of the line', whole, -333.3, []],
		['a line, with VAT by rate', whole, -333.29, []],
		['a line, with another total', whole, -333.31, ['-333.29 (0.02 apart)']],
		['parts, with the VAT of each', parts, -266.64, []],
		['parts, with VAT by rate', parts, -266.65, []],
		['parts, with another total', parts, -266.63, ['-266.65 (0.02 apart)']],
	])('of %s', async (_says, rows, total, hints) => {
		const { run } = await serviceWith(simple({ total: 633.3, lineItems }), () => ({ total }));
		const chosen = { linesToCopy: 'chosen', chosenLines: { row: rows } };
		const { hints: shown } = await run(copy(17, chosen));
		expect(shown).toEqual(hints.map((hint) => expect.stringContaining(hint) as string));
	});
});

describe('A service whose lists leave out line items', () => {
	it('is asked for the lines of an existing copy, and no difference is made up', async () => {
		const { run, arrived } = await serviceWith(simple());
		expect((await run(copy(17))).error).toBeUndefined();
		const again = await run(copy(17));
		expect(again.json[0]).toMatchObject({ existed: true });
		expect(again.hints).toEqual([expect.stringContaining('existed already')]);
		const part = { linesToCopy: 'chosen', chosenLines: { row: [{ lineNumber: 1 }] } };
		const other = await run(copy(17, part));
		expect(other.error?.message).toContain('with other lines');
		const created = arrived.filter(({ method, path }) => method === 'POST' && path !== searchPath);
		expect(created).toHaveLength(1);
	});

	it('shows no difference in line items that Create would add', async () => {
		const { run } = await serviceWith(simple({ orderNo: 'A-17', lineItems: [] }));
		const options = { uniqueBy: 'orderNo' };
		const { json: found, hints } = await run(
			create({ additionalFields: { orderNo: 'A-17' }, options }),
		);
		expect(found[0]).toMatchObject({ id: 17, existed: true });
		expect(hints.join()).not.toContain('Line Items');
	});
});

it.each([
	[[{ iban: 'CZ1' }, { bankAccountId: 77 }], [{ bankAccountId: 77 }]],
	[[{ iban: 'CZ1' }], undefined],
])('of the bank accounts %j of an issued original, %j are copied', async (bankAccounts, copied) => {
	const { run, arrived } = await serviceWith(simple({ bankAccounts }));
	const { error } = await run(copy(17));
	expect(error).toBeUndefined();
	const sent = arrived.find(({ method, path }) => method === 'POST' && path !== searchPath);
	expect((JSON.parse(sent?.body ?? '{}') as IDataObject).bankAccounts).toEqual(copied);
});

describe('Bank accounts of a copy, to which the service adds its own ID', () => {
	const bankAccounts = [{ bankAccountId: 77, localId: 'a' }];
	const withLocalIds = ({ bankAccounts: sent }: IDataObject) => ({
		bankAccounts: (sent as IDataObject[]).map((row) => ({ ...row, localId: 'b', number: '19' })),
	});

	it('are no difference, neither in a new copy nor in one that exists', async () => {
		const { run } = await serviceWith(simple({ bankAccounts }), withLocalIds);
		expect((await run(copy(17))).hints).toEqual([]);
		const { hints } = await run(copy(17));
		expect(hints).toEqual([expect.stringContaining('existed already')]);
	});

	it('identify a copy whose response was lost', async () => {
		const { run, arrived } = await serviceWith(
			simple({ bankAccounts, lineItems: [] }),
			withLocalIds,
			(_made, response) => void response.destroy(),
		);
		const { json, error } = await run(copy(17));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: 18 });
		expect(
			arrived.filter(({ method, path }) => method === 'POST' && path !== searchPath),
		).toHaveLength(1);
	});

	it('that came back otherwise are named', async () => {
		const { run } = await serviceWith(simple({ bankAccounts }), () => ({
			bankAccounts: [{ bankAccountId: 78 }],
		}));
		expect((await run(copy(17))).hints).toEqual([expect.stringContaining(': bankAccounts.')]);
	});
});
