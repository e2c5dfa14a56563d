import type { IDataObject } from 'n8n-workflow';

import fc, { propertyMs } from '../../property';
import { create, line, lines, posted } from '../support/create';
import { itemOf, listed, parametersOf, scan } from '../support/samples';
import { type Bench, bench, byId, type Parameters } from '../support/withSandbox';

const preview = { options: { preview: true } };

const changing = listed.filter(
	({ operation, resource }) => operation.changes && resource.option.value !== 'apiRequest',
);

/** Requests that change data. */
const sent = (made: Bench) =>
	made.asked().filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v2/search'));

const notice = 'Preview: nothing was changed.';

describe.each(changing)('$title in preview', (one) => {
	const input = (made: Bench) => ({
		items: [itemOf(one, made.sandbox, 0)],
		binary: [scan(0)],
	});

	it('has the switch in Advanced', () => {
		const advanced = one.operation.fields.find(({ name }) => name === 'options');
		const names = (advanced?.options ?? []).map(({ name }) => name);
		expect(names).toContain('preview');
	});

	it('sends no change, and shows the request of the run', async () => {
		const made = await bench({ documents: 42 });
		const { error, json, hints } = await made.run(parametersOf(one, preview), input(made));
		expect(error).toBeUndefined();
		expect(sent(made)).toEqual([]);
		expect(hints).toContain(notice);
		expect(json).toEqual([expect.objectContaining({ preview: true })]);
		expect(json[0]).not.toHaveProperty('id');
		const again = await made.run(parametersOf(one), input(made));
		expect(again.error).toBeUndefined();
		const shown = [json[0].wouldSend].flat() as unknown as IDataObject[];
		expect(shown.map(({ method, path }) => [method, path])).toEqual(
			sent(made).map(({ method, path }) => [method, decodeURIComponent(path)]),
		);
		// The journal of the sandbox hides permalink tokens.
		const visible = (body: unknown) => ({ ...(body as IDataObject), permalinkToken: '' });
		const bodies = sent(made).map(({ body }) => visible(body));
		shown.forEach(({ body }, index) => {
			if (typeof body === 'object' && !JSON.stringify(body).includes('(ID of')) {
				expect(visible(body)).toEqual(bodies[index]);
			}
		});
	});

	it('runs under Read Only, and says that the run would be refused', async () => {
		const made = await bench({ documents: 42 }, { readOnly: true });
		const { error, hints } = await made.run(parametersOf(one, preview), input(made));
		expect(error).toBeUndefined();
		expect(hints).toContain('Read Only is on in the credential, so the run would be refused.');
		expect(sent(made)).toEqual([]);
	});
});

const update = (id: unknown, updateFields: Parameters, more: Parameters = preview): Parameters => ({
	resource: 'accountingDocument',
	operation: 'update',
	accountingDocumentId: byId(id),
	updateFields,
	...more,
});

const withKey = (changes: Parameters = {}): Parameters =>
	create({
		createOptions: { uniqueBy: 'orderNo' },
		additionalFields: { orderNo: '={{ $json.orderNo }}' },
		...preview,
		...changes,
	});

