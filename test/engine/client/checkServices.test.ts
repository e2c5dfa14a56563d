/**
 * docs/reference/credential.md#parameter-names: the names are found in services of many kinds, and a healthy one
 * stays ready.
 */
import type { IDataObject } from 'n8n-workflow';

import { CheckReport } from '../../../nodes/AccountingService/check/report';
import { assumedSettings } from '../../../nodes/shared/client/settings';
import { checkService, enteredFrom, Refused, type Speaks } from '../support/checkService';
import { runNode } from '../support/engine';

/** The service, the verdict of the check, and the values that it proposes. */
type Row = [what: string, speaks: Partial<Speaks>, verdict: string, entered?: IDataObject];

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
	...[10, 25].flatMap((most): Row[] => [
		[`clamps to ${most}`, { most, outside: 'clamped' }, 'ready'],
		[
			`clamps to ${most} and reports only the number of pages`,
			{ most, outside: 'clamped', envelope: 'pagesOnly' },
			'ready',
		],
	]),
	['has GUIDs', { guids: true }, 'ready'],
	['answers 404 if nothing is found', { nothingFound: 404 }, 'ready'],
	['clamps page sizes', { outside: 'clamped' }, 'ready'],
	['has everything on one page', { fixed: 1000, documents: 37 }, 'ready'],
	['has no documents', { documents: 0 }, 'ready'],
	['has no documents and refuses other pages', { documents: 0, past: 'refused' }, 'ready'],
	['has 9 documents and refuses the rest', { documents: 9, unknown: 'refused' }, 'ready'],
	['gets documents meanwhile', { created: 14 }, 'ready'],
	['has pages of at most 25', { most: 25, outside: 'clamped' }, 'ready'],
	['has pages of at most 80', { most: 80, outside: 'clamped' }, 'ready'],
	['shows no document by its ID', { documentStatus: 403 }, 'ready'],
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
	['at most 50, without documents', { most: 50, documents: 0 }, { largestPageSize: 50 }],
	[
		'page 0 and at most 50 without a word',
		{ firstPage: 0, most: 50, outside: 'clamped', envelope: 'bare', documents: 120 },
		{ firstPage: 0, largestPageSize: 50 },
	],
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
	[
		'has pages of 20 if more than 50 are requested',
		{ most: 50, outside: 'usual' },
		'could be faster',
		{ largestPageSize: 50 },
	],
	['clamps to 50', { most: 50, outside: 'clamped' }, 'could be faster', { largestPageSize: 50 }],
	[
		'repeats its only page',
		{ fixed: 1000, documents: 37, past: 'last', envelope: 'bare' },
		'could be faster',
	],
	['has pages of one size', { fixed: 20 }, 'could be faster'],
	[
		'has pages of one size and reports only their number',
		{ fixed: 20, envelope: 'pagesOnly' },
		'could be faster',
	],
	[
		'clamps to 50 and reports only the number of pages',
		{ most: 50, outside: 'clamped', envelope: 'pagesOnly' },
		'could be faster',
		{ largestPageSize: 50 },
	],
];

/** Services that the node cannot read, and what the check could not find out. */
const unreadable: Row[] = [
	['offset', { page: 'offset', firstPage: 0, paging: 'records' }, 'not usable'],
	['a page that is an offset', { paging: 'records' }, 'not usable'],
	['no search', { searchStatus: 404 }, 'not usable'],
	[
		'a search with a page number of another name',
		{ searchPage: 'pageNo', documents: 400 },
		'not usable',
	],
	[
		'a search with a page number and size of other names',
		{ searchPage: 'pageNo', searchPageSize: 'limit', documents: 400 },
		'not usable',
	],
	['a page number of an unusual name', { page: 'strana' }, 'settings needed'],
	[
		'a page size of an unusual name',
		{ pageSize: 'velikost', unknown: 'refused' },
		'settings needed',
	],
	['a text of an unusual name', { searchText: 'hledat' }, 'settings needed'],
	['a direction of an unusual name', { sortDirection: 'smer' }, 'settings needed'],
];

