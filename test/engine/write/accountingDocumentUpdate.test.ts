/** docs/reference/create.md#update: unchanged fields stay as they are, and another contact brings nothing of the previous one. */
import type { IDataObject } from 'n8n-workflow';

import { create, line } from '../support/create';
import { smallService } from '../support/smallService';
import { bench, type Bench, type Parameters, byId } from '../support/withSandbox';

/** Lines as JSON, an option. */
const withLines = (...rows: IDataObject[]) => ({
	replaceLineItems: true,
	options: { newLineItemsJson: JSON.stringify(rows) },
});

const invoice = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 } as const;

async function open(b: Bench): Promise<string> {
	const contact = { companyName: 'Example', city: 'Brno' };
	const additionalFields = { description: 'Chairs for the office' };
	const { json } = await b.run(create({ contact, issueDate: '2026-11-01', additionalFields }));
	b.sandbox.admin.clearJournal();
	return String(json[0].id);
}

const update = (id: string, changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'update',
	accountingDocumentId: byId(id),
	...changes,
	options: { output: 'raw', ...(changes.options as object) },
});

const put = ({ asked }: Bench) => asked().filter(({ method }) => method === 'PUT');

describe('updating a document', () => {
	it('changes some fields and keeps all others', async () => {
		const b = await bench();
		const id = await open(b);
		const before = b.sandbox.admin.document(id);
		const contact = { city: 'Praha' };
		const updateFields = { orderNo: 'A-18', currency: ' eur\u200b', contact };
		const { error, json } = await b.run(update(id, { updateFields }));
		expect(error).toBeUndefined();
		const after = b.sandbox.admin.document(id);
		expect(json).toEqual([after]);
		expect(after).toMatchObject({
			orderNo: 'A-18',
			currency: 'EUR',
			contact: { companyName: 'Example', city: 'Praha' },
		});
		for (const name of [
			'total',
			'totalVatExcl',
			'issueDate',
			'description',
			'variableSymbol',
		] as const) {
			expect(after[name]).toEqual(before[name]);
		}
		expect(after.lineItems).toHaveLength(before.lineItems?.length ?? 0);
		expect(b.asked().map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	it('sends no GET only member of a part without a published name, and shows no change of it', async () => {
		const account = { bankAccountId: 77, number: '19' };
		const note = { uniqueId: 'n', authorUniqueId: 'a', type: 1, text: 'Call first' };
		const scan = { guid: 'g', size: 5, fileId: 7, filename: 'x.pdf' };
		const times = { createdTime: '2026-11-01', updatedTime: '2026-11-02' };
		const record = {
			...{ id: 12, ...invoice },
			accounts: [{ ...account, localId: 'l' }],
			remarks: [{ ...note, authorName: 'Petra', ...times }],
			specific: { eet: { use: true, operation: 'send_eet' } },
			pages: [scan],
		};
		const { run, arrived } = await smallService({
			answer: ({ method, body }) => (method === 'GET' ? record : (JSON.parse(body) as IDataObject)),
		});
		const updateFields = { orderNo: 'A-18' };
		const preview = await run(update('12', { updateFields, options: { preview: true } }));
		expect(preview.json[0].changes).toEqual(['Order Number: empty → A-18']);
		await run(update('12', { updateFields }));
		const sent = arrived.find(({ method }) => method === 'PUT');
		expect(JSON.parse(sent?.body ?? '{}')).toEqual({
			...{ ...invoice, ...updateFields, accounts: [account], remarks: [note] },
			specific: { eet: { use: true } },
		});
	});

	/** A document whose sums are not those that the service would compute. */
	const withOtherSums = async (changes: IDataObject = {}) => {
		const b = await bench();
		const id = await open(b);
		const { admin } = b.sandbox;
		const vatRecap = [{ vatRate: 21, base: 203, vatAmount: 42, total: 245, vatRateType: 1 }];
		const sums = { total: 245, totalVatExcl: 203, vatRecap };
		const number = { accountingDocumentNo: 'F-17', roundingType: 1, vatRecapCalculationMode: 0 };
		admin.changeDocument(id, { ...number, ...sums, ...changes } as never);
		const [{ id: _, ...same }] = admin.document(id).lineItems as unknown as IDataObject[];
		return { b, id, admin, sums, same };
	};

	it.each([
		['VAT Country Type', { vatCountryType: 1 }, {}],
		['Rounding Type', { roundingType: 1 }, {}],
		['VAT Recap Mode', { vatRecapCalculationMode: 0 }, {}],
		['VAT Recap Mode, entered manually', { vatRecapCalculationMode: 2 }, {}],
		['manual sums', { vatRecapCalculationMode: 2 }, { vatRecapCalculationMode: 2 }],
	])('keeps the sums if %s is given as it is, or Manually', async (_, fields, shown) => {
		const { b, id, admin, sums } = await withOtherSums(shown);
		const changes = { updateFields: { ...fields, description: 'Tables' } };
		const { error, hints } = await b.run(update(id, changes));
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(put(b)[0].body).toMatchObject({ ...fields, ...sums });
		expect(admin.document(id)).toMatchObject({ description: 'Tables', ...sums });
	});

	it('keeps the sums of equal lines', async () => {
		const { b, id, admin, sums, same } = await withOtherSums();
		const { error, hints } = await b.run(update(id, withLines(same)));
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(admin.document(id)).toMatchObject(sums);
	});

	it('says what a total has become that the service computes again', async () => {
		const { b, id } = await withOtherSums();
		const { error, hints } = await b.run(update(id, { updateFields: { vatCountryType: 2 } }));
		expect([error?.message, hints]).toEqual([
			undefined,
			['The service computed the total again: 245 became 242 (document F-17).'],
		]);
		expect(put(b)[0].body).not.toHaveProperty('total');
	});

	it('sends Manually with a new type that needs it, as Create does', async () => {
		const { b, id, sums } = await withOtherSums();
		const updateFields = { type: 7, cashRegisterId: '12' };
		const { error } = await b.run(update(id, { updateFields }));
		expect(error?.message).toBeUndefined();
		expect(put(b)[0].body).toMatchObject({ type: 7, vatRecapCalculationMode: 2, ...sums });
		const other = { ...updateFields, vatRecapCalculationMode: 1 };
		const refused = await b.run(update(id, { updateFields: other }));
		expect(refused.error?.message).toMatch(/^VAT Recap Mode must be Manually/);
	});

	it('replaces the lines, and leaves the totals to the service', async () => {
		const b = await bench();
		const id = await open(b);
		const changes = withLines(line(), line());
		b.sandbox.admin.changeDocument(id, { accountingDocumentNo: 'F-17' });
		const { error, hints, json } = await b.run(update(id, changes));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ total: 484, totalVatExcl: 400 });
		expect(hints).toEqual([
			`Line items replaced: 1 became 2, total 242 became 484 (document F-17).`,
		]);
	});

	it('says nothing about lines whose number and total stay, unless the total is unknown', async () => {
		const b = await bench();
		const id = await open(b);
		b.sandbox.admin.changeDocument(id, { accountingDocumentNo: 'F-17' });
		const changes = withLines(line({ description: 'Tables' }));
		const preview = { ...changes, options: { ...changes.options, preview: true } };
		expect((await b.run(update(id, preview))).hints).toContain(
			'Line items would be replaced: 1 would become 1 (document F-17).',
		);
		expect((await b.run(update(id, changes))).hints).toEqual([]);
	});

	it('says what a document without Due Date means, for documents that customers pay', async () => {
		const b = await bench();
		const id = await open(b);
		b.sandbox.admin.changeDocument(id, { accountingDocumentNo: 'F-17', dueDate: '2026-12-01' });
		const changes = { updateFields: { clearFields: ['dueDate'] }, mode: 'change' };
		const preview = await b.run(update(id, { ...changes, options: { preview: true } }));
		const says = `in document F-17. Such documents never count as overdue.`;
		expect(preview.hints).toContain(`Due Date would be cleared ${says}`);
		expect((await b.run(update(id, changes))).hints).toEqual([`Due Date was cleared ${says}`]);
		// It has none now.
		expect((await b.run(update(id, changes))).hints).toEqual([]);
		b.sandbox.admin.changeDocument(id, { dueDate: '2026-12-01', direction: 0 });
		expect((await b.run(update(id, changes))).hints).toEqual([]);
	});

	it('keeps the lines if the operation was switched from Create', async () => {
		const b = await bench();
		const id = await open(b);
		const before = b.sandbox.admin.document(id);
		const row = { description: 'Tables', qt: '1', price: '7' };
		const ofCreate = { lineItems: { row: [row] }, amountsIncludeVat: true, vatCountryCode: 'CZ' };
		const parameters = update(id, { updateFields: { orderNo: 'A-18' } });
		expect((await b.run(parameters, { leftOver: ofCreate })).error).toBeUndefined();
		const after = b.sandbox.admin.document(id);
		expect(after).toMatchObject({ orderNo: 'A-18', total: before.total });
		expect(after.lineItems).toMatchObject([{ description: 'Chairs', qt: 2 }]);
	});

	it('reads a percentage as the standard rate, from one list for all items', async () => {
		const b = await bench();
		const ids = [await open(b), await open(b)];
		const rows = withLines(line({ vatRate: 12, vatRateType: undefined }));
		const lines = { ...rows, newVatCountryCode: 'CZ' };
		const items = ids.map((id) => ({ id }));
		expect((await b.run(update('={{ $json.id }}', lines), { items })).error).toBeUndefined();
		const sent = put(b).map(({ body }) => body);
		expect(sent).toMatchObject(ids.map(() => ({ lineItems: [{ vatRateId: 312 }] })));
		expect(b.asked('/v2/vatrates')).toHaveLength(1);
	});

	it.each([404, 500])(
		'says that it could not name what is cleared, if HTTP %i comes',
		async (status) => {
			const b = await bench();
			const id = await open(b);
			const { type, direction, currency, vatCountryType } = invoice;
			const updateFields = { type, direction, currency, vatCountryType };
			const parameters = update(id, { mode: 'replace', updateFields, ...withLines(line()) });
			b.sandbox.admin.addFault({
				...{ kind: 'status', status, times: 1 },
				match: { method: 'GET', url: `/v2/accountingdocuments/${id}` },
			});
			const { error, hints } = await b.run(parameters);
			expect(error).toBeUndefined();
			expect(hints).toEqual([
				`The node could not read the document before updating accounting document ${id}, so it cannot name the fields that the service may have cleared. Look at the document in the service.`,
			]);
		},
	);

	it('replaces everything with Replace All Fields', async () => {
		const b = await bench();
		const id = await open(b);
		const { type, direction, currency, vatCountryType } = invoice;
		const updateFields = { type, direction, currency, vatCountryType, orderNo: 'new' };
		const lines = withLines(line());
		const parameters = update(id, { mode: 'replace', updateFields, ...lines });
		const options = { ...lines.options, preview: true };
		const shown = await b.run({ ...parameters, options });
		// The service sets some of these again, such as the State.
		expect(shown.json[0].summary).toMatch(
			/\. May clear Issue Date, Due Date, Contact, Description, .*State/,
		);
		const { error, hints } = await b.run(parameters);
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			`The service has cleared Issue Date, Due Date, Contact and Description while updating accounting document ${id}, because row 1 left them out. If you need them, enter them and run it again.`,
		]);
		expect(b.sandbox.admin.document(id)).toMatchObject({ orderNo: 'new', contact: null });
		expect((await b.run(parameters)).hints).toEqual([]);
		const missing = await b.run(update(id, { mode: 'replace', updateFields: { type: 0 } }), {});
		expect(missing.error?.message).toMatch(/^Currency/);
	});

	it.each([
		['nothing', {}, /^There is nothing to update/],
		['a rule that it breaks', { updateFields: { type: 7 } }, /^Cash Register ID is missing/],
		['an empty list of lines', withLines(), /^The document has no line items and no total/],
		[
			'a VAT Country without what its rates depend on',
			{
				...{ mode: 'replace', updateFields: { type: 0, currency: 'CZK' }, newVatCountryCode: 'CZ' },
				...withLines(line()),
			},
			/^VAT Country Type and Direction are missing/,
		],
		[
			'a field that is GET only',
			{ updateFields: { extraFields: { field: [{ name: 'amountPaid', value: '5' }] } } },
			/^Extra Fields repeat amountPaid/,
		],
	])('refuses %s and sends nothing', async (_, changes, message) => {
		const b = await bench();
		const { error } = await b.run(update(await open(b), changes));
		expect(error?.message).toMatch(message);
		expect(put(b)).toEqual([]);
	});

	it('sends what the type of the document requires, for any form of its amounts', async () => {
		const document = { id: 5, ...invoice, type: 7, cashRegisterId: 1, vatRecapCalculationMode: 2 };
		const service = await smallService({ answer: () => document });
		const { error } = await service.run(
			update('5', { ...withLines(line()), newAmountsIncludeVat: true }),
		);
		expect(error).toBeUndefined();
		const [sent] = service.arrived.filter(({ method }) => method === 'PUT');
		expect(JSON.parse(sent.body)).toMatchObject({ type: 7, vatRecapCalculationMode: 2 });
	});
});