describe('a preview', () => {
	it('shows before and after of each field that an update changes', async () => {
		const made = await bench();
		const invoice = (await made.run(create({ additionalFields: { description: 'Chairs' } })))
			.json[0];
		const { json } = await made.run(update(invoice.id, { description: 'Tables', orderNo: 'A-1' }));
		expect(json[0].changes).toEqual(
			expect.arrayContaining([
				{ field: 'Description', before: 'Chairs', after: 'Tables' },
				{ field: 'Order Number', before: null, after: 'A-1' },
			]),
		);
		expect(json[0].changes).toHaveLength(2);
	});

	it('lets later items see what earlier ones would leave', async () => {
		const made = await bench();
		const invoice = (await made.run(create())).json[0];
		const { json } = await made.run(update(invoice.id, { description: '={{ $json.text }}' }), {
			items: [{ text: 'First' }, { text: 'Second' }],
		});
		expect(json.map(({ changes }) => changes)).toEqual([
			[{ field: 'Description', before: null, after: 'First' }],
			[{ field: 'Description', before: 'First', after: 'Second' }],
		]);
		const items = ['A', 'B', 'A'].map((orderNo) => ({ orderNo }));
		const created = await made.run(withKey(), { items });
		expect(created.error).toBeUndefined();
		expect(
			created.json.map(({ existed, wouldSend }) => [existed, wouldSend !== undefined]),
		).toEqual([
			[false, true],
			[false, true],
			[true, false],
		]);
		expect(created.json[2].existing).toMatchObject({ id: '(document of item 0)', orderNo: 'A' });
		expect(sent(made)).toHaveLength(1);
	});

	it('shows both requests of Create From Scans', async () => {
		const made = await bench();
		const { json } = await made.run(
			{
				resource: 'accountingDocument',
				operation: 'createFromScans',
				filesFrom: 'input',
				...preview,
			},
			{ items: [{}], binary: [scan('a')] },
		);
		expect(json[0].wouldSend).toMatchObject([
			{ path: '/v2/uploads' },
			{ path: '/v2/accountingdocuments/scans', body: [{ files: ['(ID of scan-a.pdf)'] }] },
		]);
	});

	it('names the document that would be deleted', async () => {
		const made = await bench();
		const { id, accountingDocumentNo } = made.sandbox.admin.documentAt(3);
		const { json } = await made.run({
			resource: 'accountingDocument',
			operation: 'delete',
			accountingDocumentId: byId(id),
			...preview,
		});
		expect(json[0]).toMatchObject({ document: { id: String(id), accountingDocumentNo } });
		expect(made.sandbox.admin.count()).toBe(120);
	});

	it('is refused as an input of a change', async () => {
		const made = await bench();
		const { error } = await made.run(create(), { items: [{ preview: true }] });
		expect(error?.message).toBe('Item 0 is a preview, so there is nothing to change yet');
		expect(made.asked()).toEqual([]);
	});

	it('is refused if its switch is empty', async () => {
		const made = await bench();
		const { error } = await made.run(create({ options: { preview: '={{ $json.preview }}' } }), {
			items: [{ preview: '' }],
		});
		expect(error?.message).toBe('Preview Only is empty');
		expect(made.asked()).toEqual([]);
	});

	it('refuses what the run would refuse', async () => {
		const made = await bench();
		const wrong = create({ ...lines(line({ price: 5, amount: 5 })) });
		const [run, shown] = [await made.run(wrong), await made.run({ ...wrong, ...preview })];
		expect(shown.error?.message).toBe(run.error?.message);
		expect(shown.error?.message).toContain('Line Item 1');
	});

	it('of an API Request shows it', async () => {
		const made = await bench();
		const { json } = await made.run({
			resource: 'apiRequest',
			operation: 'send',
			method: 'POST',
			path: 'tasks',
			body: 'json',
			jsonBody: '{"title":"Call"}',
			...preview,
		});
		expect(json[0]).toMatchObject({
			preview: true,
			wouldSend: { method: 'POST', path: '/v2/tasks', body: { title: 'Call' } },
		});
		expect(sent(made)).toEqual([]);
	});

	it(
		'equals the run, for any items',
		async () => {
			const row = fc.record({
				orderNo: fc.constantFrom('A', 'B', 'C'),
				text: fc.constantFrom('One', 'Two'),
				price: fc.integer({ min: 1, max: 999 }),
				ifExists: fc.constantFrom('return', 'update', 'fail'),
			});
			const property = fc.asyncProperty(
				fc.array(row, { minLength: 1, maxLength: 5 }),
				fc.constantFrom('return', 'update'),
				async (items, ifExists) => {
					const parameters = (options: Parameters) =>
						create({
							createOptions: {
								uniqueBy: 'orderNo',
								ifExists,
								lineItemsField: '={{ $json.lineItems }}',
							},
							lineItemsJson: undefined,
							additionalFields: {
								orderNo: '={{ $json.orderNo }}',
								description: '={{ $json.text }}',
							},
							...options,
						} as Parameters);
					const given = items.map((one) => ({ ...one, lineItems: [line({ price: one.price })] }));
					const made = await bench({ documents: 12 });
					const shown = await made.run(parameters(preview), { items: given });
					expect([shown.error?.message, sent(made)]).toEqual([undefined, []]);
					const run = await made.run(parameters({}), { items: given });
					expect(run.error?.message).toBeUndefined();
					expect(shown.json.map(({ existed }) => existed)).toEqual(
						run.json.map(({ existed }) => existed),
					);
					const created = shown.json.filter(
						({ wouldSend }) => (wouldSend as IDataObject)?.method === 'POST',
					);
					expect(created.map(({ wouldSend }) => (wouldSend as IDataObject).body)).toEqual(
						posted(made),
					);
				},
			);
			await fc.assert(property, { numRuns: Math.ceil(20 * Number(process.env.TRIALS ?? 1)) });
		},
		propertyMs,
	);
});
