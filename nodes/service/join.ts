import type { ServiceRecord } from './envelope';
import type { Page, PageReader } from './pageReader';
import { closeSeam } from './seam';
import { inOrder } from './window';

export interface Joined {
	records: ServiceRecord[];
	/** Records found between pages, which a plain reading would have lost. */
	recovered: number;
}

/**
 * Strings pages together, reading their boundaries again.
 * @param boundaries how many of the first boundaries are in doubt
 * @param onGap hears of a boundary that could not be closed, by the page to its right; may throw
 */
export async function joinPages(
	reader: PageReader,
	pages: Page[],
	boundaries: number,
	onGap: (right: Page) => void,
): Promise<Joined> {
	let index = 0;
	const seams = inOrder(reader.width, () => {
		if (index >= Math.min(boundaries, pages.length - 1)) return undefined;
		const [left, right] = [pages[index], pages[index + 1]];
		index++;
		// An answer that names itself the last page, followed by an empty one, leaves nothing between.
		if (right.records.length === 0 && left.pagesCount === right.index) return async () => [];
		return async () =>
			await closeSeam(
				left.records,
				right.records,
				right.index * reader.size,
				reader.largestWindow,
				async (window) => await reader.look(window),
			);
	});
	const joined: Joined = { records: [], recovered: 0 };
	const append = (records: ServiceRecord[]) => {
		for (const record of records) joined.records.push(record);
	};
	if (!pages[0].handedOut) append(pages[0].records);
	let right = 1;
	for await (const between of seams) {
		if (!between) onGap(pages[right]);
		joined.recovered += between?.length ?? 0;
		append(between ?? []);
		append(pages[right++].records);
	}
	for (; right < pages.length; right++) append(pages[right].records);
	return joined;
}