it('an unchanged field round-trips: long numbers as numbers, strings of digits as strings', async () => {
	const text = [
		'{"id":9007199254740993,"type":0,"direction":1,"currency":"CZK","vatCountryType":1',
		'"externalNo":"9007199254740993","categoryId":9007199254740995,"permalinkToken":"kQ7-pT2"',
		'"ledger":{"account":9007199254740997,"code":"9007199254740997"},"entries":[9007199254740999]',
		'"rate":0.12345678901234567890,"amountPaid":9007199254740993.5}',
	].join();
	const service = await smallService({
		answer: (_request, response) =>
			void response.writeHead(200, { 'content-type': 'application/json' }).end(text),
	});
	const { error, hints, json } = await service.run(
		update('9007199254740993', { updateFields: { direction: 1 } }),
	);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	// Output items have long numbers as text.
	expect(json[0]).toMatchObject({ id: '9007199254740993', entries: ['9007199254740999'] });
	const [sent] = service.arrived.filter(({ method }) => method === 'PUT');
	const kept = text.replace(/"id":\d+,/, '').replace(/,"amountPaid":[\d.]+/, '');
	expect(sent.body).toBe(kept);
});

it.each(['total', 'totalVatExcl', 'vatRecap', 'roundingType', 'vatRecapCalculationMode'])(
	'clears %s without a hint, since the service fills it in',
	async (name) => {
		const made = await bench();
		const { json: documents } = await made.run(create());
		const changes = { updateFields: { clearFields: [name] }, mode: 'change' };
		const { error, hints } = await made.run(update(String(documents[0].id), changes));
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(put(made)).toHaveLength(1);
		const sums = ['total', 'totalVatExcl', 'vatRecap'];
		const left = Object.keys(put(made)[0].body as object).filter((one) => sums.includes(one));
		if (sums.includes(name)) expect(left).toEqual([]);
	},
);

