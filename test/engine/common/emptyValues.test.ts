/** docs/reference/create.md#empty-cells: an empty value never changes, and never widens. */
import type { IDataObject } from 'n8n-workflow';

import { create, line, lines, posted } from '../support/create';
import { membersWith, optionalCollections } from '../support/optionalFields';
import { itemOf, listed, parametersOf, scan, searching, type Which } from '../support/samples';
import { smallService } from '../support/smallService';
import { bench, search, type Bench, type Parameters, byId } from '../support/withSandbox';

/** The values of an empty cell or a missing column. */
const empty = [undefined, null, ''];
const which: Which[] = [0, 1, 2];
const fromItem = '={{ $json.cell }}';

describe.each(listed.filter(({ operation }) => operation.requests.length > 0))('$title', (one) => {
	// An empty one of these has its own rule (below, and export/form.test.ts).
	const optional = optionalCollections(one).filter(
		({ name }) => !['updateFields', 'filters'].includes(name),
	);

	it('leaves out empty values, as if they were not added', async () => {
		const requests = await Promise.all(
			[false, true].map(async (isAdded) => {
				const made = await bench({ documents: 30 });
				const items = which.map((place, index) => ({
					...itemOf(one, made.sandbox, place),
					...(empty[index] !== undefined && { cell: empty[index] }),
				}));
				// A contact without any value is refused (write/accountingDocumentCreate.test.ts).
				const hasContact = optional.some(({ name }) => name === 'contact');
				const contact = hasContact && { contact: { companyName: 'Example Ltd' } };
				const parameters = { ...parametersOf(one), ...contact } as Record<string, object>;
				const added = optional.map((field) => [
					field.name,
					{ ...membersWith(fromItem, field), ...parameters[field.name] },
				]);
				const { error } = await made.run(
					{ ...parameters, ...(isAdded && Object.fromEntries(added)) } as Parameters,
					{ items: items as IDataObject[], binary: which.map(scan) },
				);
				const sent = made
					.asked()
					.map(({ path, query, body }) => JSON.stringify([path, query, body]));
				// A list is read once for equal items.
				return { message: error?.message, sent: new Set(sent) };
			}),
		);
		expect(requests[1]).toEqual(requests[0]);
	});
});

describe('Create', () => {
	it('creates documents from items with empty cells in lines and VAT Country', async () => {
		const b = await bench();
		const furtherFields = { vatDeduction: fromItem, unitPrice: fromItem, storeItemId: fromItem };
		const row = { description: 'Chairs', qt: '1', price: '100', unitName: fromItem };
		const parameters = create({
			vatCountryCode: fromItem,
			lineItemsFrom: 'define',
			lineItems: { row: [{ ...row, vatRateId: byId(fromItem), furtherFields }] },
		});
		const items = empty.map((cell) => ({ cell }) as IDataObject);
		const { error } = await b.run(parameters, { items });
		expect(error).toBeUndefined();
		const lineItems = [{ description: 'Chairs', qt: 1, unitPriceVatExcl: 100 }];
		expect(posted(b).map((body) => body.lineItems)).toEqual(items.map(() => lineItems));
	});

	it('names the fields of line items that are empty for every item, beside a column of Excel dates', async () => {
		const b = await bench();
		const row = {
			...{ description: fromItem, qt: '1', price: '100', unitName: fromItem },
			furtherFields: {
				...{ finAccount: fromItem, reverseChargeCode: fromItem, vatRateType: fromItem },
				project: '={{ $json.project }}',
			},
		};
		const dates = { issueDate: '={{ $json.date }}', dueDate: '={{ $json.date }}' };
		const lineItems = { row: [row] };
		const { hints, error } = await b.run(create({ ...dates, lineItemsFrom: 'define', lineItems }), {
			items: [{ date: 46_205 }, { date: 46_206, project: 'Renovation' }],
		});
		expect(error).toBeUndefined();
		expect(hints).toContain(
			'The node left out fields that are empty for every item: Description of Line Item 1, Unit of Line Item 1, Financial Account of Line Item 1, Reverse Charge Code of Line Item 1, VAT Rate Type of Line Item 1. Check their values.',
		);
	});

	it.each<[string, Parameters, RegExp]>([
		['Unique By', { options: { uniqueBy: fromItem } }, /^Unique By is empty/],
		[
			'If It Exists',
			{
				options: { uniqueBy: 'orderNo', ifExists: fromItem },
				additionalFields: { orderNo: 'A-1' },
			},
			/^If It Exists is empty/,
		],
		['Type', { type: fromItem }, /^Type is empty/],
		['Currency', { currency: fromItem }, /^Currency is empty/],
		['Direction', { direction: fromItem }, /^Direction is empty/],
		['Amounts Include VAT', { amountsIncludeVat: fromItem }, /^Amounts Include VAT is empty/],
		['VAT Country Type', { vatCountryType: fromItem }, /^VAT Country Type is empty/],
		[
			'Field with Line Items',
			{ lineItemsFrom: 'inputField', lineItemsField: fromItem },
			/^Field with/,
		],
		[
			'VAT Rate of a row',
			{ additionalFields: { vatRecap: { row: [{ vatRate: fromItem, base: '1' }] } } },
			/^VAT Rate \(%\) of Rate 1 is missing/,
		],
	])('refuses an empty %s, which is required', async (_, changes, message) => {
		const b = await bench();
		for (const cell of empty) {
			const items = [{ cell } as IDataObject];
			const { error } = await b.run(create(changes), { items });
			expect(error?.message).toMatch(message);
		}
		expect(posted(b)).toEqual([]);
	});
});

