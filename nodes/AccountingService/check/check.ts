import type { IDataObject } from 'n8n-workflow';

import { pageSizeLimits } from '../../shared/client/settings';
import type { RawAnswer } from '../../shared/client/answer';
import { ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import { Asking, howAnswered, unlessUsedUp, type Reply } from './asking';
import { checkBeyond } from './beyond';
import { isBlamed, type Manner } from './discover';
import { checkFilters, type Searching } from './filters';
import { checkLimits, isWholeList, tellOneSize } from './limits';
import { likeness } from './likeness';
import { checkCount, checkOrder, checkRepeatable, checkScope } from './looks';
import { unknownName } from './names';
import { checkPaging, type Paging, type Short } from './paging';
import { Report } from './report';
import { checkPlace } from './place';
import { checkSearchPages } from './searchPages';
import { checkSingleValue } from './singleValue';
import { checkSize } from './size';
import { checkSort } from './sort';
import { checkWidth, tellWrongToken } from './stand';
import { checkTextOfFew } from './textOfFew';

/** Sends the list once with a token that nobody issued. */
export type AskWithWrongToken = () => Promise<RawAnswer>;

/**
 * Finds out which assumptions about the service hold, with a bounded number of reads. Each verdict rests on what
 * differs between answers; where nothing differs, it says that it cannot tell.
 * @returns one item for each assumption, then one that sums up (docs/reference/credential.md)
 * @throws ServiceError for what keeps the check from asking: a wrong credential, a service out of reach
 */
export async function check(
	client: ServiceClient,
	askWithWrongToken: AskWithWrongToken,
): Promise<IDataObject[]> {
	const { settings } = client.connection;
	const report = new Report(settings);
	const asking = new Asking(client);
	const usedUp = await unlessUsedUp(askAll());
	if (usedUp) report.endEarly(usedUp);
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
		const list = await checkList(plain, manner);
		await checkSearch(list, manner);
		await checkScope(asking, report, plain);
		await checkToken(plain);
		if (asking.left > 3) await list.tellLimits?.();
		await checkWidth(asking, async () => await asking.listOnce(list.long), report, list.longest);
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
		const { name, first, least } = await checkSize(asking, settings, report, plain, manner);
		const isShort = name !== undefined && first.ids.length === minimum;
		const size: IDataObject = isShort ? { [name]: minimum } : {};
		const short: Short = { size, first, pages: pagesIn(first, plain) };
		const paging = await checkPaging(asking, settings, report, short, manner);
		if (paging) await checkBeyond(asking, report, paging, short);
		const limits =
			name && (await checkLimits(asking, settings, report, { name, least }, behind(paging, name)));
		if (name === undefined && paging) tellFixedSize(plain, paging);
		const longest = limits ? limits.page : plain;
		const largest = report.proposalOf('largestPage').largestPage ?? settings.largestPage;
		const long: IDataObject = name !== undefined && limits ? { [name]: largest } : {};
		checkCount(report, [first, longest], paging?.goesOn ?? false);
		checkOrder(report, longest);
		await checkRepeatable(async () => await asking.list(long), report, longest);
		return { short, long, longest, paging, tellLimits: limits ? limits.tellLimits : undefined };
	}

	/** What a page size without an effect comes to, once it is known how pages are asked for. */
	function tellFixedSize({ ids }: Reply, paging: Paging): void {
		const isOfOneSize = report.verdictOf('pageSize') === 'does not hold' || paging.goesOn;
		if (!isOfOneSize) return;
		if (report.verdictOf('pageSize') === 'cannot tell') {
			report.fails(
				'pageSize',
				`Pages have ${ids.length} documents with ${settings.pageSize} and without. The node reads such lists until two readings agree.`,
			);
		}
		tellOneSize(report, settings, paging, ids.length);
	}

	/** How many pages there are at the least; a count is believed where it differs as the pages do. */
	function pagesIn(first: Reply, plain: Reply): number {
		const seen = Math.ceil(plain.ids.length / first.ids.length);
		const isFull = first.ids.length >= pageSizeLimits.minimum;
		const isCount = isFull && (first === plain || first.pagesCount !== plain.pagesCount);
		return Math.max(seen, isCount ? (first.pagesCount ?? 1) : 1);
	}

	/** Whether a list goes on behind its first page. */
	function behind(paging: Paging | undefined, name: string) {
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
		{ short, long: size, paging }: Awaited<ReturnType<typeof checkList>>,
		manner: Manner,
	): Promise<void> {
		const found = await checkPlace(asking, settings, report, short.size);
		if (!found) return;
		const { place } = found;
		const ask = async () => await asking.search(place, size);
		const sample = await ask();
		if (sample.failure || sample.ids.length === 0) return;
		const searching: Searching = { asking, place, size, sample, manner };
		await checkSort(searching, settings, report);
		const { verdicts, leftOut } = await checkFilters(searching, settings, report);
		for (const kind of leftOut) {
			if (kind === 'searchText') await checkTextOfFew(searching, settings, report);
			else report.unsure(kind, 'Too few documents that differ in what it looks at.');
		}
		const after = new Set((await ask()).ids);
		const staying = ({ ids, records, ...rest }: Reply) => {
			const isThere = (_: unknown, at: number) => after.has(ids[at]);
			return { ...rest, ids: ids.filter(isThere), records: records.filter(isThere) };
		};
		for (const verdict of [found.verdict, ...verdicts]) verdict(staying);
		await checkSingleValue(searching, settings, report);
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
