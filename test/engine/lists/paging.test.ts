/** docs/reference/limits.md#requests-of-a-list: page sizes, and names of the parameters. */
import type { JournalEntry } from '../../../dev/sandbox';
import { send, service } from '../support/apiRequest';
import { bench, getAll, listPath, search, searchPath, type Bench } from '../support/withSandbox';

/** Page numbers and sizes as sent, in order. */
const pages = (entries: JournalEntry[]) =>
	entries.map(({ query, body }) => {
		const { page, pageSize } = { ...Object(query), ...Object(body) };
		return [Number(page), Number(pageSize)];
	});

const newestIds = ({ admin }: Bench['sandbox'], count: number) =>
	Array.from({ length: count }, (_, index) => admin.documentAt(admin.count() - 1 - index).id);

it.each([
	['Get Many', getAll, listPath],
	['Search', search, searchPath],
] as const)(
	'the pages of %s stop at the limit, counted from 0 if the credential says so',
	async (_name, operation, path) => {
		for (const firstPage of [1, 0]) {
			const names = { customizeParameterNames: firstPage === 0, firstPage };
			const { run, sandbox, asked } = await bench({ documents: 450, firstPage }, names);
			const { json, error } = await run(operation({ limit: 199 }));
			expect(error).toBeUndefined();
			expect(json.map(({ id }) => id)).toEqual(newestIds(sandbox, 199));
			expect(new Set(asked().map((entry) => entry.path))).toEqual(new Set([path]));
			expect(pages(asked()).sort(([a], [b]) => a - b)).toEqual([
				[firstPage, 100],
				[firstPage + 1, 99],
				[firstPage + 2, 98],
			]);
		}
	},
);

describe('what page 0 has', () => {
	const list = { response: 'list', returnAll: true };

	const isRefused = /^The service has records on page 0, before the first/;

	/** Lists of a service where this one counts its pages from 0. */
	const countingFromZero = async (others: string) => {
		const { run, credential } = await service(({ path: asked, query }) => {
			const first = asked.endsWith(others) ? 0 : 1;
			const page = Number(query.get('page') ?? first) - first;
			const size = Number(query.get('pageSize') ?? 150);
			const records = Array.from({ length: 150 }, (_, index) => ({ id: index + 1 }));
			return page < 0 ? [] : records.slice(page * size, (page + 1) * size);
		});
		const credentials = credential();
		return async (parameters: Parameters<typeof run>[0]) => await run(parameters, { credentials });
	};

	it('is remembered for the list, so a list that counts from 0 makes no other one fail', async () => {
		const run = await countingFromZero('/branches');
		const branches = send('branches', list);
		for (let reads = 0; reads < 3; reads++) {
			const { error } = await run(branches);
			expect(error?.message).toMatch(isRefused);
			const { error: none, items } = await run(getAll({ returnAll: true }));
			expect([none, items.length]).toEqual([undefined, 150]);
		}
	});

	it('is remembered for the list, so a list with an empty page 0 proves nothing about another', async () => {
		const run = await countingFromZero('/branches');
		expect((await run(getAll({ returnAll: true }))).items).toHaveLength(150);
		const { error } = await run(send('branches', list));
		expect(error?.message).toMatch(isRefused);
	});

	it('does not matter for a list in one response', async () => {
		const run = await countingFromZero('/vatrates');
		for (let reads = 0; reads < 2; reads++)
			expect((await run(send('vatrates', list))).error?.message).toMatch(isRefused);
		const rates = { resource: 'vatRate', operation: 'getAll', returnAll: true };
		const required = { countryCode: 'CZ', date: '2026-11-20', vatCountryType: 1 };
		const { error, items } = await run({ ...rates, ...required, accountingDocumentDirection: 1 });
		expect([error, items.length]).toEqual([undefined, 150]);
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
	const everything = {
		limit: 5,
		searchText: 'a',
		options: { sortDirection: 'ASC' },
		filters: {
			value: '100',
			type: [0],
			direction: 1,
			issueDateFrom: '2020-01-01T00:00:00',
			issueDateTo: '2030-12-31T00:00:00',
		},
	};

	it.each(['body', 'query'] as const)(
		'travel in the %s, and the service filters',
		async (place) => {
			const { run, asked, sandbox } = await bench(
				{ names, searchParametersIn: place },
				{ ...credential, searchParametersIn: place },
			);
			const { error } = await run(search(everything));
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

	it('apply only if the switch is on and the field is filled', async () => {
		const off = { ...credential, customizeParameterNames: false };
		for (const given of [off, { customizeParameterNames: true, pageParameter: '  ' }]) {
			const { run } = await bench({}, given);
			const { error, json } = await run(search({ ...everything, filters: {} }));
			expect([error, json.length]).toEqual([undefined, 5]);
		}
	});
});
