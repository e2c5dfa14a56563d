import type { IDataObject } from 'n8n-workflow';

import { checkService, type Speaks } from './support/checkService';
import { runNode } from './support/engine';

/** What the service does, what the check says about it, and what it gives to paste. */
type Row = [what: string, speaks: Partial<Speaks>, verdict: string, pasted?: IDataObject];

const ready: Row[] = [
	['is as assumed', {}, 'ready'],
	['refuses unknown parameters', { unknown: 'refused' }, 'ready'],
	['refuses without a name', { unknown: 'refused in one sentence' }, 'ready'],
	['has 45 documents', { documents: 45 }, 'ready'],
	['has a bare list', { envelope: 'bare' }, 'ready'],
	['has a wrapper around everything', { envelope: 'data' }, 'ready'],
	['has a wrapper and no counts', { envelope: 'result' }, 'ready'],
	['counts records', { envelope: 'total' }, 'ready'],
	['names the next page', { envelope: 'django' }, 'ready'],
	['refuses pages past the end', { past: 'refused', envelope: 'bare' }, 'ready'],
	['repeats its last page', { past: 'last', envelope: 'bare' }, 'ready'],
	['has nothing on page 0', { before: 'empty' }, 'ready'],
	['has page 1 on page 0 as well', { before: 'first' }, 'ready'],
	['has pages of 10', { usual: 10 }, 'ready'],
	['has pages of 100', { usual: 100 }, 'ready'],
	['lists the oldest first', { order: 'oldest' }, 'ready'],
	['lists by date', { order: 'dates' }, 'ready'],
	['has GUIDs', { guids: true }, 'ready'],
	['answers 404 if nothing is found', { nothingFound: 404 }, 'ready'],
	['clamps page sizes', { outside: 'clamped' }, 'ready'],
	['has everything on one page', { fixed: 1000, documents: 37 }, 'ready'],
	['has no documents', { documents: 0 }, 'ready'],
	['has one document', { documents: 1 }, 'ready'],
	['has 9 documents and refuses the rest', { documents: 9, unknown: 'refused' }, 'ready'],
	['has 12 documents', { documents: 12, past: 'refused' }, 'ready'],
	['has 20 documents', { documents: 20, past: 'last', envelope: 'bare' }, 'ready'],
	['gets documents meanwhile', { created: 14 }, 'ready'],
];

