import { oddService, type Envelope } from './oddServices';
import { sandboxService } from './sandboxServices';
import type { Service, Truth } from './truth';

/** The service that the package assumes. */
const assumed: Truth = {
	documents: 120,
	page: 'page',
	counts: 'pages',
	firstPage: 1,
	pageSize: 'pageSize',
	most: 100,
	outside: 'refused',
	fixed: 0,
	fixedInSearch: 0,
	least: 10,
	created: 0,
	searchText: 'searchText',
	sortDirection: 'sortDirection',
	singleValue: 'value',
	type: '',
	direction: '',
	issueDateFrom: '',
	issueDateTo: '',
	searchIn: 'body',
	unknown: 'refused',
	count: 'pages',
	order: 'newest',
	beyond: 'empty',
};

/** One of a list for each number; lists of different lengths and steps bring ever other combinations. */
const at = <T>(list: readonly T[], number: number): T => list[number % list.length];

const envelopes = ['object', 'array', 'objectWithoutCount', 'wrapped'] as const;
const oddEnvelopes: Envelope[] = ['bare', 'data.items', 'result', 'invoices'];

/** Names, base, order, limits and habits by a number. */
function mixed(number: number): Truth {
	const envelope = at(envelopes, number);
	const isCounted = envelope !== 'array' && envelope !== 'objectWithoutCount';
	const isOffset = number % 9 === 4;
	return {
		documents: at([120, 64, 231, 75], number >> 1),
		page: isOffset
			? at(['offset', 'skip'], number >> 1)
			: at(['page', 'pageNumber', 'pageIndex', 'currentPage', 'pageNo'], number),
		counts: isOffset ? 'records' : 'pages',
		firstPage: isOffset || number % 3 === 1 ? 0 : 1,
		pageSize: at(['pageSize', 'limit', 'perPage', 'size', 'take', 'rows'], number >> 1),
		most: at([100, 50, 100, 30, 200], number),
		outside: at(['refused', 'clamped'] as const, number >> 2),
		fixed: 0,
		fixedInSearch: 0,
		least: 10,
		created: 0,
		searchText: at(['searchText', 'fulltext', 'q', 'search', 'text', 'query'], number + 1),
		sortDirection: at(['sortDirection', 'sortOrder', 'order', 'dir', 'sort'], number + 2),
		singleValue: at(['value', 'amount', 'total'], number + 1),
		type: at(['', 'type', 'documentType'], number),
		direction: at(['', 'direction', 'documentDirection'], number + 1),
		issueDateFrom: at(['', 'issueDateFrom', 'dateFrom', 'from'], number),
		issueDateTo: at(['', 'issueDateTo', 'dateTo', 'to'], number),
		searchIn: at(['body', 'query'] as const, number >> 1),
		unknown: at(['refused', 'ignored'] as const, number),
		count: isCounted ? 'pages' : 'none',
		order: at(['newest', 'newest', 'oldest', 'dates'] as const, number + 3),
		// Where the first page comes again and nothing is counted, no list has an end.
		beyond: at(['empty', 'refused', 'last', isCounted ? 'first' : 'empty'] as const, number >> 1),
	};
}

/** Services that differ from the assumed one in little, where little can be seen, or where they say little. */
const special: Array<Partial<Truth>> = [
	{},
	{ documents: 1 },
	{ documents: 2, unknown: 'ignored' },
	{ documents: 5, page: 'pageNumber', pageSize: 'limit' },
	{ documents: 5, firstPage: 0, unknown: 'ignored', page: 'pageIndex' },
	{ documents: 9, searchText: 'q', sortDirection: 'order', unknown: 'ignored' },
	{ documents: 12, pageSize: 'take', page: 'skip', counts: 'records', firstPage: 0 },
	{ documents: 18, firstPage: 0, beyond: 'refused' },
	{ documents: 3, pageSize: 'perPage', searchIn: 'query', outside: 'clamped' },
	{ fixed: 20 },
	{ fixed: 25, unknown: 'ignored', count: 'none' },
	{ unknown: 'refusedUnnamed', page: 'pageNumber', pageSize: 'limit' },
	{ unknown: 'refusedUnnamed', searchText: 'q', firstPage: 0 },
	{ unknown: 'refusedUnnamed', sortDirection: 'sortOrder', searchIn: 'query' },
	{ unknown: 'ignored', firstPage: 0, beyond: 'last' },
	{ unknown: 'ignored', type: 'type', direction: 'direction', most: 50, outside: 'clamped' },
];

/** Odd services with habits that the sandbox does not have. */
const odd: Array<[Envelope, Partial<Truth>]> = [
	['result', { page: 'pageNumber', pageSize: 'limit', firstPage: 0 }],
	['result', { count: 'none', unknown: 'ignored', page: 'pageNo', beyond: 'last' }],
	['texts', { unknown: 'ignored', page: 'currentPage', documents: 231 }],
	['result', { fixedInSearch: 20, unknown: 'ignored' }],
	['invoices', { fixedInSearch: 25, firstPage: 0, page: 'pageIndex' }],
	['result', { fixed: 20, page: 'offset', counts: 'records', firstPage: 0, unknown: 'ignored' }],
	['texts', { fixed: 50, page: 'skip', counts: 'records', firstPage: 0, count: 'none' }],
	['invoices', { fixed: 12, page: 'offset', counts: 'records', firstPage: 0, unknown: 'ignored' }],
	['result', { most: 15, outside: 'clamped', count: 'none' }],
	['result', { least: 20 }],
	['result', { least: 20, outside: 'clamped', unknown: 'ignored' }],
	['result', { created: 30, page: 'pageNumber', unknown: 'ignored', documents: 231 }],
	['invoices', { created: 30, page: 'pageIndex', firstPage: 0, documents: 231 }],
];

/** Sixty services, a third of them odd ones, and some with habits of their own. */
export const services: Service[] = [
	...Array.from({ length: 32 }, (_, number) =>
		sandboxService(mixed(number), at(envelopes, number)),
	),
	...Array.from({ length: 12 }, (_, number) => {
		const truth = mixed(3 * number + 1);
		return oddService(
			{ ...truth, outside: at(['clamped', 'refused'] as const, number) },
			at(truth.count === 'pages' ? oddEnvelopes.slice(1) : oddEnvelopes, number),
		);
	}),
	...special.map((changes, number) => {
		const truth = { ...assumed, ...changes };
		return number % 2 === 0
			? sandboxService(truth, truth.count === 'none' ? 'objectWithoutCount' : 'object')
			: oddService(truth, at(oddEnvelopes.slice(1), number));
	}),
	...odd.map(([envelope, changes]) => oddService({ ...assumed, ...changes }, envelope)),
];

/**
 * Whether a service shows what is to be told: it has documents enough, a choice of page sizes, and refusals that
 * say what they are about.
 */
export function shows(
	{ documents, unknown, fixed, most, created }: Truth,
	assumption: string,
): boolean {
	if (unknown === 'refusedUnnamed' || fixed > 0) return false;
	if (created > 0) return /page number|first page/.test(assumption);
	// Asked last, with the requests that are left.
	if (assumption === 'Requests at the same time' && unknown === 'ignored') return false;
	const isOfLimits = assumption === 'Limits of the page size' && most >= 100;
	return documents >= (isOfLimits ? 100 : 60);
}
