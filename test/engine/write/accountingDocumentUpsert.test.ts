/** docs/reference/create.md#update: Create or Update. */
import type { IDataObject } from 'n8n-workflow';

import { create, line, posted } from '../support/create';
import { bench } from '../support/withSandbox';

const upsert = (key: string, description: string, uniqueBy = 'orderNo') =>
	create({
		operation: 'upsert',
		uniqueBy,
		additionalFields: { [uniqueBy]: key, description },
	});

describe('Create or Update', () => {
	it('creates a document, and updates it the next time, for any If It Exists of Create', async () => {
		const made = await bench();
		const first = await made.run(upsert('A-17', 'First'));
		expect(first.json).toEqual([expect.objectContaining({ description: 'First', existed: false })]);
		const { options, ...changed } = upsert('A-17', 'Second');
		const leftOver = { options: { ...(options as object), ifExists: 'create' } };
		const second = await made.run(changed, { leftOver });
		const { id } = first.json[0];
		expect(second.json).toEqual([
			expect.objectContaining({ id, description: 'Second', existed: true }),
		]);
		expect(second.hints).toEqual([]);
		expect(posted(made)).toHaveLength(1);
	});

	it('says what happened to the line items that it replaced, as Update does', async () => {
		const made = await bench();
		await made.run(upsert('A-17', 'First'));
		const parameters = upsert('A-17', 'Second');
		const rows = [line(), line()];
		const changed = { ...parameters, options: { ...(parameters.options as object) } };
		changed.options = { ...changed.options, lineItemsJson: JSON.stringify(rows) };
		const preview = { ...changed, options: { ...changed.options, preview: true } };
		expect((await made.run(preview)).hints).toContainEqual(
			expect.stringMatching(/^Line items would be replaced: 1 would become 2 \(document /),
		);
		expect((await made.run(changed)).hints).toEqual([
			expect.stringMatching(/^Line items replaced: 1 became 2, total 242 became 484 \(document /),
		]);
	});

	const old = { companyName: 'Old Ltd', companyRegNo: '111', city: 'Brno', email: 'old@x.test' };

	it.each([
		['another name', { companyName: 'New Ltd' }, { companyName: 'New Ltd' }],
		['another number', { companyRegNo: '222' }, { companyRegNo: '222' }],
		[
			'the same number',
			{ companyName: 'Old', companyRegNo: '111' },
			{ ...old, companyName: 'Old' },
		],
		['no name', { city: 'Praha' }, { ...old, city: 'Praha' }],
	])('gives a document whose row has %s its own contact', async (_, given, expected) => {
		const made = await bench();
		await made.run({ ...upsert('A-17', 'First'), contact: old });
		const { error } = await made.run({ ...upsert('A-17', 'First'), contact: given });
		expect(error?.message).toBeUndefined();
		const [{ body }] = made.asked().filter(({ method }) => method === 'PUT');
		expect((body as IDataObject).contact).toEqual(expected);
	});

	it('needs Unique By, and its value', async () => {
		const made = await bench();
		const without = await made.run(create({ operation: 'upsert' }));
		expect(without.error?.message).toBe('Unique By is missing');
		const empty = await made.run(upsert('', 'First'));
		expect(empty.error?.message).toBe('Order Number is empty, but Unique By uses it');
		expect(empty.error?.description).toMatch(/^Add Order Number under Additional Fields /);
		expect(made.asked()).toEqual([]);
	});

	it('reports that a second item with the same key replaced the values of the first', async () => {
		const made = await bench();
		const orders = ['A-17', 'A-18', 'A-17'].map((orderNo) => ({ orderNo }));
		const { json, hints } = await made.run(upsert('={{ $json.orderNo }}', 'First'), {
			items: orders,
		});
		expect(json.map(({ existed }) => existed)).toEqual([false, false, true]);
		expect(hints).toEqual([
			'Rows 1 and 3 have the same Order Number A-17, so the second one replaced the values of the first. To make one document from several rows, use Combine Items By.',
		]);
	});

	it.each([
		['createDocument', 'orderNo'],
		['updateDocument', 'orderNo'],
		['createDocument', 'explicitNo'],
	] as const)(
		'finds the document of an earlier item, though the answer to %s lacked its %s',
		async (path, uniqueBy) => {
			const made = await bench();
			const { admin } = made.sandbox;
			if (path === 'updateDocument') await made.run(upsert('A-17', 'Before'));
			// Equal sandboxes give equal IDs.
			const [{ id }] = (await bench()).sandbox.admin.createDocuments();
			const body = JSON.stringify({ id, description: 'First' });
			admin.addFault({ kind: 'raw', phase: 'after', match: { path }, body });
			const items = [{ text: 'First' }, { text: 'Second' }];
			const { json } = await made.run(upsert('A-17', '={{ $json.text }}', uniqueBy), { items });
			expect(json.map((one) => [one.id, one.existed])).toEqual([
				[id, path === 'updateDocument'],
				[id, true],
			]);
			expect(admin.createdDocuments().map(({ description }) => description)).toEqual(['Second']);
		},
	);
});

it('existing documents that Create returns are counted and named in one hint', async () => {
	const made = await bench();
	const items = Array.from({ length: 12 }, (_, index) => ({ orderNo: `C-${index}` }));
	const parameters = create({
		uniqueBy: 'orderNo',
		additionalFields: { orderNo: '={{ $json.orderNo }}' },
	});
	const first = await made.run(parameters, { items });
	const again = await made.run(parameters, { items });
	const named = first.json.slice(0, 10).map(({ id }) => `ID ${String(id)}`);
	expect(again.hints).toEqual([
		`12 accounting documents existed already, so the node created nothing for them: ${named.join(', ')} and 2 more.`,
	]);
	expect(posted(made)).toHaveLength(12);
});
