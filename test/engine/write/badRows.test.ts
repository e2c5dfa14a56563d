/** docs/reference/operations.md#items: without Continue, nothing is sent if a row is bad, and one error lists all of them. */
import type { IDataObject } from 'n8n-workflow';

import { companies } from '../support/companies';
import { create, line, posted } from '../support/create';
import { bench, byId, goOn, type Parameters } from '../support/withSandbox';

const inDocuments = (operation: string, changes: Parameters): Parameters => ({
	...{ resource: 'accountingDocument', operation },
	accountingDocumentId: byId('={{ $json.id }}'),
	...changes,
});

const linesOf = (description: string | null | undefined) => String(description).split('<br>\n');

describe('Create', () => {
	const withOptions = (options: Parameters = {}) =>
		create({
			currency: '={{ $json.currency }}',
			dueDate: '={{ $json.due }}',
			lineItemsJson: '={{ $json.lines }}',
			options,
		});
	const parameters = withOptions();
	const good = { currency: 'CZK', due: '2026-02-14', lines: [line()] };
	const items: IDataObject[] = [
		good,
		{ ...good, currency: '' },
		good,
		{ ...good, lines: [line(), line({ qt: 0 })] },
		{ ...good, currency: '' },
		{ ...good, due: 'soon' },
	];
	const listed = [
		expect.stringMatching(/^Correct them .* set On Error to Continue\.$/),
		'Rows 2 and 5: Currency is empty.',
		expect.stringMatching(/^Enter Currency\./),
		'Row 4: Quantity of Line Item 2 is 0.',
		expect.stringMatching(/^Enter /),
		expect.stringMatching(/^Row 6: Due Date .*"soon".*\.$/),
		expect.stringMatching(/^Enter a date as /),
	];

	it.each([false, true])(
		'lists all bad rows and sends nothing, in preview: %s',
		async (preview) => {
			const b = await bench();
			const { error } = await b.run(withOptions({ preview }), { items });
			expect(error?.message).toBe('4 rows have errors, so the node sent nothing');
			expect(linesOf(error?.description)).toEqual(listed);
			expect(error?.context?.itemIndex).toBe(1);
			expect(b.asked()).toEqual([]);
		},
	);

	it('with Continue, each bad row fails alone and the good ones are created', async () => {
		const b = await bench();
		const { json } = await b.run(parameters, { items, node: goOn });
		expect(json.map(({ error }) => error ?? 'created')).toEqual([
			'created',
			expect.stringMatching(/^Currency is empty\. Enter Currency/),
			'created',
			expect.stringMatching(/^Quantity of Line Item 2 is 0/),
			expect.stringMatching(/^Currency is empty\. Enter Currency/),
			expect.stringMatching(/^Due Date .*"soon"/),
		]);
		expect(posted(b)).toHaveLength(2);
	});

	it('advises on five kinds of mistakes, each after its rows', async () => {
		const b = await bench();
		const rows: IDataObject[] = [
			{ due: '1.12.2026' },
			{ currency: 'Kč' },
			{ due: '2.12.2026' },
			{ lines: [line({ qt: 'many' })] },
			{ lines: [line({ vatRate: '0,21 %' })] },
			{ currency: '' },
			{ lines: [] },
		];
		const { error } = await b.run(parameters, { items: rows.map((row) => ({ ...good, ...row })) });
		const lines = linesOf(error?.description).slice(1);
		const named = lines.map((one) => /^Rows? ([\d, and]+): /.exec(one)?.[1] ?? 'advice');
		expect(named.slice(0, 3)).toEqual(['1', '3', 'advice']);
		expect(named.filter((one) => one === 'advice')).toHaveLength(5);
		expect(named.filter((one) => one !== 'advice').sort()).toEqual(
			rows.map((_, row) => String(row + 1)),
		);
	});

	it('lists 20 of them with their advice, and counts the others', async () => {
		const b = await bench();
		const many = Array.from({ length: 50 }, (_, row) => ({ ...good, due: `day ${row}` }));
		const { error } = await b.run(parameters, { items: [good, ...many] });
		expect(error?.message).toBe('50 rows have errors, so the node sent nothing');
		const lines = linesOf(error?.description);
		expect(lines).toHaveLength(23);
		expect(lines[20]).toMatch(/^Row 21: Due Date .*"day 19"/);
		expect(lines[21]).toMatch(/^Enter a date as /);
		expect(lines[22]).toBe('And 30 more.');
	});

	it('names the rows of one and the same mistake, with its advice', async () => {
		const b = await bench();
		const many = Array.from({ length: 300 }, () => ({ ...good, currency: '' }));
		const { error } = await b.run(parameters, { items: many });
		expect(error?.message).toBe(
			'Rows 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 290 more: Currency is empty',
		);
		expect(error?.description).toMatch(/^Enter Currency\./);
		expect(b.asked()).toEqual([]);
	});

	it('lists the bad rows of groups, each with its own mistake', async () => {
		const b = await bench();
		const rows = ['A', 'A', 'B', 'A', 'C', 'C'].map((order) => ({ ...good, order }));
		rows[1] = { ...rows[1], lines: [line({ qt: 0 })] };
		rows[3] = { ...rows[3], lines: [line({ vatRate: 'high' })] };
		rows[5] = { ...rows[5], currency: 'EUR' };
		const grouped = withOptions({ combineItemsBy: 'order' });
		const stopped = await b.run(grouped, { items: rows });
		expect(stopped.error?.message).toBe('3 rows have errors, so the node sent nothing');
		expect(linesOf(stopped.error?.description).slice(1)).toEqual([
			'Row 2 (A): Quantity of Line Item 1 is 0.',
			expect.stringMatching(/^Enter the number of units/),
			expect.stringMatching(/^Row 4: .*VAT Rate \(%\) of Line Item 1/),
			expect.stringMatching(/^Correct VAT Rate/),
			'Rows 5 and 6 have the same Combine Items By value C, but differ in Currency.',
			expect.stringMatching(/^Rows of a group may differ only in/),
		]);
		expect(b.asked()).toEqual([]);
		const { json } = await b.run(grouped, { items: rows, node: goOn });
		const errors = json.map(({ error }) => String(error ?? 'created').slice(0, 21));
		expect(errors).toEqual([
			...['Row 2 (A): Quantity o', 'Row 2 (A): Quantity o', 'created'],
			...["'VAT Rate (%) of Line", 'Rows 5 and 6 have the', 'Rows 5 and 6 have the'],
		]);
	});

	it('names the rows of a group that breaks a rule', async () => {
		const b = await bench();
		const grouped = create({ type: 7, combineItemsBy: 'order' });
		const { error } = await b.run(grouped, { items: [{ order: 'A' }, { order: 'A' }] });
		expect(error?.message).toMatch(/^Row 1 \(A\): Cash Register ID is missing/);
	});
});

