/** docs/reference/errors.md: messages about changes name what people know, and advise only what fits the failure. */
import type { IDataObject } from 'n8n-workflow';

import { companies } from '../support/companies';
import { create, documentsPath, line } from '../support/create';
import { json, smallService } from '../support/smallService';
import { bench, byId, goOn, type Parameters } from '../support/withSandbox';

const onDocument = (operation: string, changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation,
	accountingDocumentId: byId('={{ $json.id }}'),
	...changes,
});

const invoice = { id: 5, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 };

describe('a unit price that the service shows rounded', () => {
	it.each([
		['33.333', 33.33, true],
		['33.336', 33.34, true],
		['33.333', 33.3333, false],
		['33.35', 33.4, false],
		['33.333', 33.34, false],
	])('%s shown as %d is no difference: %s', async (price, shown, isSame) => {
		const service = await smallService({
			answer: ({ path, body }) => {
				if (path !== documentsPath) return { accountingDocuments: [], pagesCount: 0 };
				const sent = JSON.parse(body) as { lineItems: IDataObject[] };
				const lineItems = sent.lineItems.map((one) => ({ ...one, unitPriceVatExcl: shown }));
				return { ...sent, id: 7, lineItems };
			},
		});
		const lineItemsJson = JSON.stringify([line({ qt: 3, price })]);
		const { error, hints } = await service.run(create({ lineItemsJson }));
		expect(error).toBeUndefined();
		expect(hints.some((hint) => hint.includes('Unit Price Without VAT'))).toBe(!isSame);
	});
});

describe('a preview', () => {
	const before = {
		...invoice,
		lineItems: [{ id: '00000000-0000-0000-0000-000000000001', description: 'Chairs' }],
		payments: { paid: false, paidConfirmed: true },
	};

	it('names replaced line items by their descriptions', async () => {
		const service = await smallService({ answer: () => before });
		const rows = ['Tables', 'Lamps'].map((description) => line({ description }));
		const newLineItemsJson = JSON.stringify(rows);
		const options = { preview: true, newLineItemsJson };
		const parameters = onDocument('update', { replaceLineItems: true, options });
		const { json: items } = await service.run(parameters, { items: [{ id: 5 }] });
		expect(items[0].changes).toContain('Line Items: 1 (Chairs) → 2 (Tables; Lamps)');
	});

	it('names the marks that may be cleared, without those that only the service sets', async () => {
		const service = await smallService({ answer: () => before });
		const { id, ...updateFields } = invoice;
		const parameters = onDocument('update', {
			...{ mode: 'replace', updateFields: { ...updateFields } },
			options: { preview: true },
		});
		const { json: items } = await service.run(parameters, { items: [{ id }] });
		expect(items[0].mayBeCleared).toContain('Payment Status: Paid no');
	});

	it('names a payment order of an earlier row by that row', async () => {
		const made = await bench();
		const { admin } = made.sandbox;
		const ids = [0, 1].map((at) => String(admin.documentAt(at).id));
		const unpaid = { direction: 0, type: 0, total: 100, amountPaid: 0 } as const;
		for (const id of ids) admin.changeDocument(id, { ...unpaid, payments: { paid: false } });
		const { json: items } = await made.run(
			{
				...{ resource: 'paymentOrder', operation: 'create', bankAccountId: byId(303) },
				...{ dueDate: '2026-12-01', accountingDocuments: '={{ $json.ids }}', amount: '' },
				...{ ifOrderExists: 'skip', options: { preview: true } },
			},
			{ items: [{ ids: ids[0] }, { ids: ids.join(',') }], node: goOn },
		);
		expect(items[1].error).toContain(`ID ${ids[0]} (payment order of row 1)`);
	});
});

it('names an original whose ID is beyond 2^53', async () => {
	const id = '9007199254740993';
	const record = (more: string) =>
		`{"type":0,"direction":1,"currency":"CZK","vatCountryType":1,"total":121,"totalVatExcl":100,"lineItems":[{"description":"a","qt":1,"unitPriceVatExcl":100,"unitPrice":121,"total":121,"totalVatExcl":100,"vatValue":21,"vatRateId":1}],${more}}`;
	const service = await smallService({
		answer: ({ method, path }, response) => {
			if (path.startsWith('/v2/search')) return { accountingDocuments: [], pagesCount: 0 };
			const made = method === 'POST' && path === documentsPath;
			const text = made ? record('"id":9007199254740995,"total":120') : record(`"id":${id}`);
			return void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
		},
	});
	const { hints } = await service.run(
		onDocument('createFromDocument', { issueDate: '2026-11-20' }),
		{ items: [{ id }] },
	);
	expect(hints.join()).toContain(`According to document ID ${id}, it should be -121.00`);
});

describe('a document that is not found', () => {
	const update = onDocument('update', { updateFields: { description: 'x' } });
	const advice = 'Path of Get Document';

	const without = async () =>
		await smallService({
			answer: ({ path }, response) =>
				path.endsWith('/6') ? json(response, 404, { message: 'Not found' }) : invoice,
		});

	it('is no doubt about a path that the service has answered', async () => {
		const service = await without();
		const { error } = await service.run(update, { items: [{ id: 5 }, { id: 6 }] });
		expect(error?.message).toContain('Row 2: ');
		expect(error?.description).not.toContain(advice);
	});

	it('is one about another path, if no ID is found', async () => {
		const service = await without();
		const { error } = await service.run(update, { items: [{ id: 6 }] });
		expect(error?.description).toContain('If no ID is found, your service may have another path');
		expect(error?.description).toContain(advice);
	});
});

it('names the usual states only if the refusal is about the state', async () => {
	const made = await bench();
	const state = { __rl: true, mode: 'name', value: 'Aproved' };
	const items = [{ id: 77 }, { id: made.sandbox.admin.documentAt(0).id }];
	const { json: output } = await made.run(onDocument('changeState', { state }), {
		...{ items, node: goOn },
	});
	expect(output[0].error).not.toMatch(/states|Mark as Paid/);
	expect(output[1].error).toMatch(/documents have these states: .+ Mark as Paid/);
});

it('names the rows that are done as ranges, if they are many', async () => {
	const made = await bench();
	const items = Array.from({ length: 40 }, (_one, at) => ({
		id: at === 2 || at === 20 ? 77 + at : made.sandbox.admin.documentAt(at).id,
	}));
	const { error } = await made.run(onDocument('delete'), { items });
	expect(error?.description).toContain(
		'Already done: rows 1 to 2, 4 to 20 and 22 to 40. Leave them out of the next run.',
	);
});

it('tells records of several companies with one ID apart by their rows', async () => {
	const made = await companies(['A', 'B']);
	const { admin } = made.sandbox;
	const id = String(admin.documentAt(0).id);
	admin.changeDocument(id, { payments: { paid: true } });
	const { hints } = await made.run(onDocument('markPaid', { paid: true }), {
		items: [made.of('A', { id }), made.of('A', { id }), made.of('B', { id })],
	});
	expect(hints).toHaveLength(2);
	expect(hints.map((hint) => hint.slice(0, 7))).toEqual(['Row 1: ', 'Row 3: ']);
	const key = { additionalFields: { orderNo: 'A-17' }, options: { uniqueBy: 'orderNo' } };
	const again = await made.run(create(key), { items: [made.of('A'), made.of('B')] });
	const { id: own } = again.json[0];
	expect(again.hints.join()).toContain(`ID ${String(own)} (row 2)`);
});
