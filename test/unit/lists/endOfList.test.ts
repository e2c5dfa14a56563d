import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import { findEnd } from '../../../nodes/shared/lists/endOfList';
import { isSame } from '../../../nodes/shared/lists/ids';
import { Mismatch } from '../../../nodes/shared/lists/mismatch';
import type { Page, PageRange } from '../../../nodes/shared/lists/page';
import { PageReader } from '../../../nodes/shared/lists/pageReader';
import { Seen } from '../../../nodes/shared/lists/seen';
import { changesOf, LivingList, type Service } from './support/livingList';

interface Situation {
	service?: Service;
	/** As {@link changesOf} reads them. The first request is for the page that looks like the last one. */
	changes?: string;
	/** The page that looks like the last one. Its records and those above are known. */
	last?: PageRange;
	/** Whether that page ends with the last record that was new. */
	endsWithNewRecord?: boolean;
	/** A page further down the list had records. */
	wasLonger?: boolean;
	/** The page that joins the known records instead of a response. */
	joins?: (last: Page) => Page;
}

const page = (range: PageRange, records: ServiceRecord[]): Page => ({
	...range,
	records,
	counts: {},
});

/** What {@link findEnd} makes of a page, and how many requests it sends. */
async function endOf(
	count: number,
	{ service, changes, last: range = { index: 0, size: 100 }, ...others }: Situation,
) {
	const { endsWithNewRecord = true, wasLonger = false, joins } = others;
	const list = new LivingList(count, service, changes === undefined ? [] : changesOf(changes));
	const known = new Seen();
	const names = list.names().slice(0, (range.index + 1) * range.size);
	known.fresh(names.map((id) => ({ id: Number(id) })));
	const reader = new PageReader(list.source(), { pageSize: range.size, parallelPages: 1 });
	const last = await reader.read(range);
	if (wasLonger) reader.furthest = { ...last, index: last.index + 1 };
	const chain = {
		reader,
		known,
		endsWithNewRecord,
		isLastNewRecord: (record: ServiceRecord) =>
			endsWithNewRecord && last.records.slice(-1).some((newest) => isSame(record, newest)),
		join: async (response: Page) => await Promise.resolve(joins?.(last) ?? response),
	};
	const { page: next, isEnd, actualPageSize } = await findEnd(chain, last);
	return {
		isEnd,
		actualPageSize,
		page: next && [next.index, next.size, next.records.length],
		requests: list.requests - 1,
	};
}

type Row = [string, count: number, Situation, Partial<Awaited<ReturnType<typeof endOf>>>];

/** Ten records: no page size has room behind them. The second and third request are for what follows, the last for them again. */
const ten: Situation = { last: { index: 0, size: 10 }, endsWithNewRecord: false };
/** What follows comes ten times, then a page further down, then the last page. */
const repeating: Situation = { ...ten, service: { past: 'last' } };

it.each<Row>([
	['they come again', 10, ten, { isEnd: true, requests: 3 }],
	[
		'they come again with the newest record, though a page was further down',
		10,
		{ ...ten, endsWithNewRecord: true, wasLonger: true },
		{ isEnd: true },
	],
	['the last one is deleted', 10, { ...ten, changes: '3 deleteLast 0' }, { isEnd: true }],
	[
		'another one is deleted too, so that none is where it was',
		10,
		{ ...ten, changes: '3 delete 400, 3 deleteLast 0' },
		{ isEnd: false },
	],
	['the last one is new', 10, { ...ten, changes: '3 delete 0, 3 append 0' }, { isEnd: false }],
	[
		'a page before the last one joins',
		20,
		{
			...ten,
			last: { index: 1, size: 10 },
			changes: '3 deleteLast 0',
			joins: ({ records }) => page({ index: 0, size: 11 }, Array(11).fill(records[0])),
		},
		{ isEnd: false },
	],
	[
		'the service repeats the last page, of which two are deleted',
		10,
		{ ...repeating, changes: '13 delete 400, 13 deleteLast 0' },
		{ isEnd: true },
	],
	[
		'the service repeats the last page, and a new record is the last one',
		10,
		{ ...repeating, changes: '13 delete 0, 13 append 0' },
		{ isEnd: false },
	],
])('ten records that nothing follows: %s', async (_what, count, situation, expected) => {
	expect(await endOf(count, situation)).toMatchObject(expected);
});

const known: Situation = { endsWithNewRecord: false };
const pageTwo: Situation = { ...known, last: { index: 1, size: 20 } };
const overstated: Service = { counts: 'total', overstated: 1 };

it.each<Row>([
	['proves the end at the same position', 13, known, { isEnd: true, requests: 1 }],
	[
		'goes on if a record was appended',
		13,
		{ ...known, changes: '2 append 0' },
		{ isEnd: false, requests: 1 },
	],
	[
		'shows that the only page was too small, if that one reported more',
		13,
		{ ...known, service: overstated },
		{ actualPageSize: 13 },
	],
])('a page across the end %s', async (_what, count, situation, expected) => {
	expect(await endOf(count, situation)).toMatchObject(expected);
});

it.each<Row>([
	[
		'the list has grown since',
		25,
		{ ...pageTwo, changes: Array(7).fill('2 append 0').join(', ') },
		{ page: [1, 20, 12], actualPageSize: undefined },
	],
	['the page was full', 40, { last: { index: 0, size: 20 } }, { page: [1, 19, 19], requests: 1 }],
	[
		'a new record is on a page that ends before the last one',
		33,
		{ ...pageTwo, joins: () => page({ index: 0, size: 10 }, Array(10).fill({ id: 999 })) },
		{ page: [0, 10, 10], requests: 1 },
	],
])('the list goes on: %s', async (_what, count, situation, expected) => {
	expect(await endOf(count, situation)).toMatchObject(expected);
});

it.each<[string, number, Situation, string]>([
	['a page was further down', 10, { ...ten, wasLonger: true }, 'ends before records'],
	['the second page reports more', 33, { ...pageTwo, service: overstated }, 'reports 34 records'],
])('is a contradiction: %s', async (_what, count, situation, reason) => {
	await expect(endOf(count, situation)).rejects.toThrow(reason);
	await expect(endOf(count, situation)).rejects.toBeInstanceOf(Mismatch);
});
