import type { ServiceRecord } from '../client/envelope';
import { isBeyondEnd } from './beyond';
import { isLast, type Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge } from './source';
import type { Stretch } from './stretch';

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
	let left = wanted;
	const take = ({ records }: Page) => {
		const fresh = seen.fresh(records).slice(0, left);
		left -= fresh.length;
		return fresh;
	};
	// From here on pages are asked for in the size in which they come.
	const size = first.index === 0 ? first.records.length : first.size;
	if (size !== first.size) reader.endsBy = (first.pagesCount ?? first.index + 1) * size;
	let [before, barren] = [{ ...first, size }, 0];
	let ended = first.records.length === 0 || isLast(first);
	yield take(first);
	while (left > 0 && !ended) {
		let { index } = before;
		const pages = reader.ahead((): Stretch | undefined => {
			const needed = before.index + Math.ceil(left / size);
			const counted = Math.max(Math.ceil(reader.endsBy / size) - 1, before.index + 1);
			return ended || index >= Math.min(needed, counted) ? undefined : { index: ++index, size };
		});
		for await (const answer of pages) {
			if (ended) continue;
			const page = await reader.confirm(answer);
			ended = await isBeyondEnd(page, before, first, reader, judge);
			if (ended) continue;
			const fresh = take(page);
			barren = fresh.length > 0 ? 0 : barren + 1;
			ended = barren >= mostBarren || isLast(page);
			before = page;
			yield fresh;
		}
	}
}
