import type { JournalEntry } from '../../../dev/sandbox';
import { bench, getAll, listPath, search, searchPath, type Bench } from '../support/withSandbox';

/** Page numbers and sizes as sent, in order. */
const pages = (entries: JournalEntry[], page = 'page', pageSize = 'pageSize') =>
	entries.map(({ query, body }) => {
		const sent = { ...Object(query), ...Object(body) };
		return [Number(sent[page]), Number(sent[pageSize])];
	});

const newestIds = ({ admin }: Bench['sandbox'], count = admin.count()) =>
	Array.from({ length: count }, (_, index) => admin.documentAt(admin.count() - 1 - index).id);

const operations = [
	['getAll', getAll, listPath],
	['search', search, searchPath],
] as const;

describe.each(operations)('the pages of %s', (_name, operation, path) => {
	it.each([
		[
			199,
			{},
			[
				[1, 100],
				[2, 99],
				[3, 98],
			],
		],
		[
			95,
			{ pageSize: 50, parallelPages: 8 },
			[
				[1, 50],
				[2, 49],
			],
		],
	])('stop at the limit %i with %j, asking for no page more', async (limit, options, expected) => {
		const { run, sandbox, asked } = await bench({ documents: 450 });
		const { json, error } = await run(operation({ limit, options }));
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(newestIds(sandbox, limit));
		expect(asked().every((entry) => entry.path === path)).toBe(true);
		expect(pages(asked()).sort(([a], [b]) => a - b)).toEqual(expected);
	});

	it('counts pages from 0 if the credential says so', async () => {
		const names = { customizeParameterNames: true, firstPage: 0 };
		const { run, sandbox, asked } = await bench({ documents: 250, firstPage: 0 }, names);
		const { json, error } = await run(operation({ limit: 201 }));
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(newestIds(sandbox, 201));
		expect(pages(asked()).sort(([a], [b]) => a - b)).toEqual([
			[0, 100],
			[1, 99],
			[2, 98],
		]);
	});
});

describe('customised parameter names', () => {
	const names = {
		page: 'strana',
		pageSize: 'velikost',
		searchText: 'text',
		sortDirection: 'razeni',
		value: 'hodnota',
		type: 'druh',
		direction: 'smer',
		issueDateFrom: 'vystavenoOd',
		issueDateTo: 'vystavenoDo',
	};
	const credential = {
		customizeParameterNames: true,
		pageParameter: names.page,
		pageSizeParameter: ` ${names.pageSize} `,
		searchTextParameter: names.searchText,
		sortDirectionParameter: names.sortDirection,
		singleValueParameter: names.value,
		typeParameter: names.type,
		directionParameter: names.direction,
		issueDateFromParameter: names.issueDateFrom,
		issueDateToParameter: names.issueDateTo,
	};
	const everything = (value: number) => ({
		limit: 5,
		searchText: 'a',
		sortDirection: 'ASC',
		filters: {
			value: String(value),
			type: [0],
			direction: 1,
			issueDateFrom: '2020-01-01T00:00:00',
			issueDateTo: '2030-12-31T00:00:00',
		},
	});

	it.each(['body', 'query'] as const)(
		'travel in the %s, and the service filters',
		async (place) => {
			const { run, asked, sandbox } = await bench(
				{ names, searchParametersIn: place },
				{ ...credential, searchParametersIn: place },
			);
			const { error } = await run(search(everything(100)));
			expect(error).toBeUndefined();
			const [{ query, body, status }] = asked(searchPath);
			const [sent, other] = place === 'query' ? [query, body] : [body, query];
			expect(status).toBe(200);
			expect(Object.keys(Object(other))).toEqual([]);
			expect(
				Object.fromEntries(Object.entries(Object(sent)).map(([k, v]) => [k, String(v)])),
			).toEqual({
				strana: '1',
				velikost: '100',
				razeni: 'ASC',
				text: 'a',
				hodnota: '100',
				druh: '0',
				smer: '1',
				vystavenoOd: '2019-12-31',
				vystavenoDo: '2031-01-01',
			});

			const listed = await run(getAll({ returnAll: true }));
			expect(listed.json).toHaveLength(sandbox.admin.count());
		},
	);

	it('apply only if the switch is on', async () => {
		const { run } = await bench({}, { ...credential, customizeParameterNames: false });
		const { error, json } = await run(search({ ...everything(100), filters: {} }));
		expect([error, json.length]).toEqual([undefined, 5]);
	});

	it('fall back to the assumed name if a field is empty', async () => {
		const { run } = await bench({}, { customizeParameterNames: true, pageParameter: '  ' });
		const { error, json } = await run(getAll({ limit: 3 }));
		expect([error, json.length]).toEqual([undefined, 3]);
	});
});