const needed: Row[] = [
	['page_number', { page: 'page_number', envelope: 'snake' }, { pageParameter: 'page_number' }],
	['p', { page: 'p' }, { pageParameter: 'p' }],
	['page[number]', { page: 'page[number]' }, { pageParameter: 'page[number]' }],
	[
		'pageNumber, refusing others',
		{ page: 'pageNumber', unknown: 'refused' },
		{ pageParameter: 'pageNumber' },
	],
	[
		'pageNo without a word',
		{ page: 'pageNo', unknown: 'refused in one sentence' },
		{ pageParameter: 'pageNo' },
	],
	['page 0', { firstPage: 0 }, { firstPage: 0 }],
	['page 0 of 12 documents', { firstPage: 0, documents: 12 }, { firstPage: 0 }],
	[
		'page 0, refusing others',
		{ firstPage: 0, unknown: 'refused', past: 'refused', documents: 18 },
		{ firstPage: 0 },
	],
	['page 0, repeating the last', { firstPage: 0, past: 'last' }, { firstPage: 0 }],
	[
		'pageIndex 0 in a wrapper',
		{ page: 'pageIndex', firstPage: 0, envelope: 'data' },
		{ pageParameter: 'pageIndex', firstPage: 0 },
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
	[
		'take of 5 documents',
		{ pageSize: 'take', unknown: 'refused', documents: 5 },
		{ pageSizeParameter: 'take' },
	],
	['at most 50', { most: 50 }, { largestPageSize: 50 }],
	['at most 30', { most: 30, unknown: 'refused' }, { largestPageSize: 20 }],
	['q', { searchText: 'q' }, { searchTextParameter: 'q' }],
	[
		'query, refusing others',
		{ searchText: 'query', unknown: 'refused' },
		{ searchTextParameter: 'query' },
	],
	[
		'fulltext, 404 for nothing',
		{ searchText: 'fulltext', nothingFound: 404 },
		{ searchTextParameter: 'fulltext' },
	],
	['text among 3 documents', { searchText: 'text', documents: 3 }, { searchTextParameter: 'text' }],
	['order', { sortDirection: 'order' }, { sortDirectionParameter: 'order' }],
	[
		'dir, refusing others',
		{ sortDirection: 'dir', unknown: 'refused' },
		{ sortDirectionParameter: 'dir' },
	],
	[
		'sort_order of dates',
		{ sortDirection: 'sort_order', order: 'dates' },
		{ sortDirectionParameter: 'sort_order' },
	],
	['search in the URL', { searchIn: 'query' }, { searchParametersIn: 'query' }],
	[
		'search in the URL, refusing others',
		{ searchIn: 'query', unknown: 'refused' },
		{ searchParametersIn: 'query' },
	],
	[
		'search in the URL of 7 documents',
		{ searchIn: 'query', documents: 7 },
		{ searchParametersIn: 'query' },
	],
	[
		'snake case',
		{
			page: 'page_number',
			pageSize: 'per_page',
			searchText: 'q',
			sortDirection: 'sort',
			envelope: 'snake',
		},
		{
			pageParameter: 'page_number',
			pageSizeParameter: 'per_page',
			searchTextParameter: 'q',
			sortDirectionParameter: 'sort',
		},
	],
	[
		'short names',
		{
			page: 'p',
			pageSize: 'limit',
			searchText: 'q',
			sortDirection: 'order',
			searchIn: 'query',
			unknown: 'refused',
		},
		{
			pageParameter: 'p',
			pageSizeParameter: 'limit',
			searchTextParameter: 'q',
			sortDirectionParameter: 'order',
			searchParametersIn: 'query',
		},
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
	[
		'Spring',
		{
			page: 'page',
			pageSize: 'size',
			firstPage: 0,
			searchText: 'search',
			past: 'empty',
			envelope: 'total',
		},
		{ firstPage: 0, pageSizeParameter: 'size', searchTextParameter: 'search' },
	],
].map(([what, speaks, pasted]) => [what, speaks, 'settings needed', pasted] as Row);

const faster: Row[] = [
	['ignores pageSize', { pageSize: 'limit' }, 'could be faster', { pageSizeParameter: 'limit' }],
	[
		'ignores pageSize in a bare list',
		{ pageSize: 'perPage', envelope: 'bare' },
		'could be faster',
		{ pageSizeParameter: 'perPage' },
	],
	['clamps to 50', { most: 50, outside: 'clamped' }, 'could be faster', { largestPageSize: 50 }],
	[
		'clamps to 30 without counts',
		{ most: 30, outside: 'clamped', envelope: 'bare' },
		'could be faster',
		{ largestPageSize: 20 },
	],
	['clamps to 15', { usual: 15, most: 15, outside: 'clamped' }, 'could be faster'],
	['has pages of one size', { fixed: 20 }, 'could be faster'],
	[
		'has pages of one size, refusing others',
		{ fixed: 25, unknown: 'refused', envelope: 'bare' },
		'could be faster',
	],
];

/** What the node cannot read, with what the check could not find out. */
const unreadable: Row[] = [
	['offset', { page: 'offset', firstPage: 0, paging: 'records' }, 'not usable'],
	['skip, refusing others', { page: 'skip', paging: 'records', unknown: 'refused' }, 'not usable'],
	['a page that is an offset', { paging: 'records' }, 'not usable'],
	['a cursor', { paging: 'cursor' }, 'not usable'],
	['a cursor, refusing others', { paging: 'cursor', unknown: 'refused' }, 'not usable'],
	['no search', { searchStatus: 404 }, 'not usable'],
	['no right to search', { searchStatus: 403 }, 'not usable'],
	['a page number of an unusual name', { page: 'strana' }, 'settings needed'],
	['the same, refusing others', { page: 'strana', unknown: 'refused' }, 'settings needed'],
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
	const { json, error, hints } = await runNode({
		parameters: { resource: 'check', operation: 'run' },
		credentials: service.credential(),
	});
	expect(error).toBeUndefined();
	expect(service.arrived.length + service.exchanges.length).toBeLessThanOrEqual(30);
	const isRead = ({ method, path }: (typeof service.arrived)[number]) =>
		method === 'GET' || path === '/v2/search/accountingdocuments';
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
