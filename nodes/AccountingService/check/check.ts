import type { IDataObject } from 'n8n-workflow';

import { pageSizeLimits } from '../../shared/client/dialect';
import type { RawAnswer } from '../../shared/client/answer';
import { ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/request';
import { Asking, howAnswered, unlessUsedUp, type Reply } from './asking';
import { isBlamed, type Manner } from './discover';
import { checkFilters, type Searching } from './filters';
import { isLonger, likeness } from './likeness';
import { checkCount, checkOrder, checkRepeatable, checkScope } from './looks';
import { unknownName } from './names';
import { checkBeyond, checkPaging, type Paging } from './paging';
import { Report } from './report';
import {
	checkPlace,
	checkSearchPages,
	checkSingleValue,
	checkSort,
	checkTextOfFew,
} from './searching';
import { checkLimits, checkSize, isWholeList } from './size';
import { checkWidth, tellWrongToken } from './stand';

/** Sends the list once with a token that nobody issued. */
export type AskWithWrongToken = () => Promise<RawAnswer>;

/**
 * Finds out which assumptions about the service hold, with a bounded number of reads. Each verdict rests on what
 * differs between answers; where nothing differs, it says that it cannot tell.
 * @returns one item for each assumption, then one that sums up (docs/check.md)
 * @throws ServiceError for what keeps the check from asking: a wrong credential, a service out of reach
 */
export async function check(
	client: ServiceClient,
	askWithWrongToken: AskWithWrongToken,
): Promise<IDataObject[]> {
	const { dialect } = client.connection;
	const report = new Report(dialect);
	const asking = new Asking(client);
	const usedUp = await unlessUsedUp(askAll());
	if (usedUp) report.unsureOfRest(usedUp);
	report.unsureOfRest('it needs what could not be found out');
	return report.items(asking.requests);

	async function askAll(): Promise<void> {
		const plain = await firstPage();
		report.holds(
			'envelope',
			`The list came as ${plain.shape}, with ${plain.ids.length} documents.`,
		);
		const manner = await checkUnknown(plain);
		if (plain.ids.length === 0) {
			await checkToken(plain);
			report.unsureOfRest('the list holds no documents');
			return;
		}
		const { alone, size, paging } = await checkList(plain, manner);
		await checkSearch(size, paging, manner);
		await checkScope(asking, report, plain);
		await checkToken(plain);
		await checkWidth(asking, async () => await asking.list(size), report, alone);
	}

	/** @throws ServiceError where the list cannot be had at all: nothing else is worth asking then */
	async function firstPage(): Promise<Reply> {
		const plain = await asking.list();
		if (plain.failure) throw plain.failure;
		return plain.ids.length > 0 ? plain : await asking.list();
	}

	async function checkUnknown(plain: Reply): Promise<Manner> {
		const reply = await asking.list({ [unknownName]: '1' });
		if (reply.isRefused) {
			report.holds('unknown', `An unknown parameter ${howAnswered(reply)}, none was answered.`);
		} else if (reply.failure) {
			report.unsure('unknown', `An unknown parameter ${howAnswered(reply)}.`);
		} else if (plain.ids.length === 0 || likeness(reply, plain) === 'same') {
			report.fails(
				'unknown',
				'Ignored: an unknown parameter made no difference. A wrong name then goes unnoticed.',
			);
		} else report.unsure('unknown', 'The list changed meanwhile.');
		if (!reply.isRefused) return 'ignores';
		return isBlamed(unknownName, reply) ? 'refusesByName' : 'refuses';
	}

	async function checkList(plain: Reply, manner: Manner) {
		const { minimum } = pageSizeLimits;
		const { name, first } = await checkSize(asking, dialect, report, plain, manner);
		const short: IDataObject = name === undefined ? {} : { [name]: minimum };
		const isShort = name !== undefined && first.ids.length === minimum;
		const hasMore = isLonger(first, first.ids.length) || plain.ids.length > first.ids.length;
		const pages = { size: isShort ? short : {}, first, hasMore };
		const paging = await checkPaging(asking, dialect, report, pages, manner);
		if (paging) await checkBeyond(asking, report, paging, pages);
		let longest = plain;
		let long: IDataObject = {};
		if (name === undefined) report.unsure('largestPage', 'No page size parameter was found.');
		else {
			const reply = await checkLimits(asking, dialect, report, name, hasMoreBehind(paging, name));
			const found = report.proposalOf('largestPage').largestPage ?? dialect.largestPage;
			if (reply) [longest, long] = [reply, { [name]: found }];
		}
		checkCount(report, countsOf(plain, first, longest, Number(Object.values(long)[0] ?? 0)));
		checkOrder(report, longest);
		await checkRepeatable(async () => await asking.list(long), report, longest);
		return { alone: longest, size: long, paging };
	}

	function countsOf(plain: Reply, first: Reply, longest: Reply, largest: number) {
		const { minimum } = pageSizeLimits;
		const pages = [{ size: first === plain ? plain.ids.length : minimum, page: first }];
		if (largest > 0) pages.push({ size: largest, page: longest });
		return pages;
	}

	function hasMoreBehind(paging: Paging | undefined, name: string) {
		return async (page: Reply, size: number) => {
			if (isWholeList(page)) return false;
			if ((page.pagesCount ?? 0) > 1) return true;
			if (!paging) return false;
			const { name: number, firstPage: base, pageCounts } = paging;
			const next = base + (pageCounts === 'records' ? page.ids.length : 1);
			const second = await asking.list({ [name]: size, [number]: next });
			return likeness(second, page) === 'other';
		};
	}

	async function checkSearch(
		size: IDataObject,
		paging: Paging | undefined,
		manner: Manner,
	): Promise<void> {
		const short = Object.fromEntries(
			Object.keys(size).map((name) => [name, pageSizeLimits.minimum]),
		);
		const found = await checkPlace(asking, dialect, report, short);
		if (!found) return;
		const { place } = found;
		const ask = async () => await asking.search(place, size);
		const sample = await ask();
		if (sample.failure || sample.ids.length === 0) return;
		const searching: Searching = { asking, place, size, sample, manner };
		await checkSort(searching, dialect, report);
		const { verdicts, leftOut } = await checkFilters(searching, dialect, report);
		for (const kind of leftOut) {
			if (kind === 'searchText') await checkTextOfFew(searching, dialect, report);
			else report.unsure(kind, 'Too few documents that differ in what it looks at.');
		}
		const after = new Set((await ask()).ids);
		const staying = ({ ids, records, ...rest }: Reply) => {
			const isThere = (_: unknown, at: number) => after.has(ids[at]);
			return { ...rest, ids: ids.filter(isThere), records: records.filter(isThere) };
		};
		for (const verdict of [found.verdict, ...verdicts]) verdict(staying);
		await checkSingleValue(searching, dialect, report);
		await checkSearchPages(searching, report, short, paging);
	}

	async function checkToken(plain: Reply): Promise<void> {
		asking.spend();
		const answered = await askWithWrongToken().catch((thrown: unknown) => {
			if (thrown instanceof ServiceError && thrown.kind !== 'cancelled') return thrown;
			throw thrown;
		});
		tellWrongToken(report, answered, plain);
	}
}
