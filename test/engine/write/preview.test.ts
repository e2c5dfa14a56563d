/** docs/reference/preview.md: the preview of creations and copies. */
import { create, line, lines } from '../support/create';
import { scan } from '../support/samples';
import { type Bench, bench, byId, type Parameters } from '../support/withSandbox';

const preview = { options: { preview: true } };

/** Requests that change data. */
const sent = (made: Bench) =>
	made.asked().filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v2/search'));

const update = (id: unknown, updateFields: Parameters, more: Parameters = preview): Parameters => ({
	resource: 'accountingDocument',
	operation: 'update',
	accountingDocumentId: byId(id),
	updateFields,
	...more,
});

const withKey = (changes: Parameters = {}): Parameters =>
	create({
		uniqueBy: 'orderNo',
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
		expect(json[0].changes).toEqual(['Description: Chairs → Tables', 'Order Number: empty → A-1']);
	});

	it.each<[string, Parameters, string | undefined]>([
		['Rounding Type', { roundingType: 3 }, 'Total and Total Without VAT'],
		['VAT Country Type', { vatCountryType: 2 }, 'Total, Total Without VAT and VAT Recap'],
		['Description', { description: 'Tables' }, undefined],
	])('says which sums the service computes after a change of %s', async (_, fields, sums) => {
		const made = await bench();
		const { id } = (await made.run(create())).json[0];
		const { json } = await made.run(update(id, fields));
		expect(json[0].computedByService).toBe(sums);
	});

	it('says which sums the service computes, if Create or Update finds a document too', async () => {
		const made = await bench();
		await made.run(create({ additionalFields: { orderNo: 'A' } }));
		const items = ['A', 'B'].map((orderNo) => ({ orderNo }));
		const { json } = await made.run(withKey({ operation: 'upsert' }), { items });
		expect(json.map(({ existed, computedByService }) => [existed, computedByService])).toEqual([
			[true, 'Total, Total Without VAT and VAT Recap'],
			[false, 'Total, Total Without VAT and VAT Recap'],
		]);
	});

	it('says which sums the service computes for another VAT recap mode', async () => {
		const made = await bench();
		const { id } = (await made.run(create())).json[0];
		const recap = (mode: number, more = {}) => ({
			...{ resource: 'accountingDocument', operation: 'updateVatRecap' },
			...{ accountingDocumentId: byId(String(id)), vatRecapCalculationMode: mode },
			...{ additionalFields: more, options: { preview: true } },
		});
		const [computed] = (await made.run(recap(1))).json;
		expect(computed.computedByService).toBe('Total, Total Without VAT and VAT Recap');
		const row = { vatRate: '21', base: '200', vatAmount: '42', total: '242' };
		const sums = { total: '242', totalVatExcl: '200', vatRecap: { row: [row] } };
		const [entered] = (await made.run(recap(2, sums))).json;
		expect(entered).not.toHaveProperty('computedByService');
		expect(String(entered.summary)).not.toContain('no field changes');
	});

	it('does not say that nothing changes if something may be cleared', async () => {
		const made = await bench();
		const [invoice] = (await made.run(create({ additionalFields: { orderNo: 'A' } }))).json;
		const { type, direction, currency, vatCountryType } = invoice;
		const updateFields = { type, direction, currency, vatCountryType } as Parameters;
		const parameters = { ...update(invoice.id, updateFields), mode: 'replace' };
		const { json } = await made.run(parameters);
		expect(json[0].changes).toEqual([]);
		expect(json[0].summary).toMatch(/^Replace all fields of .*\)\. May clear /);
	});

	it('lets later items see what earlier ones would leave', async () => {
		const made = await bench();
		const invoice = (await made.run(create())).json[0];
		const { json } = await made.run(update(invoice.id, { description: '={{ $json.text }}' }), {
			items: [{ text: 'First' }, { text: 'Second' }],
		});
		expect(json.map(({ changes }) => changes)).toEqual([
			['Description: empty → First'],
			['Description: First → Second'],
		]);
		const items = ['A', 'B', 'A'].map((orderNo) => ({ orderNo }));
		const created = await made.run(withKey(), { items });
		expect(created.error).toBeUndefined();
		expect(
			created.json.map(({ existed, wouldSend }) => [
				existed,
				(wouldSend as unknown as unknown[]).length > 0,
			]),
		).toEqual([
			[false, true],
			[false, true],
			[true, false],
		]);
		expect(created.json[2].existing).toMatchObject({ id: '(document of row 1)', orderNo: 'A' });
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
		expect(json[0]).toMatchObject({ accountingDocumentNo });
		expect(made.sandbox.admin.count()).toBe(120);
	});

	it('is refused as an input of a change', async () => {
		const made = await bench();
		const { error } = await made.run(create(), {
			items: [{ preview: true, readAt: '2026-11-20T10:00:00.000Z' }],
		});
		expect(error?.message).toBe('The input row comes from a preview');
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
		const wrong = lines(line({ price: 5, amount: 5 }));
		const run = await made.run(create(wrong));
		const shown = await made.run(create({ ...wrong, ...preview }));
		expect(shown.error?.message).toBe(run.error?.message);
		expect(shown.error?.message).toContain('Line Item 1');
	});

	describe('of an API Request', () => {
		const request = (changes: Parameters): Parameters => ({
			...{ resource: 'apiRequest', operation: 'send', method: 'POST', path: 'tasks' },
			...preview,
			...changes,
		});

		it('shows it', async () => {
			const made = await bench();
			const { json } = await made.run(request({ body: 'json', jsonBody: '{"title":"Call"}' }));
			expect(json[0]).toMatchObject({
				preview: true,
				wouldSend: [{ method: 'POST', path: '/v2/tasks', body: { title: 'Call' } }],
			});
			expect(sent(made)).toEqual([]);
		});

		it.each([
			['{ "title": "Call",\n "title": "Write" }', '{ "title": "Call",\n "title": "Write" }'],
			[
				'{ "title": "A \\"b\\"  c", "id": 12345678901234567890 }',
				{ title: 'A "b"  c', id: '12345678901234567890' },
			],
		])('shows %s as it is sent', async (jsonBody, body) => {
			const made = await bench();
			const { json } = await made.run(request({ body: 'json', jsonBody }));
			expect(json[0].wouldSend).toEqual([expect.objectContaining({ body })]);
		});

		it.each([
			{ method: 'GET', path: 'accountingdocuments' },
			{
				...{ path: 'search/accountingdocuments', body: 'json', jsonBody: '{}' },
				options: { preview: true, changesSomething: 'no' },
			},
		])('that only reads is sent, so it is none: $path', async (reading) => {
			const made = await bench();
			const { json, hints } = await made.run(request(reading));
			expect(made.asked()).toHaveLength(1);
			expect(json[0]).not.toHaveProperty('preview');
			expect(hints.join()).not.toContain('Preview: nothing was changed');
		});
	});

	it('of many deletions names the row whose request has all IDs', async () => {
		const made = await bench();
		const items = [0, 1].map((place) => ({ id: String(made.sandbox.admin.documentAt(place).id) }));
		const { json } = await made.run(
			{
				...{ resource: 'accountingDocument', operation: 'delete' },
				...{ accountingDocumentId: byId('={{ $json.id }}'), ...preview },
			},
			{ items },
		);
		expect(json[1].wouldSend).toEqual([expect.objectContaining({ withItem: 1 })]);
	});
});