/** Reads everything, and searches for text with the oldest first. @returns what failed, or what is missing */
async function read(
	{ documents, credential }: Awaited<ReturnType<typeof checkService>>,
	settings: IDataObject = {},
): Promise<string> {
	const common = { resource: 'accountingDocument', returnAll: true };
	const credentials = credential({ customizeParameterNames: true, ...settings });
	const isCoffee = ({ description }: IDataObject) => description === 'Coffee';
	const lists: Array<[object, (document: IDataObject) => boolean]> = [
		[{ operation: 'getAll' }, () => true],
		[{ operation: 'search', searchText: 'Coffee', options: { sortDirection: 'ASC' } }, isCoffee],
	];
	for (const [parameters, isWanted] of lists) {
		// A document that is created in the meantime may be among them.
		const before = documents.filter(isWanted);
		const { json, error } = await runNode({
			parameters: { ...common, ...parameters },
			credentials,
		});
		if (error) return error.message;
		const given = new Set(json.map(({ id }) => id));
		const wanted = new Set(documents.filter(isWanted).map(({ id }) => id));
		if (![...given].every((id) => wanted.has(id)) || !before.every(({ id }) => given.has(id))) {
			return `${given.size} of ${before.length}`;
		}
	}
	return 'everything';
}

// With a row of three, jest would pass its callback as the fourth parameter.
const rows = [...ready, ...needed, ...faster, ...unreadable].map((row) => ({ row, what: row[0] }));

it.each(rows)('$what', async ({ row: [what, speaks, verdict, wanted = {}] }) => {
	const service = await checkService(speaks);
	const { json, error, hints } = await service.run({ resource: 'check', operation: 'run' });
	expect(error).toBeUndefined();
	const most = /^settings needed|^not usable/.test(verdict) ? 70 : 30;
	expect(service.arrived.length + service.exchanges.length).toBeLessThanOrEqual(most);
	const isRead = ({ method, path }: (typeof service.arrived)[number]) =>
		method === 'GET' || path.startsWith('/v2/search/');
	expect(service.arrived.every(isRead)).toBe(true);

	const [summary, ...items] = json;
	const isUnreadable = unreadable.some(([other]) => other === what);
	expect([summary.verdict, enteredFrom(json), summary]).toEqual([verdict, wanted, summary]);
	const enter = items.flatMap((item) => (item.enter ? [`${item.about}: ${item.enter}`] : []));
	expect(summary.enter).toBe(verdict === 'not usable' ? '' : enter.join(', '));
	for (const value of enter) expect(hints.join()).toContain(value.replace(/: (.*)/, ' to "$1"'));

	const works = verdict === 'ready' || verdict === 'could be faster';
	const asEntered = await read(service);
	expect(asEntered === 'everything').toBe(works);
	const changesNothing = Object.keys(wanted).length === 0;
	const asProposed = changesNothing ? asEntered : await read(service, wanted);
	expect(asProposed === 'everything').toBe(works || !isUnreadable);
});

it.each([500, 503])('HTTP %i for any request is no finding', async (status) => {
	for (const speaks of [{}, { unknown: 'refused' as const }]) {
		const healthy = await checkService(speaks);
		const { json: expected } = await healthy.run({ resource: 'check', operation: 'run' });
		for (let at = 2; at <= healthy.arrived.length; at++) {
			let isBroken = false;
			const service = await checkService({
				...speaks,
				meanwhile(request) {
					isBroken ||= request === at;
					if (isBroken) throw new Refused('Not now', [], status);
				},
			});
			const { json, error } = await service.run({
				...{ resource: 'check', operation: 'run', options: { maxTries: 2 } },
			});
			expect([at, error?.message]).toEqual([at, undefined]);
			expect([at, json[0].verdict]).toEqual([at, 'not determined']);
			expect(json[0].evidence).toContain('Run the check again');
			expect(enteredFrom(json)).toEqual({});
			for (const { about, verdict } of expected.slice(1)) {
				const own = json.find((item) => item.about === about)?.verdict;
				if (own !== verdict && own !== undefined) {
					expect([at, about, own]).toEqual([at, about, 'not determined']);
				}
			}
		}
	}
});

