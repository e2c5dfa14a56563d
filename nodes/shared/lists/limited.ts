import type { ServiceRecord } from '../client/envelope';
import { ignoresPageNumber, tellIgnoredPageNumber } from './habits';
import { sameRecords, isSame } from './ids';
import { emptyPage, endOfRecords, isLast, isPromised, isShort, type Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge } from './source';
import { startOf, stretchAcross, type Stretch } from './stretch';

/** Pages in a row that bring nothing new. */
const mostBarren = 100;

/**
 * Reads the first records of a list: asks for the pages that they need and for nothing else. They are
 * distinct and in order; that none slid over a boundary of pages meanwhile is not proved.
 * @param wanted how many; Infinity where the caller leaves when it has enough
 * @param first the first page, which was read
 * @throws ServiceError as the source and the judge
 */
export async function* readUpTo(
	wanted: number,
	reader: PageReader,
	seen: Seen,
	judge: Judge,
	first: Page,
): AsyncGenerator<ServiceRecord[]> {
	const { size } = first;
	let left = wanted;
	const take = ({ records }: Page) => {
		const fresh = seen.fresh(records).slice(0, left);
		left -= fresh.length;
		return fresh;
	};
	let [before, barren, repeated] = [first, 0, 0];
	let ended = first.records.length === 0 || isLast(first);
	yield take(first);
	while (left > 0 && !ended) {
		let { index } = before;
		const pages = reader.ahead((): Stretch | undefined => {
			const needed = before.index + Math.ceil(left / Math.min(size, first.records.length));
			const counted = Math.max(Math.ceil(reader.endsBy / size) - 1, before.index + 1);
			return ended || index >= Math.min(needed, counted) ? undefined : { index: ++index, size };
		});
		for await (const answer of pages) {
			if (ended) continue;
			const page = await reader.confirm(answer);
			ended = await isEnd(page, before, first, reader, judge);
			const fresh = take(page);
			barren = fresh.length > 0 ? 0 : barren + 1;
			// Beyond the end some services repeat the last page; once may be a list that moved.
			repeated = sameRecords(page.records, before.records) ? repeated + 1 : 0;
			ended ||= barren >= mostBarren || (page.pagesCount === undefined && repeated > 1);
			before = page;
			yield fresh;
		}
	}
}

async function isEnd(
	page: Page,
	before: Page,
	first: Page,
	reader: PageReader,
	judge: Judge,
): Promise<boolean> {
	const { records, refusal } = page;
	if (refusal && !isShort(before)) {
		// After a full page either the list has ended, or this is no page that may be asked for.
		const across = await reader.ask(stretchAcross(startOf(page), reader.largest));
		if (endOfRecords(across) > startOf(page)) throw refusal;
	}
	if (records.length === 0) {
		if (isPromised(page)) await judge.problem(emptyPage(page));
		return true;
	}
	if (isSame(records[0], first.records[0]) && (await ignoresPageNumber(reader, first))) {
		await tellIgnoredPageNumber(judge, reader.source);
		return true;
	}
	return isLast(page);
}
