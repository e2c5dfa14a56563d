import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { hasOneSize, learnSize } from '../shared/lists/pageSize';
import { idOf, sameRecords } from '../shared/lists/ids';
import type { Page } from '../shared/lists/page';
import { startOf, type Stretch } from '../shared/lists/stretch';
import type { Pages } from './pages';
import { isAbove } from './state';

/** The documents that come next above the last ones. */
export interface Step {
	/** By rising id, without a gap to what came before. */
	records: ServiceRecord[];
	/** How many newer documents there are. */
	waiting: number;
}

/** Room at the end of a page for documents that were added at the head since its place was noted. */
const slack = 8;

/** How far the second look is from the first: so near that two pages of the usual size still touch. */
const firstStride = 64;

/** Looks that showed no place to go on from. Finding one among a million documents takes about thirty. */
const mostMisses = 60;

/**
 * Walks from a document towards the newest one, oldest first, reading each document once.
 *
 * Every page that is used shows, in one answer, the last document known and its newer neighbours:
 * nothing can slip through between them, whatever is created or deleted meanwhile. Page numbers only
 * say where to look; the ids in the answer say whether it was the right place.
 */
export class Climb {
	private low = 0;

	private high = Number.POSITIVE_INFINITY;

	private stride = firstStride;

	/** The list ends at or before this place. */
	private end = Number.POSITIVE_INFINITY;

	/** The last page that held nothing but newer documents. */
	private seen = { start: Number.POSITIVE_INFINITY, first: '' };

	/**
	 * @param cursor id to start above; '' for the oldest document
	 * @param position about how many documents are newer
	 */
	constructor(
		private readonly pages: Pages,
		private cursor: string,
		/** The best guess by now, to go on from another time. */
		public position: number,
	) {}

	/** @throws ServiceError (incomplete) when the list moves faster than a place in it can be found */
	async *steps(): AsyncGenerator<Step> {
		for (let misses = 0; misses < mostMisses; misses++) {
			const page = await this.look();
			const start = startOf(page);
			const found = page.records.findIndex((record) => !isAbove(idOf(record), this.cursor));
			const newer = found >= 0 ? found : page.records.length;
			const isAnchored = found >= 0 || (await this.isBottom(page));
			if (!isAnchored && learnSize(this.pages.reader, page)) continue;
			if (isAnchored && (newer > 0 || start === 0)) {
				yield { records: page.records.slice(0, newer).reverse(), waiting: start };
				if (start === 0) return;
				this.goOnFrom(idOf(page.records[0]), start);
				misses = 0;
			} else this.noteMiss(page, newer);
		}
		throw new ServiceError(
			'incomplete',
			'The place of the last document in the list was not found',
			{
				description:
					'Documents came and went faster than the list could be read, or the service does not keep to one order. Nothing was handed on; the next poll tries again.',
			},
		);
	}

	private async look(): Promise<Page> {
		const { reader } = this.pages;
		// Only where pages are smaller than they may be is there any doubt.
		if (reader.largest < pageSizeLimits.maximum) await hasOneSize(reader);
		const stretch = pageBehind(this.position, reader.largest, reader.isOfOneSize);
		const page = await this.pages.look(stretch);
		const isBoundary = page.records.length > 0 && !isAbove(idOf(page.records[0]), this.cursor);
		return isBoundary && page.index > 0 && reader.isOfOneSize ? await this.joined(page) : page;
	}

	/**
	 * Pages of one size may part the last document known from its newer neighbours. The page in front
	 * joins where the one behind is the same before and after it.
	 */
	private async joined(behind: Page): Promise<Page> {
		const front = await this.pages.look({ index: behind.index - 1, size: behind.size });
		const again = await this.pages.look(behind);
		const isSame = sameRecords(again.records, behind.records);
		return isSame ? { ...front, records: [...front.records, ...behind.records] } : again;
	}

	/** Whether there is nothing below the documents of a page, all of which are newer than the cursor. */
	private async isBottom(page: Page): Promise<boolean> {
		const { records, index, size } = page;
		const start = startOf(page);
		// An answer without any document says nothing: the next poll will tell.
		if (records.length === 0) return index === 0;
		// Beyond the end some services repeat the last page.
		const isRepeated = start > this.seen.start && idOf(records[0]) === this.seen.first;
		if (isRepeated) this.end = Math.min(this.end, start);
		this.seen = { start, first: idOf(records[0]) };
		const mayBeLast = records.length < size || start + records.length >= this.end || isRepeated;
		return mayBeLast && (await this.pages.behind(page)) === undefined;
	}

	private goOnFrom(cursor: string, position: number): void {
		[this.cursor, this.position] = [cursor, position];
		[this.low, this.high, this.stride] = [0, Number.POSITIVE_INFINITY, firstStride];
	}

	/** Halfway next time, or a growing stride away from the one end that is known. */
	private noteMiss(page: Page, newer: number): void {
		const start = startOf(page);
		if (page.records.length === 0 && start > 0) this.end = Math.min(this.end, start);
		if (newer > 0) this.low = Math.max(this.low, start + newer);
		else this.high = Math.min(this.high, start);
		// Where both ends meet is the place, or the end of the list, with the last page in front of it.
		const met = this.low >= this.end ? this.low - 1 : this.low;
		const isMet = this.low === this.high && this.position !== met;
		if (this.low >= this.high && !isMet) {
			// Documents came or went meanwhile: what the earlier looks said no longer holds.
			[this.low, this.high] = newer > 0 ? [start + newer, Number.POSITIVE_INFINITY] : [0, start];
		}
		const { low, high, stride } = this;
		if (isMet) this.position = met;
		else if (!Number.isFinite(high)) this.position = low + stride;
		else this.position = low === 0 ? Math.max(0, high - stride) : Math.floor((low + high) / 2);
		this.stride *= 2;
	}
}

/** A page with the position near its end, so that it shows as many newer documents as possible. */
export function pageBehind(position: number, largest: number, isOfOneSize: boolean): Stretch {
	if (position < largest) return { index: 0, size: largest };
	let best = { index: Math.floor(position / largest), size: largest };
	let mostNewer = 0;
	for (let size = largest; size >= pageSizeLimits.minimum && !isOfOneSize; size--) {
		const newer = position % size;
		if (newer > mostNewer && newer < size - Math.min(slack, size / 4)) {
			mostNewer = newer;
			best = { index: Math.floor(position / size), size };
		}
	}
	return best;
}
