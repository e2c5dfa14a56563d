import type { Service } from './livingList';

/** docs/api/behaviours.md#healthy-services: everything works, at full speed, without a hint. */
export const healthy: Record<string, Service> = {
	'counts pages': { counts: 'pages' },
	'states its whole envelope': { counts: 'envelope' },
	'counts records': { counts: 'total' },
	'says whether more follows': { counts: 'hasMore' },
	'counts nothing': {},
	'refuses a page past the end': { past: 'refused' },
	'repeats the last page past the end': { past: 'last' },
	'counts pages and repeats the last one': { counts: 'pages', past: 'last' },
	'has everything on one page': { onePage: true },
	'has everything on one page, and nothing behind it': { onePage: true, past: 'empty' },
	'has everything on one page, and refuses others': { onePage: true, past: 'refused' },
	'has everything on one page, and repeats it': { onePage: true, past: 'last' },
	'has everything on one page, and counts it': { onePage: true, counts: 'pages', past: 'last' },
	'has nothing on page 0': { zero: 'empty' },
	'shows page 1 as page 0': { zero: 'first' },
	'shows the last page as page 0': { zero: 'last' },
	'shows everything as page 0': { zero: 'all' },
	'shows the last page as page 0 and counts': { zero: 'last', counts: 'pages' },
};

const counted: Service = { counts: 'envelope' };

/** docs/api/behaviours.md#services-that-change-their-mind: complete, or an error, never silent. */
export const changing: Record<string, Service> = {
	'has pages of 50': { cap: { from: 1, size: 50 } },
	'has pages of 50 and counts them': { ...counted, cap: { from: 1, size: 50 } },
	'has pages of 10': { cap: { from: 1, size: 10 } },
	'has pages of 20': { cap: { from: 1, size: 20 } },
	'gets smaller pages early': { cap: { from: 2, size: 20 } },
	'gets smaller pages in the middle': { cap: { from: 6, size: 20 } },
	'gets smaller pages in the middle, and counts them': { ...counted, cap: { from: 6, size: 20 } },
	'gets pages of 50 in the middle': { counts: 'total', cap: { from: 4, size: 50 } },
	'has one answer of a replica with pages of 20': {
		cap: { from: 1, size: 50 },
		replica: { at: 2, size: 20 },
	},
	'has one answer of a replica with pages of 10': {
		cap: { from: 1, size: 50 },
		replica: { at: 3, size: 10 },
	},
	'has replicas with pages of 50 and 10, and counts records': {
		counts: 'total',
		replicas: [50, 10],
	},
	'has replicas with pages of 20 and 10, and counts records': {
		counts: 'total',
		replicas: [10, 20],
	},
	'shows the head of page 1 as the second page': {
		cap: { from: 1, size: 50 },
		head: { at: 2, records: 3 },
	},
	'shows the head of page 1 as a page': { cap: { from: 1, size: 50 }, head: { at: 3, records: 3 } },
	'shows ten records of page 1 as a page': {
		cap: { from: 1, size: 50 },
		head: { at: 3, records: 10 },
	},
	'is silent for 14 answers': { silent: { from: 4, to: 17 } },
	'is silent for 34 answers': { silent: { from: 3, to: 36 } },
	'is silent for 5 answers': { silent: { from: 5, to: 9 } },
	'has pages of 50 and is silent': { cap: { from: 1, size: 50 }, silent: { from: 3, to: 5 } },
	'is empty by mistake': { mistake: { at: 3, with: 'empty' } },
	'is empty by mistake at first': { mistake: { at: 1, with: 'empty' } },
	'refuses by mistake': { mistake: { at: 3, with: 'refused' } },
	'refuses by mistake, later': { counts: 'pages', mistake: { at: 5, with: 'refused' } },
	'has pages that overlap': { overlap: 3 },
	'repeats a page': { repeats: 2 },
	'repeats a page and counts': { counts: 'pages', repeats: 1 },
	'repeats a later page and counts records': { counts: 'total', repeats: 2 },
	'ignores the page size': { fixedSize: 20 },
	'ignores the page size, and counts': { ...counted, fixedSize: 25 },
	'has pages of 100 whatever is requested': { fixedSize: 100 },
	'ignores the page number': { ignoresPage: true },
	'ignores the page number and counts': { counts: 'pages', ignoresPage: true },
	'ignores page number and page size': { ignoresPage: true, fixedSize: 20 },
	'counts pages from 0': { countsFromZero: true },
	'counts pages from 0 and counts them': { ...counted, countsFromZero: true },
};
