import type { IDataObject } from 'n8n-workflow';

import { send, service } from '../support/apiRequest';
import { create, posted } from '../support/create';
import { bench, search, type Bench } from '../support/withSandbox';

/** An added picker that was left empty, as saved by the editor and by other tools. */
const leftAlone = [
	{ mode: 'list', value: '' },
	{ mode: 'id', value: null },
	{ __rl: true, mode: 'list', value: '' },
];

let at: Bench;

beforeEach(async () => {
	at = await bench({ documents: 30 });
});

describe('an added picker that was left empty', () => {
	it.each(leftAlone)('%j counts as not added: filters', async (contactId) => {
		const { json, error, hints } = await at.run(
			search({ returnAll: true, filters: { contactId } as never }),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(30);
		expect(hints.join()).toMatch(/empty for every item: Contact\./);
	});

	it.each(leftAlone)('%j counts as not added: Create', async (contactId) => {
		const { error } = await at.run(
			create({ contact: { contactId, companyName: 'Example' } as never }),
		);
		expect(error).toBeUndefined();
		expect(posted(at).map(({ contact }) => contact)).toEqual([{ companyName: 'Example' }]);
	});

	it.each(leftAlone)('%j counts as not added: Update keeps the contact', async (contactId) => {
		const { json: made } = await at.run(create({ contact: { companyName: 'Example' } }));
		const { error } = await at.run({
			resource: 'accountingDocument',
			operation: 'update',
			accountingDocumentId: { mode: 'id', value: String(made[0].id) },
			updateFields: { contact: { contactId, city: 'Brno' } } as never,
		});
		expect(error).toBeUndefined();
		const put = at.asked().find(({ method }) => method === 'PUT')?.body;
		expect(put).toMatchObject({ contact: { companyName: 'Example', city: 'Brno' } });
	});

	const related = (relatedAccountingDocumentId: unknown, id: unknown) => ({
		resource: 'accountingDocument',
		operation: 'update',
		accountingDocumentId: { mode: 'id', value: String(id) },
		updateFields: { relatedAccountingDocumentId, orderNo: 'A-1' } as never,
	});

	/** What the PUT says of the related document of an existing document. */
	async function relatedAfter(picker: unknown, items: IDataObject[] = [{}]) {
		const [id, other] = [0, 1].map((index) => Number(at.sandbox.admin.documentAt(index).id));
		at.sandbox.admin.changeDocument(id, { relatedAccountingDocumentId: other });
		const { error } = await at.run(related(picker, id), { items });
		expect(error).toBeUndefined();
		const put = at.asked().find(({ method }) => method === 'PUT')?.body as IDataObject;
		return { sent: put.relatedAccountingDocumentId, other };
	}

	it.each(leftAlone)(
		'%j counts as not added: Update keeps the related document',
		async (picker) => {
			const { sent, other } = await relatedAfter(picker);
			expect(sent).toBe(other);
		},
	);

	it.each([
		['a missing column keeps', {}, false],
		['an empty text clears', { x: '' }, true],
		['null clears', { x: null }, true],
	])('with an expression: %s the related document', async (_, item, clears) => {
		for (const picker of [{ __rl: true, mode: 'id', value: '={{ $json.x }}' }, '={{ $json.x }}']) {
			at = await bench({ documents: 30 });
			const { sent, other } = await relatedAfter(picker, [item]);
			expect(sent).toBe(clears ? null : other);
		}
	});

	it('is refused by its label if it is required', async () => {
		const value = '={{ $json.nope }}';
		for (const accountingDocumentId of [
			{ mode: 'id', value },
			{ mode: 'list', value },
		]) {
			const parameters = { resource: 'accountingDocument', operation: 'get' };
			const { error } = await at.run({ ...parameters, accountingDocumentId });
			expect(error?.message).toMatch(/^Document is empty/);
		}
		expect(at.asked()).toEqual([]);
	});
});

describe('a picker without the mark of the editor', () => {
	it('passes its ID', async () => {
		const { contact, id } = at.sandbox.admin.documentAt(5);
		const contactId = { mode: 'id', value: String(contact?.contactId) };
		const found = await at.run(search({ returnAll: true, filters: { contactId } as never }));
		expect(found.error).toBeUndefined();
		expect(found.json.length).toBeGreaterThan(0);
		const { json } = await at.run({
			resource: 'accountingDocument',
			operation: 'get',
			accountingDocumentId: { mode: 'list', value: String(id) } as never,
		});
		expect(json.map((one) => String(one.id))).toEqual([String(id)]);
	});
});

describe('the VAT rate of a line', () => {
	const row = { description: 'Chairs', qt: '2', price: '100' };
	const rows = (vatRateId: object) =>
		create({ lineItemsFrom: 'define', lineItems: { row: [{ ...row, vatRateId }] } as never });

	it.each(leftAlone)('%j counts as not added', async (vatRateId) => {
		const { error } = await at.run(rows(vatRateId));
		expect(error).toBeUndefined();
		const lines = posted(at).map(({ lineItems }) => lineItems);
		expect(lines).toEqual([[{ description: 'Chairs', qt: 2, unitPriceVatExcl: 100 }]]);
	});

	it('is its percentage, also without the mark of the editor', async () => {
		const { error } = await at.run({
			...rows({ mode: 'percentage', value: '21' }),
			vatCountryCode: 'CZ',
		});
		expect(error).toBeUndefined();
		expect(posted(at)).toMatchObject([{ lineItems: [{ vatRate: 21 }] }]);
	});
});

it('an object with a mode and a value that is no picker is sent unchanged', async () => {
	const { run, arrived } = await service(() => ({ done: true }));
	const jsonBody = '={{ $json.body }}';
	const bodies = [
		{ mode: 'test', value: 5 },
		{ mode: 'list', value: '' },
	];
	for (const body of bodies) {
		const { error } = await run(send('anything', { method: 'POST', body: 'json', jsonBody }), {
			items: [{ body }],
		});
		expect(error).toBeUndefined();
	}
	expect(arrived.map(({ body }) => JSON.parse(body) as unknown)).toEqual(bodies);
});
