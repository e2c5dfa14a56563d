import { CreationOrder, sameIds } from './ids';
import type { Page, PageReader } from './pageReader';
import { inOrder } from './width';

/**
 * Reads a list whose length is known from its first page to its last one, the last one before the
 * others, which then need no waiting for one another.
 * @param first the first page of the list, just read
 * @returns all pages in order, proved to be complete; undefined when the list moved meanwhile
 */
export async function readAnchored(reader: PageReader, first: Page): Promise<Page[] | undefined> {
	const last = await readLast(reader);
	if (!last || sameIds(last.records, first.records)) return undefined;
	const wanted = [...Array(last.index).keys()].slice(1);
	// A count is not believed: after a full page there may be more.
	const isEnd = reader.endsWith(last);
	const beyond =
		isEnd && reader.isFull(last) && reader.expectedEnd(last.index + 1) > last.index + 1;
	const indexes = [...wanted, 0, ...(beyond ? [last.index + 1] : [])].values();
	const pages: Page[] = [first];
	let moved = !reader.isFull(last) && !isEnd;
	const answers = inOrder(reader.width, () => {
		const next = indexes.next();
		return moved || next.done
			? undefined
			: async (onArrived) => await reader.read(next.value, onArrived);
	});
	for await (const page of answers) {
		if (page.index === 0) moved ||= !sameIds(page.records, first.records);
		else if (page.index > last.index) moved ||= page.records.length > 0;
		else if (reader.isFull(page)) pages.push(page);
		else moved = true;
	}
	pages.push(last);
	return !moved && provedByAnchor(pages) ? pages : undefined;
}

/** The last page, as long as the list does not get shorter each time it is asked for. */
async function readLast(reader: PageReader): Promise<Page | undefined> {
	for (let tries = 0; tries < 3 && reader.pagesCount !== undefined; tries++) {
		const page = await reader.read(reader.expectedEnd(1) - 1);
		if (page.records.length > 0) return page.index > 0 ? page : undefined;
	}
	return undefined;
}

/**
 * Whether the pages hold every record that existed throughout.
 *
 * Why: at the moment at which the last page was answered, before any other was asked for, the list
 * held just as many records up to its end as all these pages together: its number tells. Every record
 * found existed at that moment. It was seen after it, as the first page's were when that page was read
 * again; and it is older than one that existed then, as strictly rising or falling ids show. None
 * comes twice. So they are as many different ones as there were, and that is all of them.
 * @param pages 0, 1, 2 and so on, full but for the last one; all but the first and the last asked for
 * after the last was answered, and the first was the same when it was read again after that
 */
function provedByAnchor(pages: Page[]): boolean {
	return CreationOrder.of(pages.flatMap(({ records }) => records)).holds;
}