describe('Update', () => {
	const update = (id: string, updateFields: object): Parameters => ({
		resource: 'accountingDocument',
		operation: 'update',
		accountingDocumentId: byId(id),
		updateFields,
		options: { output: 'raw' },
	});

	async function open(): Promise<{ b: Bench; id: string }> {
		const b = await bench();
		const { json } = await b.run(
			create({
				...lines(line()),
				contact: { companyName: 'Example', city: 'Brno' },
				dueDate: '2026-12-01',
				additionalFields: { description: 'Chairs', categoryId: '41' },
			}),
			{},
		);
		return { b, id: String(json[0].id) };
	}
	const put = ({ asked }: Bench) =>
		asked()
			.filter(({ method }) => method === 'PUT')
			.map(({ body }) => body as IDataObject);

	const added = {
		description: fromItem,
		dueDate: fromItem,
		categoryId: fromItem,
		contact: { city: fromItem },
	};

	const leftBlank = { description: '', dueDate: '', categoryId: '', contact: { city: '' } };
	const before = { description: 'Chairs', dueDate: '2026-12-01', categoryId: 41 };

	it.each([
		['an expression that gives null', { cell: null }, added],
		['an expression that gives empty text', { cell: '' }, added],
		['an expression that gives nothing', {}, added],
		['a field that was left blank', {}, leftBlank],
	])('keeps the value for %s, and names the fields', async (_, item, fields) => {
		const { b, id } = await open();
		const parameters = update(id, { ...fields, orderNo: 'A-18' });
		const { error, hints } = await b.run(parameters, { items: [item] });
		expect(error).toBeUndefined();
		const contact = { companyName: 'Example', city: 'Brno' };
		expect(put(b)).toMatchObject([{ orderNo: 'A-18', ...before, contact }]);
		expect(hints).toEqual([
			'The node left out fields that are empty for every item: Category ID, City of Contact, Description, Due Date. If you typed a date, enter it as 2026-12-31. To clear a field, add Clear Fields to Update Fields, and choose it there.',
		]);
	});

	it('does not name a field that is empty and chosen in Clear Fields', async () => {
		const { b, id } = await open();
		const clearFields = ['dueDate', 'contact.city'];
		const { hints } = await b.run(update(id, { ...leftBlank, orderNo: 'A-18', clearFields }), {
			items: [{}],
		});
		expect(put(b)).toMatchObject([{ orderNo: 'A-18', dueDate: null, contact: { city: null } }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Due Date was cleared in document ID \d+\. Such documents never count/,
			),
			expect.stringMatching(/every item: Category ID, Description\. To clear/),
		]);
	});

	it('names a date above the other fields only if its expression is empty for every item', async () => {
		const b = await bench();
		const hintsFor = async (issueDate: string, ...items: IDataObject[]) =>
			(await b.run(create({ ...lines(line()), dueDate: '', issueDate }), { items })).hints.join();
		const named = /are empty for every item: Issue Date\. If you typed a date/;
		expect(await hintsFor('={{ $json.date }}', {}, { date: null })).toMatch(named);
		expect(await hintsFor('={{ $json.date }}', {}, { date: '2026-12-01' })).not.toMatch(
			/Issue Date\./,
		);
		expect(await hintsFor('', {})).not.toMatch(/for every item/);
	});

	it('does not name a field that has a value for one item', async () => {
		const { b, id } = await open();
		const items = [{}, { cell: 'Tables' }];
		const { hints } = await b.run(update(id, { orderNo: 'A-18', description: fromItem }), {
			items,
		});
		expect(hints).toEqual([]);
	});

	it.each([
		['choices', ['dueDate', 'categoryId', 'contact.city']],
		['an expression', "={{ 'dueDate, Category ID, Contact: City' }}"],
	])('clears what Clear Fields names: %s', async (_, clearFields) => {
		const { b, id } = await open();
		const { error } = await b.run(update(id, { clearFields }));
		expect(error).toBeUndefined();
		const contact = { companyName: 'Example', city: null };
		expect(put(b)).toMatchObject([
			{ description: 'Chairs', dueDate: null, categoryId: null, contact },
		]);
	});

	it.each([
		[
			['dueDate'],
			{ dueDate: '2026-12-02' },
			/^Due Date has a value in Update Fields and is in Clear Fields/,
		],
		[['currency'], {}, /^Clear Fields contains currency, which cannot be cleared/],
		[['id'], {}, /^Clear Fields contains id, which cannot be cleared/],
	])('refuses to clear %j with %j', async (clearFields, fields, message) => {
		const { b, id } = await open();
		const { error } = await b.run(update(id, { ...fields, clearFields }));
		expect(error?.message).toMatch(message);
		expect(put(b)).toEqual([]);
	});

	it('sends nothing for an item that has none of the columns, and returns its record', async () => {
		const { b, id } = await open();
		const fields = { description: fromItem, contact: { city: fromItem } };
		const items = [{ cell: 'Tables' }, {}];
		const { error, json, hints } = await b.run(update(id, fields), { items });
		expect(error).toBeUndefined();
		expect(json.map(({ description }) => description)).toEqual(['Tables', 'Tables']);
		expect(put(b)).toHaveLength(1);
		expect(hints.join()).toMatch(/Row 2 has no fields to update/);
		const nested = await b.run(update(id, { contact: added.contact }));
		expect(nested.error).toBeUndefined();
		const nothing = await b.run(update(id, {}));
		expect(nothing.error?.message).toMatch(/^There is nothing to update/);
	});

	it('keeps empty rows and an empty Currency, and refuses a row without its rate', async () => {
		const { b, id } = await open();
		const extraFields = { field: [{ name: 'costCenter', value: ' ' }] };
		for (const fields of [{ vatRecap: {} }, { vatRecap: { row: [] } }, { extraFields }]) {
			const { error } = await b.run(update(id, { orderNo: 'A-18', ...fields }));
			expect(error).toBeUndefined();
			const { vatRecap, ...sent } = put(b).at(-1) ?? {};
			expect(vatRecap).not.toEqual([]);
			expect(Object.keys(sent)).not.toContain('costCenter');
		}
		const blank = await b.run(update(id, { orderNo: 'A-19', currency: fromItem }));
		expect(blank.error).toBeUndefined();
		expect(put(b)[3]).toMatchObject({ orderNo: 'A-19', currency: 'CZK' });
		const refused = await b.run(update(id, { vatRecap: { row: [{ base: '100' }] } }));
		expect(refused.error?.message).toMatch(/^VAT Rate \(%\) of Rate 1 is missing/);
		expect(put(b)).toHaveLength(4);
	});

	it('of a template clears a field of a group, and keeps the others', async () => {
		const before = { start: '2026-12-01', end: '2027-12-01', generateMaxCount: 3, frequency: 1 };
		const record = { id: 3, name: 'Rent', scheduler: { ...before, useWorkflow: true } };
		const service = await smallService({ answer: () => record });
		const template = { resource: 'template', operation: 'update', templateId: '3' };
		const extraFields = { field: [{ name: 'ledger', value: 'null' }] };
		const updateFields = { extraFields, clearFields: ['name', 'scheduler.end'] };
		const { error } = await service.run({ ...template, updateFields });
		expect(error).toBeUndefined();
		const puts = service.arrived.filter(({ method }) => method === 'PUT');
		expect(puts.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			{ ...{ name: null, ledger: null }, scheduler: { ...record.scheduler, end: null } },
		]);
	});
});