describe.each([
	['delete', {}, {}],
	['changeState', { state: '={{ $json.state }}' }, { state: 'Draft' }],
	[
		'updateMany',
		{ change: 'setcategory', categoryId: '={{ $json.category }}' },
		{ category: '41' },
	],
	['createFromDocument', { issueDate: '={{ $json.day }}' }, { day: '2026-11-20' }],
])('%s', (operation, changes, own) => {
	it('lists all bad rows, and reads and changes nothing', async () => {
		const b = await bench();
		const { id } = b.sandbox.admin.documentAt(3);
		const ids = [id, 'FV-1', id, '', -5];
		const parameters = inDocuments(operation, changes as Parameters);
		const items = ids.map((one) => ({ id: one, ...own }) as IDataObject);
		const { error } = await b.run(parameters, { items });
		expect(error?.message).toBe('3 rows have errors, so the node sent nothing');
		expect(linesOf(error?.description).slice(1)).toEqual([
			expect.stringMatching(/^Row 2: Document ID .*"FV-1"/),
			expect.stringMatching(/^Row 5: Document ID .*-5/),
			expect.stringMatching(/^Enter the ID/),
			'Row 4: Document is empty.',
			expect.stringMatching(/^Enter Document\./),
		]);
		expect(b.asked()).toEqual([]);
		const going = await b.run(parameters, { items, node: goOn });
		expect(going.json.map((json) => 'error' in json)).toEqual([false, true, false, true, true]);
	});
});

it('a bad row of one company stops the changes of another', async () => {
	const b = await companies(['A', 'B']);
	const ids = [0, 1].map((at) => b.sandbox.admin.documentAt(at).id);
	const items = [b.of('A', { id: ids[0] }), b.of('B', { id: ids[1] }), b.of('B', { id: 'x' })];
	const { error } = await b.run(inDocuments('delete', {}), { items });
	expect(error?.message).toMatch(/^Row 3: Document ID must be a positive whole number/);
	expect(b.asked()).toEqual([]);
});
