/** docs/reference/preview.md: the sentence and the changes of a preview, in words. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { projectFolder } from '../../../dev/release/manifest';
import type { DocumentFields } from '../../../dev/sandbox';
import { create, line } from '../support/create';
import { changeBy, changing, filesFor } from '../support/previewPairs';
import { itemOf } from '../support/samples';
import { bench, byId, type Bench, type Parameters } from '../support/withSandbox';

const preview = { options: { preview: true } };

const invoice = 'FV2025-000000 (Zlatý Pramen Trade, a.s., 12,273.21 USD)';

/** The first sentence of each operation, for the first sample. */
const sentences: Record<string, string> = {
	'Accounting Document: Create': 'Create Invoice: 1 line item, 100.00 CZK without VAT',
	'Accounting Document: Create or Update':
		'Create Invoice (Order Number A-0): 1 line item, 100.00 CZK without VAT',
	'Accounting Document: Create From Document': `Create Credit Note for Zlatý Pramen Trade, a.s.: 3 line items, -12,273.21 USD including VAT. The original is ${invoice}`,
	'Accounting Document: Update': `Update ${invoice}: Order Number Order 0`,
	'Accounting Document: Mark as Paid': `Mark ${invoice} as paid`,
	'Accounting Document: Change State': `Change ${invoice}: State Uzavřeno → Draft`,
	'Accounting Document: Create From Scans': 'Create 1 document from scan-0.pdf',
	'Accounting Document: Assign Contact': `Assign Example 0 to ${invoice}. May clear Contact ID, Company Number, Tax ID, City, Street, Country, Postal Code and Email`,
	'Accounting Document: Update Many': `Update ${invoice}: Category ID 40 → 41`,
	'Accounting Document: Update VAT Recap': `Update the VAT recap of ${invoice}: no field changes`,
	'Accounting Document: Delete': `Delete ${invoice}. Its State is Uzavřeno`,
	'API Request: Send': 'Send PUT /v2/templates/701',
	'Bank Statement: Upload': 'Upload the bank statement "scan-0.pdf" to bank account 301',
	'Document Connection: Update': `Change the connection of ${invoice} to document 10000077 (FP2026-000019): Amount 100 → 12.50`,
	'File: Upload': 'Upload scan-0.pdf',
	'Payment Order: Create':
		'Order the payment of 1.50 from bank account 301, to be paid on 2026-12-01',
	'Payment Reminder: Create': `Create a payment reminder for ${invoice}, 7 days after the due date, on 2025-01-22, to ucetni@zlatypramentradeas.test`,
	'Payment Reminder: Update': `Update payment reminder 6001 of ${invoice}: Days After Due Date 1 → 30`,
	'Payment Reminder: Delete': `Delete payment reminder 6001 of ${invoice}: Days After Due Date 1`,
	'Task: Create': 'Create the task "Task 0"',
	'Template: Create': `Create a template "Template 0" from ${invoice}`,
	'Template: Update':
		'Update template 701 "Kancelářské potřeby "měsíčně", = +": Name Kancelářské potřeby "měsíčně", = + → Name 0',
	'Template: Set Scheduler':
		'Set the scheduler of template 701 "Kancelářské potřeby "měsíčně", = +" (Invoice: 1 line item, 100.00 CZK without VAT): monthly from 2026-12-01, at most 3 documents, each document stays in Draft. May clear End, End of Month, Email Recipients and Email Template ID',
	'Template: Remove Scheduler':
		'Remove the scheduler of template 701 "Kancelářské potřeby "měsíčně", = +" (Invoice: 1 line item, 100.00 CZK without VAT)',
};

const order = ['summary', 'accountingDocumentNo', 'contact', 'total', 'currency', 'changes'];

describe.each(changing)('A preview of $title', (one) => {
	it('begins with a sentence, then the document, and ends with the request', async () => {
		const made = await bench({ documents: 20 });
		const items = [itemOf(one, made.sandbox, 0)];
		const binary = filesFor(items);
		const { json } = await made.run(changeBy(one, preview), { items, binary });
		expect(json[0].summary).toBe(sentences[one.title]);
		const names = Object.keys(json[0]);
		const known = order.filter((name) => names.includes(name));
		expect(names.slice(0, known.length)).toEqual(known);
		expect(names.slice(-3)).toEqual(['readAt', 'preview', 'wouldSend']);
	});
});