describe('Update Many', () => {
	it('clears by its own choice, not by an empty value', async () => {
		const b = await bench();
		const id = String(b.sandbox.admin.documentAt(3).id);
		const parameters = (change: string) => ({
			...{ resource: 'accountingDocument', operation: 'updateMany', change },
			accountingDocumentId: byId(id),
			preferredBranchId: fromItem,
		});
		for (const cell of empty) {
			const items = [{ cell } as IDataObject];
			const { error } = await b.run(parameters('setpreferredbranch'), { items });
			expect(error?.message).toBe('Preferred Branch ID is empty');
		}
		const { error, json } = await b.run(parameters('clearpreferredbranch'));
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ updated: true, change: 'clearpreferredbranch' }]);
		expect(b.asked().map(({ body }) => body)).toMatchObject([
			{ operation: 'setpreferredbranch', additionalData: { preferredBranchId: null } },
		]);
	});
});

describe('a filter', () => {
	const documents = async (parameters: Parameters, items: IDataObject[]) => {
		const b = await bench();
		const { json, hints, error } = await b.run(search({ returnAll: true, ...parameters }), {
			items,
		});
		return { error: error?.message, count: json.length, hints, asked: b.asked() };
	};

	it.each<[string, Parameters, string]>([
		['identifies documents', { filters: { variableSymbol: fromItem } }, 'Variable Symbol is'],
		['limits them by date', { filters: { issueDateTo: fromItem } }, 'Issued To is'],
		['limits them by amount', { filters: { valueFrom: fromItem } }, 'Total From is'],
		['is the contact', { filters: { contactId: byId(fromItem) } }, 'Contact is'],
		['is the text', { searchText: fromItem }, 'Search Text is'],
		[
			'is one of the service',
			{ filters: { otherFilters: { filter: [{ name: 'branch', value: fromItem }] } } },
			'branch is',
		],
	])('that %s and is empty gives its item nothing', async (_name, parameters, words) => {
		for (const cell of [undefined, null, '', '  ']) {
			const { error, count, hints, asked } = await documents(parameters, [{ cell }, { cell }]);
			expect([error, count, asked]).toEqual([undefined, 0, []]);
			expect(hints).toEqual([
				`2 items returned nothing, because ${words} empty there. Check the expressions, or remove the filters.`,
			]);
		}
	});

	it.each<[string, string, string]>([
		['orderNo', 'null', 'Order Number'],
		['externalNo', 'undefined', 'External Number'],
		['documentNo', 'N/A', 'Document Number'],
		['state', 'null', 'State'],
	])('%s that is the text %s is searched for, and named', async (name, cell, label) => {
		const { count, hints } = await documents({ filters: { [name]: fromItem } }, [{ cell }]);
		expect(count).toBe(0);
		expect(hints.join()).toContain(`text such as "null" or "N/A" in ${label}. If that stands`);
	});

	it('that is empty for one item leaves the others as they are', async () => {
		const { admin } = (await bench()).sandbox;
		const symbol = Array.from(
			{ length: 100 },
			(_one, at) => admin.documentAt(at).variableSymbol,
		).find(Boolean);
		const filters = { variableSymbol: fromItem };
		const { count: both } = await documents({ filters }, [{ cell: symbol }, {}]);
		const { count, hints } = await documents({ filters }, [{ cell: symbol }, {}, { cell: symbol }]);
		// Equal items are read once.
		expect([both > 0, count]).toEqual([true, both]);
		expect(hints.join()).toMatch(/^1 item returned nothing, because Variable Symbol is empty/);
	});

	it('that chooses a kind is ignored if it is empty, with a hint for one item already', async () => {
		const items = [{ cell: 'CZK' }, {}];
		const { count, hints } = await documents({ filters: { currency: fromItem } }, items);
		expect(count).toBeGreaterThan(120);
		expect(hints.join()).toMatch(
			/The node ignored empty filters: Currency \(1 of 2 items\)\. Enter values/,
		);
	});
});

it.each(searching)('an empty text of $title is called $label', async ({ label, parameters }) => {
	const { run } = await bench({ documents: 30 });
	const { error, hints } = await run({ ...parameters, searchText: fromItem }, { items: [{}] });
	expect(error?.message ?? hints.join()).toContain(` ${label} is empty`);
});