describe('a record that shows fields of other documents as nothing or no', () => {
	const bankAccounts = { accounts: [{ bankAccountId: 0, number: '19', bankCode: '0800' }] };

	/** A service that computes what was sent empty. */
	const showing = async (shown: IDataObject) => {
		const lineItems = [{ description: 'Chairs', qt: 1, unitName: null, vatDeduction: false }];
		const document = { id: 5, ...invoice, explicitNo: null, taxDate: null, lineItems, ...shown };
		return await smallService({
			answer: ({ method }) =>
				method === 'GET'
					? { ...document, accountingDocumentNo: 'FV00005' }
					: {
							...{ ...document, accountingDocumentNo: 'FV00005', taxDate: '2026-11-01' },
							...{ description: 'x', externalNo: 'EX-1', payments: { paid: true } },
							lineItems: [{ ...lineItems[0], unitName: 'pcs' }],
						},
		});
	};

	it.each([
		['Update', update('5', { updateFields: { description: 'x' } })],
		[
			'Mark as Paid',
			{ resource: 'accountingDocument', operation: 'markPaid', accountingDocumentId: byId('5') },
		],
	])('%s sends it back, and compares nothing that was empty', async (_, parameters) => {
		const service = await showing({});
		const { error, hints } = await service.run(parameters as Parameters);
		expect([error?.message, hints]).toEqual([undefined, []]);
		const sent = service.arrived.find(({ method }) => method === 'PUT')!;
		expect(JSON.parse(sent.body)).toMatchObject({ explicitNo: null });
		expect(sent.body).not.toContain('vatDeduction');
	});

	it('says if a field that was cleared is still filled', async () => {
		const service = await showing({ externalNo: 'EX-1' });
		const { hints } = await service.run(
			update('5', { updateFields: { clearFields: ['externalNo'] } }),
		);
		expect(hints).toEqual([expect.stringContaining('External Number')]);
	});

	const extraFields = { field: [{ name: 'myField', value: 'y' }] };

	it.each([
		['lines that say no', { direction: 0 }, { direction: 1 }],
		['a bank account without an ID', { direction: 0, ...bankAccounts }, { extraFields }],
		['an issued bank account by number', bankAccounts, { extraFields }],
		['an empty bank account', { accounts: [{ iban: null, number: '' }] }, { direction: 1 }],
	])('is not refused for %s', async (_, shown, updateFields) => {
		const service = await showing(shown);
		const { error } = await service.run(update('5', { updateFields }));
		expect([error?.message, error?.description]).toEqual([undefined, undefined]);
		expect(service.arrived.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	it('accepts VAT Deduction: no in lines for an issued document, and leaves it out', async () => {
		const made = await bench();
		const shown = JSON.stringify([line({ vatDeduction: false })]);
		const { error } = await made.run(create({ lineItemsJson: shown }));
		expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	});
});

it('an update to another contact sends none of the properties of the previous one', async () => {
	const contact = { contactId: 3, companyName: 'Example', companyRegNo: '111', city: 'Brno' };
	const before = { ...invoice, id: 12, contact };
	const service = await smallService({
		answer: ({ method, body }) =>
			method === 'GET' ? before : { ...before, ...(JSON.parse(body) as IDataObject) },
	});
	const { error } = await service.run(
		update('12', { updateFields: { contact: { contactId: '7' } } }),
	);
	expect(error).toBeUndefined();
	const { body } = service.arrived.find(({ method }) => method === 'PUT') ?? { body: '{}' };
	expect((JSON.parse(body) as IDataObject).contact).toEqual({ contactId: 7 });
});
