/** docs/reference/create.md#empty-cells: a picker that is empty. */
import type { IDataObject } from 'n8n-workflow';

import { send, service } from '../support/apiRequest';
import { create, posted } from '../support/create';
import { bench, byId, search, type Bench, type Parameters } from '../support/withSandbox';

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

const createRow = (vatRateId: object, changes: Parameters = {}) =>
	create({
		lineItemsFrom: 'define',
		lineItems: { row: [{ description: 'Chairs', qt: '2', price: '100', vatRateId }] },
		...changes,
	});

/** Updates a document that belongs to another one. @returns what the PUT says, and the other one */
async function updated(id: unknown, updateFields: object, items: IDataObject[] = [{}]) {
	const { admin } = at.sandbox;
	const other = Number(admin.documentAt(1).id);
	admin.changeDocument(String(id), { relatedAccountingDocumentId: other });
	const { error } = await at.run(
		{
			...{ resource: 'accountingDocument', operation: 'update' },
			accountingDocumentId: byId(String(id)),
			updateFields: { orderNo: 'A-1', ...updateFields },
		},
		{ items },
	);
	expect(error).toBeUndefined();
	const put = at.asked().find(({ method }) => method === 'PUT')?.body as IDataObject;
	return { put, other };
}

describe('a picker', () => {
	it.each(leftAlone)('that was left empty counts as not added: %j', async (picker) => {
		const found = await at.run(search({ returnAll: true, filters: { contactId: picker } }));
		expect([found.error, found.json.length]).toEqual([undefined, 30]);
		expect(found.hints.join()).toMatch(/ignored empty filters: Contact\./);

		const contact = { contactId: picker, companyName: 'Example' };
		const { error, json } = await at.run(createRow(picker, { contact }));
		expect(error).toBeUndefined();
		expect(posted(at).map((sent) => [sent.contact, sent.lineItems])).toEqual([
			[{ companyName: 'Example' }, [{ description: 'Chairs', qt: 2, unitPriceVatExcl: 100 }]],
		]);

		const { put, other } = await updated(json[0].id, {
			contact: { contactId: picker, city: 'Brno' },
			relatedAccountingDocumentId: picker,
		});
		expect(put).toMatchObject({
			contact: { companyName: 'Example', city: 'Brno' },
			relatedAccountingDocumentId: other,
		});
	});

	it.each([
		['a missing column', {}],
		['an empty text', { x: '' }],
		['null', { x: null }],
	])('with an expression: %s keeps the related document', async (_, item) => {
		for (const picker of [byId('={{ $json.x }}'), '={{ $json.x }}']) {
			at = await bench({ documents: 30 });
			const { id } = at.sandbox.admin.documentAt(0);
			const fields = { relatedAccountingDocumentId: picker };
			const { put, other } = await updated(id, fields, [item]);
			expect(put.relatedAccountingDocumentId).toBe(other);
		}
	});

	it('without the mark of the editor passes its value', async () => {
		const { contact, id } = at.sandbox.admin.documentAt(5);
		const contactId = { mode: 'id', value: String(contact?.contactId) };
		const found = await at.run(search({ returnAll: true, filters: { contactId } }));
		expect(found.error).toBeUndefined();
		expect(found.json.length).toBeGreaterThan(0);
		expect(found.json.length).toBeLessThan(30);
		const accountingDocumentId = { mode: 'list', value: String(id) };
		const get = { resource: 'accountingDocument', operation: 'get', accountingDocumentId };
		expect((await at.run(get)).json.map((one) => String(one.id))).toEqual([String(id)]);
		const percentage = { mode: 'percentage', value: '21' };
		const { error } = await at.run(createRow(percentage, { vatCountryCode: 'CZ' }));
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