const document = (operation: string, changes: Parameters, id: unknown): Parameters => ({
	...{ resource: 'accountingDocument', operation, accountingDocumentId: byId(id) },
	...preview,
	...changes,
});

const idAt = ({ sandbox }: Bench, place: number) => sandbox.admin.documentAt(place).id;

describe('A preview', () => {
	it('says that the document is paid, in full or in part', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		const deletion = async (fields: DocumentFields) => {
			made.sandbox.admin.changeDocument(id, fields);
			const { summary } = (await made.run(document('delete', {}, id))).json[0];
			return String(summary).replace('. Its State is Uzavřeno', '');
		};
		const unpaid = { payments: { paid: false }, amountPaid: 0 };
		const about = invoice.slice(0, -1);
		expect(await deletion(unpaid)).toBe(`Delete ${about})`);
		expect(await deletion({ ...unpaid, amountPaid: 12_000 })).toBe(
			`Delete ${about}, of which 273.21 is due)`,
		);
		expect(await deletion({ payments: { paid: true } })).toBe(`Delete ${about}, paid)`);
	});

	it('of Mark as Paid has the sentence that docs/reference/preview.md quotes', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		made.sandbox.admin.changeDocument(id, {
			...{ accountingDocumentNo: 'FV2026-0012', contact: { companyName: 'Example Ltd' } },
			...{ total: 1_210, currency: 'CZK', payments: { paid: false }, amountPaid: 0 },
		});
		const { json } = await made.run(document('markPaid', { paid: true }, id));
		const page = readFileSync(path.join(projectFolder, 'docs/reference/preview.md'), 'utf8');
		expect(page).toContain(`For example "${String(json[0].summary)}".`);
	});

	it('says in words why nothing would be sent', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		made.sandbox.admin.changeDocument(id, { payments: { paid: true } });
		const paid = await made.run(document('markPaid', { paid: true }, id));
		expect(paid.json[0].summary).toBe(
			`Nothing would be sent: ${invoice.replace(')', ', paid)')} is marked as paid already`,
		);
		const update = { updateFields: { description: '={{ $json.missing }}' } };
		const nothing = await made.run(document('update', update, id));
		expect(nothing.json[0].summary).toBe('Nothing would be sent: the row has no fields to update');
	});

	it('of several rows has the first five sentences above the table too', async () => {
		const made = await bench({ documents: 20 });
		const rows = Array.from({ length: 7 }, (_row, place) => ({ id: String(idAt(made, place)) }));
		const parameters = document('delete', {}, '={{ $json.id }}');
		const { json, hints } = await made.run(parameters, { items: rows });
		const sentences = json.map(({ summary }, index) => `Row ${index + 1}: ${String(summary)}.`);
		expect(hints).toEqual([
			'Preview: nothing was changed. To make the changes, turn off Preview Only.',
			`${sentences.slice(0, 5).join(' ')} 2 more: see the column summary.`,
		]);
		const single = await made.run(parameters, { items: rows.slice(0, 1) });
		expect(single.hints).toEqual([
			'Preview: nothing was changed. To make the changes, turn off Preview Only.',
		]);
	});

	it('of a scheduler names whose documents it generates', async () => {
		const made = await bench({ documents: 20 });
		const content = {
			type: 0,
			contact: { companyName: 'Example Ltd' },
			total: 1210,
			currency: 'CZK',
		};
		const template = { resource: 'template', output: 'raw' };
		const created = await made.run({
			...{ ...template, operation: 'create', name: 'Rent' },
			additionalFields: { content: JSON.stringify(content) },
		});
		const templateId = String(created.json[0].id);
		const scheduler = { operation: 'setScheduler', start: '2026-12-01', frequency: 3 };
		const { json } = await made.run({ ...template, ...scheduler, templateId, ...preview });
		expect(json[0].summary).toContain(
			`Set the scheduler of template ${templateId} "Rent" (Invoice for Example Ltd: 1,210.00 CZK): `,
		);
	});

	it('of Replace All Fields lists what it may clear', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		const values = { description: 'Chairs', orderNo: 'A-1', processingState: 0 } as const;
		made.sandbox.admin.changeDocument(id, values);
		const updateFields = {
			type: 0,
			direction: 1,
			currency: 'USD',
			vatCountryType: 1,
			orderNo: 'B',
		};
		const { json } = await made.run(document('update', { mode: 'replace', updateFields }, id));
		const { changes, mayBeCleared, summary } = json[0] as Record<string, string[]>;
		expect(changes).toContain('Order Number: A-1 → B');
		expect(mayBeCleared).toContain('Description: Chairs');
		expect(mayBeCleared.join()).toMatch(/Line Items: 3 \(/);
		expect(summary).toMatch(/^Replace all fields of FV2025-000000 .*\. May clear .* more$/);
	});

	describe('of a document whose line items', () => {
		const known = {
			...{ description: 'Chairs', finAccount: '604000', qt: 2, unitName: 'ks' },
			...{ unitPriceVatExcl: 100, unitPrice: 121, total: 242, totalVatExcl: 200, vatValue: 42 },
			...{ vatRate: 21, vatRateId: 321, vatDeduction: false },
			vatRateType: 1,
			autoFinancialAccountStatus: 2,
		} as const;
		const ratedById = { vatRate: undefined, vatRateType: undefined, vatRateId: 321 };
		const rows = [line({ price: 90 }), line({ ...ratedById, unitName: 'pcs' }), line()];
		const given = (count: number) => JSON.stringify(rows.slice(0, count));
		const update = (changes: Parameters) => (id: string) => document('update', changes, id);
		const replaced = (count: number) =>
			update({
				replaceLineItems: true,
				options: { preview: true, newLineItemsJson: given(count) },
			});
		const upsert = () =>
			create({
				...{ operation: 'upsert', lineItemsJson: given(2), ...preview },
				...{ uniqueBy: 'orderNo', additionalFields: { orderNo: 'A-1' } },
			});
		const ofFirst = ['Financial Account of Line Item 1: 604000', 'Unit of Line Item 1: ks'];
		const ofBoth = [...ofFirst, 'Financial Account of Line Item 2: 604000'];

		it.each([
			['are replaced', replaced(2), ofBoth],
			['are replaced by more', replaced(3), ofBoth],
			['are replaced by fewer', replaced(1), ofFirst],
			['are those of Create or Update', upsert, ofBoth],
			['stay', update({ updateFields: { description: 'x' } }), undefined],
		])('%s lists what they lose, not what the service fills in', async (_, parameters, lost) => {
			const made = await bench({ documents: 20 });
			const id = String(idAt(made, 0));
			const values = { type: 0, direction: 1, orderNo: 'A-1', processingState: 0 } as const;
			made.sandbox.admin.changeDocument(id, { contact: { companyName: 'Example Ltd' } });
			made.sandbox.admin.changeDocument(id, { ...values, lineItems: [known, known] });
			const { json } = await made.run(parameters(id));
			expect(json[0].mayBeCleared).toEqual(lost);
		});
	});

	it('says what an earlier Replace All Fields may clear', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		const values = { description: 'Chairs', orderNo: 'A-1', processingState: 0 } as const;
		made.sandbox.admin.changeDocument(id, values);
		const required = { type: 0, direction: 1, currency: 'USD', vatCountryType: 1 };
		const updateFields = { ...required, description: '={{ $json.description }}' };
		const rows = [
			{ mode: 'replace' },
			{ mode: 'change', description: 'Tables' },
			{ mode: 'change', description: 'Books' },
		];
		const parameters = document('update', { mode: '={{ $json.mode }}', updateFields }, id);
		const { json } = await made.run(parameters, { items: rows });
		const cleared = json.map(({ mayBeCleared }) => mayBeCleared as string[]);
		expect(cleared[0]).toEqual(
			expect.arrayContaining(['Description: Chairs', 'Order Number: A-1']),
		);
		expect(cleared[1]).toEqual(cleared[0].filter((one) => !one.startsWith('Description')));
		expect(cleared[2]).toEqual(cleared[1]);
		expect(json.map(({ remark }) => remark)).toEqual([
			undefined,
			...rows
				.slice(1)
				.map(() => expect.stringMatching(/^An earlier row leaves out some fields of this record/)),
		]);
	});

	it('of Update Many shows what a name becomes as an ID', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		made.sandbox.admin.changeDocument(id, { preferredBranch: 'Brno' });
		const change = (changes: Parameters) => made.run(document('updateMany', changes, id));
		const set = await change({ change: 'setpreferredbranch', preferredBranchId: '3' });
		expect(set.json[0]).toMatchObject({
			summary: `Update ${invoice}: Preferred Branch Brno → ID 3`,
			changes: ['Preferred Branch: Brno → ID 3'],
			remark:
				'The node cannot look up the name of Preferred Branch ID 3. Check the ID before you run.',
			wouldSend: [{ body: { additionalData: { preferredBranchId: '3' } } }],
		});
		const cleared = await change({ change: 'clearpreferredbranch' });
		expect(cleared.json[0].changes).toEqual(['Preferred Branch: Brno → empty']);
		expect(cleared.json[0]).not.toHaveProperty('remark');
	});

	it('of a reminder goes on without the document, as the run does', async () => {
		const made = await bench({ documents: 20 });
		const fault = {
			kind: 'status',
			status: 403,
			times: 0,
			match: { path: 'getDocument' },
		} as const;
		made.sandbox.admin.addFault(fault);
		const id = String(idAt(made, 0));
		const parameters = (options: Parameters): Parameters => ({
			...{ resource: 'reminder', operation: 'create', accountingDocumentId: byId(id) },
			...{ exceededDays: 7, emailTemplateId: 31, options },
		});
		const shown = await made.run(parameters({ preview: true }));
		const hint = `The node could not check document ${id} before the reminder. Look at it in the service.`;
		expect(shown.json[0].summary).toBe(
			`Create a payment reminder for document ${id}, 7 days after the due date`,
		);
		expect(shown.hints).toContain(hint);
		const run = await made.run(parameters({}));
		expect(run.hints).toContain(hint);
		expect(run.error).toBeUndefined();
	});

	it.each([
		[-3, '3 days before the due date, on 2025-01-12'],
		[0, 'on the due date, 2025-01-15'],
		[1, '1 day after the due date, on 2025-01-16'],
		[2_000_000_000, '2000000000 days after the due date'],
	])('of a reminder says when: %i', async (exceededDays, when) => {
		const made = await bench({ documents: 20 });
		const { json } = await made.run({
			...{ resource: 'reminder', operation: 'create', accountingDocumentId: byId(idAt(made, 0)) },
			...{ exceededDays, emailTemplateId: 31, ...preview },
		});
		const email = made.sandbox.admin.documentAt(0).contact?.email;
		expect(json[0].summary).toBe(`Create a payment reminder for ${invoice}, ${when}, to ${email}`);
	});

	it('of Update names each change in a group and in a line by its label', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		made.sandbox.admin.changeDocument(id, { processingState: 0 });
		const updateFields = { payments: { paid: true }, dueDate: '2026-12-31', paymentType: 2 };
		const { json } = await made.run(document('update', { updateFields }, id));
		expect(json[0].changes).toEqual([
			'Due Date: 2025-01-15 → 2026-12-31',
			'Paid: no → yes',
			'Payment Type: Cash on Delivery → Cash',
		]);
	});

	it('of a payment order names its documents and what is due', async () => {
		const made = await bench({ documents: 40 });
		const { admin } = made.sandbox;
		const ids = [3, 4].map((place) => String(idAt(made, place)));
		const open = { direction: 0, type: 0, currency: 'CZK', payments: { paid: false } };
		admin.changeDocument(ids[0], { ...open, total: 1210, amountPaid: 0 } as IDataObject);
		admin.changeDocument(ids[1], { ...open, total: 5000.31, amountPaid: 85 } as IDataObject);
		const picked = { __rl: true, mode: 'list', value: '301', cachedResultName: 'Běžný účet' };
		const { json } = await made.run({
			...{ resource: 'paymentOrder', operation: 'create', bankAccountId: picked },
			...{ dueDate: '2026-12-01', accountingDocuments: ids.join(','), ...preview },
		});
		expect(json[0].summary).toMatch(
			/^Order the payment of 6,125\.31 CZK for 2 documents: \S+ \(.*, 1,210\.00 CZK\) and \S+ \(.*, 5,000\.31 CZK, of which 4,915\.31 is due\) from bank account 301 "Běžný účet", to be paid on 2026-12-01$/,
		);
		expect(json[0].documents).toHaveLength(2);
		expect(json[0].remark).toMatch(/^The service decides whether it orders the amount due/);
	});

	it('names a contact that was picked from the list', async () => {
		const made = await bench({ documents: 20 });
		const contactId = { __rl: true, mode: 'list', value: '5001', cachedResultName: 'Example Ltd' };
		const created = await made.run(create({ contact: { contactId }, ...preview }));
		expect(created.json[0].summary).toBe(
			'Create Invoice for contact 5001 "Example Ltd": 1 line item, 200.00 CZK without VAT',
		);
		const assigned = await made.run(document('assignContact', { contactId }, idAt(made, 0)));
		expect(assigned.json[0].summary).toMatch(
			/^Assign contact 5001 "Example Ltd" to FV2025-000000 /,
		);
		const byNumber = { ...contactId, mode: 'id' };
		const other = await made.run(create({ contact: { contactId: byNumber }, ...preview }));
		expect(other.json[0].summary).toContain(' for contact 5001: ');
	});

	it.each<[string, string, Parameters]>([
		['Assign Contact', 'assignContact', { contactId: '5001' }],
		['Update VAT Recap', 'updateVatRecap', { vatRecapCalculationMode: 0 }],
	])('of %s says if the document is processed', async (_, operation, changes) => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		const remarks: unknown[] = [];
		for (const processingState of [0, 1] as const) {
			made.sandbox.admin.changeDocument(id, { processingState });
			const { json } = await made.run(document(operation, changes, id));
			remarks.push(json[0].remark);
		}
		expect(remarks).toEqual([
			undefined,
			'The document is processed, so the service may refuse the change.',
		]);
	});

	it('reads at most 100 documents, and says so', async () => {
		const made = await bench({ documents: 120 });
		const items = Array.from({ length: 102 }, (_item, place) => ({
			id: String(idAt(made, place)),
		}));
		const { json } = await made.run(
			document('changeState', { state: 'Draft' }, '={{ $json.id }}'),
			{
				items,
			},
		);
		expect(json[99].summary).toMatch(/^Change \S+ \(.*\): State .* → Draft$/);
		expect(json[101]).toMatchObject({
			summary: `Change document ${items[101].id}: State Draft`,
			remark: 'The preview reads only the first 100 records.',
		});
		expect(made.asked().filter(({ method }) => method === 'GET')).toHaveLength(100);
	});

	it('goes on without a document that the service does not find, and fails as the run for all else', async () => {
		const made = await bench({ documents: 20 });
		const { json } = await made.run(document('delete', {}, '1'));
		expect(json[0]).toMatchObject({ summary: 'Delete document 1', wouldSend: [{}] });
		made.sandbox.admin.addFault({ kind: 'status', status: 500, times: 0 });
		const { error } = await made.run(
			document('delete', { options: { preview: true, maxTries: 1 } }, '1'),
		);
		expect(error?.message).toContain('HTTP 500');
	});

	it('hints at what the request lacks, before anything is created', async () => {
		const made = await bench();
		const { hints } = await made.run(create({ issueDate: '', dueDate: '', ...preview }));
		expect(hints).toEqual(
			expect.arrayContaining([
				'Issue Date is not sent: row 1. The Period filter does not find such documents.',
				'Due Date is not sent: row 1. Such documents never count as overdue.',
			]),
		);
		expect(hints.join(' ')).not.toContain('Created without');
	});

	it('says how many lines an update would replace', async () => {
		const made = await bench({ documents: 20 });
		const id = String(idAt(made, 0));
		made.sandbox.admin.changeDocument(id, { processingState: 0 });
		const number = String(made.sandbox.admin.document(id).accountingDocumentNo);
		const lineItemsJson = JSON.stringify([{ description: 'Lamps', qt: 1, price: 10 }]);
		const { hints, json, error } = await made.run(
			document(
				'update',
				{
					updateFields: {},
					replaceLineItems: true,
					options: { preview: true, newLineItemsJson: lineItemsJson },
				},
				id,
			),
		);
		expect(error?.message).toBeUndefined();
		expect(hints).toContain(`Line items would be replaced: 3 would become 1 (document ${number}).`);
		expect(json[0].changes).toEqual([
			expect.stringMatching(/^Line Items: 3 \(.*\) → 1 \(Lamps\)$/),
		]);
	});
});