describe('rows in preview beside rows that run', () => {
	const byRow = { options: { preview: '={{ $json.isPreviewed }}' } };
	const rows = [
		{ orderNo: 'A', isPreviewed: true },
		{ orderNo: 'A', isPreviewed: false },
		{ orderNo: 'A', isPreviewed: true },
	];

	it.each(['create', 'upsert'])(
		'%s: a document that was only previewed is created',
		async (operation) => {
			const made = await bench();
			const { json, error } = await made.run(withKey({ operation, ...byRow }), { items: rows });
			expect(error).toBeUndefined();
			expect(json.map(({ existed }) => existed)).toEqual([true, false, true]);
			expect(String(json[1].id)).toMatch(/^\d+$/);
			expect(sent(made)).toHaveLength(1);
		},
	);

	it('Create From Document: the same', async () => {
		const made = await bench();
		const id = String(made.sandbox.admin.documentAt(0).id);
		const parameters: Parameters = {
			...{ resource: 'accountingDocument', operation: 'createFromDocument' },
			...{ accountingDocumentId: byId(id), issueDate: '2026-12-01', ...byRow },
		};
		const { json, error } = await made.run(parameters, { items: rows.slice(0, 2) });
		expect(error).toBeUndefined();
		expect(json.map(({ preview: one, existed }) => [one, existed])).toEqual([
			[true, true],
			[undefined, false],
		]);
		expect(sent(made)).toHaveLength(1);
	});

	it('refuses a group whose rows differ in the switch', async () => {
		const made = await bench();
		const { error } = await made.run(withKey({ combineItemsBy: 'orderNo', ...byRow }), {
			items: rows,
		});
		expect(error?.message).toBe(
			'Rows 1 and 2 have the same Combine Items By value A, but differ in Preview Only',
		);
		expect(sent(made)).toEqual([]);
	});
});
