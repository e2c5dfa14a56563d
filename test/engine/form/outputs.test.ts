import { accountingDocument, template } from '../../../dev/sandbox';
import {
	bench,
	getAll,
	getByToken,
	getTemplate,
	search,
	type Bench,
	type Parameters,
} from '../support/withSandbox';

/** The sandbox's own records, newest first. */
function newestFirst({ admin }: Bench['sandbox'], count: number) {
	return Array.from({ length: count }, (_, index) => admin.documentAt(admin.count() - 1 - index));
}

const flat = (item: object) =>
	Object.keys(item).length <= 11 &&
	Object.values(item).every((value) => value === null || typeof value !== 'object');

describe('the output of each operation', () => {
	it('Get Many and Search, raw: the records exactly as in the service', async () => {
		const { run, sandbox } = await bench();
		const expected = newestFirst(sandbox, 120);
		for (const parameters of [getAll, search]) {
			const { json, error } = await run(parameters({ returnAll: true, output: 'raw' }));
			expect(error).toBeUndefined();
			expect(json).toEqual(expected);
			for (const record of json) accountingDocument.parse(record);
		}
	});

	it('Get by Permalink Token, raw: that document', async () => {
		const { run, sandbox } = await bench();
		const items = [0, 7, 119].map((position) => ({ position }));
		const tokens = items.map(({ position }) => sandbox.admin.documentAt(position).permalinkToken);
		const { json, error } = await run(getByToken('={{ $json.token }}', { output: 'raw' }), {
			items: tokens.map((token) => ({ token: String(token) })),
		});
		expect(error).toBeUndefined();
		expect(json).toEqual(items.map(({ position }) => sandbox.admin.documentAt(position)));
	});

	it('Get a template, raw: with its content and schedule', async () => {
		const { run, sandbox } = await bench();
		const [first, , third] = sandbox.admin.templateIds();
		const { json } = await run(getTemplate('={{ $json.id }}', { output: 'raw' }), {
			items: [{ id: first }, { id: Number(third) }],
		});
		expect(json.map(({ id }) => id)).toEqual([Number(first), Number(third)]);
		for (const record of json) expect(template.parse(record)).toEqual(record);
	});

	it('simplified: at most eleven flat fields with the values of the record, and labels instead of code numbers', async () => {
		const { run, sandbox } = await bench();
		for (const parameters of [getAll(), search()]) {
			const { json } = await run({ ...parameters, returnAll: true } as Parameters);
			const expected = newestFirst(sandbox, 120);
			expect(json).toHaveLength(120);
			json.forEach((item, index) => {
				const record = expected[index];
				expect(flat(item)).toBe(true);
				for (const name of [
					'id',
					'accountingDocumentNo',
					'dueDate',
					'total',
					'currency',
					'state',
				]) {
					expect(item[name]).toEqual((record as Record<string, unknown>)[name] ?? null);
				}
				const { companyName, firstname, lastname } = record.contact ?? {};
				expect(item.contactName).toBe(
					companyName ?? ([firstname, lastname].join(' ').trim() || null),
				);
				const { payments, total, amountPaid } = record;
				const isInFull =
					Number(total) > 0
						? Number(amountPaid) >= Number(total)
						: Number(total) < 0 && Number(amountPaid) <= Number(total);
				expect(item.paid).toBe(payments?.paid === true || isInFull);
			});
		}
		const { json } = await run(getTemplate(sandbox.admin.templateIds()[1]));
		expect(json).toHaveLength(1);
		expect(flat(json[0])).toBe(true);
		expect(json[0]).toMatchObject({ id: 708, frequency: 'Weekly' });
	});

	it('keeps every digit of IDs beyond 2^53, and finds by them', async () => {
		const { run, sandbox } = await bench({ idBase: '9007199254740993' });
		const { json } = await run(getAll({ returnAll: true, output: 'raw' }));
		expect(json).toEqual(newestFirst(sandbox, 120));
		expect(new Set(json.map(({ id }) => id)).size).toBe(120);
		expect(json.every(({ id }) => typeof id === 'string')).toBe(true);
		const simplified = await run(getAll({ limit: 1 }));
		expect(simplified.json[0].id).toBe(json[0].id);

		const [templateId] = sandbox.admin.templateIds();
		const found = await run(getTemplate(templateId));
		expect(found.json[0].id).toBe(templateId);
	});

	it.each([
		['raw', {}],
		['simplified', {}],
		['selected', { outputFields: ['id'] }],
	])('the output %s shows the extra properties, and only when asked', async (output, fields) => {
		const { run, asked } = await bench();
		for (const parameters of [getAll, search]) {
			const shown = { ...parameters({ limit: 30 }), output, ...fields };
			const { json } = await run({ ...shown, options: { scope: ['CA'] } });
			expect(json).toHaveLength(30);
			expect(json.map(({ connectableAmount }) => typeof connectableAmount)).toEqual(
				json.map(() => 'number'),
			);
			const without = await run(shown);
			expect(without.json.some((record) => 'connectableAmount' in record)).toBe(false);
		}
		const scopes = asked().map(({ query, body }) => ({ ...Object(query), ...Object(body) }).scope);
		expect(scopes).toEqual(['CA', undefined, 'CA', undefined]);
	});

	it('requests a selected field that the service sends only on request', async () => {
		const { run } = await bench();
		const selected = { output: 'selected', outputFields: ['connectableAmount'] };
		const { json } = await run(getAll(selected));
		expect(json).toHaveLength(50);
		expect(json.every(({ connectableAmount }) => typeof connectableAmount === 'number')).toBe(true);
	});
});