const meanwhile: Array<[string, (documents: IDataObject[]) => unknown]> = [
	['a document of the first page is edited', (all) => void all.push(...all.splice(-13, 1))],
	['a document is created', (all) => void all.push({ ...all[0], id: 1 })],
	['a document is deleted', (all) => void all.splice(-5, 1)],
	['25 documents are imported', (all) => void all.push(...imported.slice(5))],
	['30 documents are imported', (all) => void all.push(...imported)],
	[
		'a 404 is a mistake',
		() => {
			throw new Refused('Not here', [], 404);
		},
	],
	['an empty list is a mistake', () => ({ accountingDocuments: [], pagesCount: 0 })],
];

const imported = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, description: 'Import' }));

it.each(meanwhile)('A healthy service is ready, even if %s', async (what, happens) => {
	for (const documents of what.includes('created') ? [0, 3, 20, 130] : [3, 130]) {
		for (let at = 1, hasHappened = true; hasHappened; at++) {
			hasHappened = false;
			const service = await checkService({
				documents,
				meanwhile: (request, all) => {
					if (request !== at) return;
					hasHappened = true;
					return happens(all);
				},
			});
			const { json, error } = await service.run({ resource: 'check', operation: 'run' });
			const { verdict, enter, evidence } = json[0] ?? {};
			const found = { documents, at, error: error?.message, verdict, enter, evidence };
			expect(found).toEqual({
				...{ documents, at, error: undefined, verdict: 'ready', enter: '' },
				evidence: 'The credential needs no changes.',
			});
		}
	}
});

it('A page number that counts records skips none of them', async () => {
	const service = await checkService({ page: 'offset', firstPage: 0, paging: 'records' });
	const settings = { pageParameter: 'offset', pageParameterCounts: 'records' };
	expect(await read(service, settings)).toBe('everything');
});

it.each([
	['a list that cannot be read', {}],
	['a bare list that cannot be read', { envelope: 'bare' as const }],
])('An offset is named as the cause of %s, with what to enter', async (_, changes) => {
	const service = await checkService({ ...changes, paging: 'records' });
	expect(await read(service)).not.toBe('everything');
	const before = service.arrived.length;
	const { json } = await service.run({ resource: 'check', operation: 'run' });
	expect(service.arrived.length - before).toBeLessThanOrEqual(70);
	expect(JSON.stringify(json)).toContain(
		'page=2 skips two documents: it counts documents, not pages. Enter it in Page Parameter, and set Page Parameter Counts to Records.',
	);
});

it.each([
	[3, 0],
	[3, 1],
	[12, 0],
	[12, 1],
	[30, 0],
	[30, 1],
])(
	'no setting is proposed beside a replica without the last %i documents: %i',
	async (late, odd) => {
		let hidden: IDataObject[] = [];
		const service = await checkService({
			documents: 90,
			meanwhile(request, all) {
				all.push(...hidden);
				hidden = request % 2 === odd ? all.splice(-late) : [];
			},
		});
		const { json } = await service.run({ resource: 'check', operation: 'run' });
		expect([json[0].verdict, json[0].enter]).toEqual([
			expect.stringMatching(/^(ready|not deter)/),
			'',
		]);
	},
);

it('An alarm that a second check does not repeat is withdrawn', async () => {
	const service = await checkService({
		documents: 90,
		meanwhile: (request) => (request > 1 && request < 9 ? { documents: [], total: 90 } : undefined),
	});
	const { json, hints } = await service.run({ resource: 'check', operation: 'run' });
	expect(json[0]).toMatchObject({ verdict: 'ready', enter: '' });
	expect(hints).toEqual([]);
});

it('A setting that two checks find differently is not determined', () => {
	const [first, second] = ['p', 'q'].map((name) => {
		const report = new CheckReport(assumedSettings);
		report.add('page', 'needed', `${name} works.`, name);
		report.add('pageSize', 'needed', 'limit works.', 'limit');
		return report;
	});
	second.keepWhatRepeats(first);
	const [summary, page] = second.items();
	expect(page).toMatchObject({ verdict: 'not determined', enter: '' });
	expect(summary).toMatchObject({
		...{ verdict: 'settings needed', enter: 'Page Size Parameter: limit' },
		evidence: expect.stringMatching(
			/Documents may have changed.* Run the check again\.$/,
		) as string,
		undetermined: 'Page Parameter: Two checks in a row had different results.',
	});
});
