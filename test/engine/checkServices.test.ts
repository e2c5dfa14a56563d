import type { IDataObject } from 'n8n-workflow';

import { checkService, type Speaks } from './support/checkService';
import { runNode } from './support/engine';

/** What the service does, what the check says about it, and what it gives to paste. */
type Row = [what: string, speaks: Partial<Speaks>, verdict: string, pasted?: IDataObject];

const ready: Row[] = [
	['is as assumed', {}, 'ready'],
	['refuses unknown parameters', { unknown: 'refused' }, 'ready'],
	['refuses without a name', { unknown: 'refused in one sentence' }, 'ready'],
	['has a bare list', { envelope: 'bare' }, 'ready'],
	['has a wrapper around everything', { envelope: 'data' }, 'ready'],
	['counts records', { envelope: 'total' }, 'ready'],
	['names the next page', { envelope: 'django' }, 'ready'],
	['refuses pages past the end', { past: 'refused', envelope: 'bare' }, 'ready'],
	['repeats its last page', { past: 'last', envelope: 'bare' }, 'ready'],
	['has nothing on page 0', { before: 'empty' }, 'ready'],
	['has page 1 on page 0 as well', { before: 'first' }, 'ready'],
	['lists the oldest first', { order: 'oldest' }, 'ready'],
	['has GUIDs', { guids: true }, 'ready'],
	['answers 404 if nothing is found', { nothingFound: 404 }, 'ready'],
	['clamps page sizes', { outside: 'clamped' }, 'ready'],
	['has everything on one page', { fixed: 1000, documents: 37 }, 'ready'],
	['has no documents', { documents: 0 }, 'ready'],
	['has 9 documents and refuses the rest', { documents: 9, unknown: 'refused' }, 'ready'],
	['gets documents meanwhile', { created: 14 }, 'ready'],
];

const needed: Row[] = [
	['page_number', { page: 'page_number', envelope: 'snake' }, { pageParameter: 'page_number' }],
	[
		'pageNumber, refusing others',
		{ page: 'pageNumber', unknown: 'refused' },
		{ pageParameter: 'pageNumber' },
	],
	['page 0', { firstPage: 0 }, { firstPage: 0 }],
	[
		'page 0, refusing others',
		{ firstPage: 0, unknown: 'refused', past: 'refused', documents: 18 },
		{ firstPage: 0 },
	],
	[
		'pageIndex 0 of growing lists',
		{ page: 'pageIndex', firstPage: 0, created: 14 },
		{ pageParameter: 'pageIndex', firstPage: 0 },
	],
	[
		'limit, refusing others',
		{ pageSize: 'limit', unknown: 'refused' },
		{ pageSizeParameter: 'limit' },
	],
	['at most 50', { most: 50 }, { largestPageSize: 50 }],
	[
		'query, refusing others',
		{ searchText: 'query', unknown: 'refused' },
		{ searchTextParameter: 'query' },
	],
	['text among 3 documents', { searchText: 'text', documents: 3 }, { searchTextParameter: 'text' }],
	[
		'dir, refusing others',
		{ sortDirection: 'dir', unknown: 'refused' },
		{ sortDirectionParameter: 'dir' },
	],
	['search in the URL', { searchIn: 'query' }, { searchParametersIn: 'query' }],
	[
		'search in the URL, refusing others',
		{ searchIn: 'query', unknown: 'refused' },
		{ searchParametersIn: 'query' },
	],
	[
		'JSON:API',
		{
			page: 'page[number]',
			pageSize: 'page[size]',
			searchText: 'query',
			sortDirection: 'sort',
			envelope: 'data',
		},
		{
			pageParameter: 'page[number]',
			pageSizeParameter: 'page[size]',
			searchTextParameter: 'query',
			sortDirectionParameter: 'sort',
		},
	],
].map(([what, speaks, pasted]) => [what, speaks, 'settings needed', pasted] as Row);

const faster: Row[] = [
	['ignores pageSize', { pageSize: 'limit' }, 'could be faster', { pageSizeParameter: 'limit' }],
	['clamps to 50', { most: 50, outside: 'clamped' }, 'could be faster', { largestPageSize: 50 }],
	['has pages of one size', { fixed: 20 }, 'could be faster'],
];

/** What the node cannot read, with what the check could not find out. */
const unreadable: Row[] = [
	['offset', { page: 'offset', firstPage: 0, paging: 'records' }, 'not usable'],
	['a page that is an offset', { paging: 'records' }, 'not usable'],
	['a cursor', { paging: 'cursor' }, 'not usable'],
	['no search', { searchStatus: 404 }, 'not usable'],
	['a page number of an unusual name', { page: 'strana' }, 'settings needed'],
	[
		'a page size of an unusual name',
		{ pageSize: 'velikost', unknown: 'refused' },
		'settings needed',
	],
	['a text of an unusual name', { searchText: 'hledat' }, 'settings needed'],
	['a direction of an unusual name', { sortDirection: 'smer' }, 'settings needed'],
];

/** Reads everything, and searches with a text in rising order. @returns what failed, or what is missing */
async function read(
	{ documents, credential }: Awaited<ReturnType<typeof checkService>>,
	settings: IDataObject = {},
): Promise<string> {
	const common = { resource: 'accountingDocument', returnAll: true, output: 'raw' };
	const credentials = credential({
		customizeParameterNames: true,
		checkedSettings: JSON.stringify(settings),
	});
	const lists: Array<[object, IDataObject[]]> = [
		[{ operation: 'getAll' }, documents],
		[
			{ operation: 'search', searchText: 'Coffee', sortDirection: 'ASC' },
			documents.filter(({ description }) => description === 'Coffee'),
		],
	];
	for (const [parameters, expected] of lists) {
		const { json, error } = await runNode({
			parameters: { ...common, ...parameters },
			credentials,
		});
		if (error) return error.message;
		const given = new Set(json.map(({ id }) => id));
		if (given.size !== expected.length || !expected.every(({ id }) => given.has(id))) {
			return `${given.size} of ${expected.length}`;
		}
	}
	return 'everything';
}

// A row of three would take a fourth parameter for jest's callback.
const rows = [...ready, ...needed, ...faster, ...unreadable].map((row) => ({ row, what: row[0] }));

it.each(rows)('$what', async ({ row: [what, speaks, verdict, pasted] }) => {
	const service = await checkService(speaks);
	const { json, error, hints } = await service.run({ resource: 'check', operation: 'run' });
	expect(error).toBeUndefined();
	expect(service.arrived.length + service.exchanges.length).toBeLessThanOrEqual(30);
	const isRead = ({ method, path }: (typeof service.arrived)[number]) =>
		method === 'GET' || path.startsWith('/v2/search/');
	expect(service.arrived.every(isRead)).toBe(true);

	const [summary] = json;
	const enter = pasted ? JSON.stringify(pasted) : '';
	expect([summary.verdict, summary.enter, summary]).toEqual([verdict, enter, summary]);
	expect(hints.join()).toContain(enter);

	const isUnreadable = unreadable.some(([other]) => other === what);
	const works = verdict === 'ready' || verdict === 'could be faster';
	expect((await read(service)) === 'everything').toBe(works);
	if (!works) expect(String(await read(service, pasted)) === 'everything').toBe(!isUnreadable);
	else if (pasted) expect(await read(service, pasted)).toBe('everything');
});
