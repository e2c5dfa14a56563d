import { idOf, sameRecords } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { Mismatch } from '../shared/lists/mismatch';
import { isCounted, saysMore, type Page } from '../shared/lists/page';
import type { PageReader } from '../shared/lists/pageReader';
import { openReader, type PollSnapshot } from './source';
import { isAbove, type Round } from './state';

export const newRound: Round = { page: 0, lowest: '' };

/** A page of a round, and what it shows about the end of the list. */
interface RoundPage extends Page {
	/** Whether the round ends with this page. */
	isEnd: boolean;
	/** Whether no document is below the last one of this page. */
	isBottom: boolean;
}

/**
 * Reads a list page by page, by page numbers, from the watched documents down to its end. This works for pages of any
 * size. If documents are deleted during a round, some others move to a page that the round has passed: the next round
 * shows them.
 */
export class RoundReader {
	private readonly reader: PageReader;

	constructor(
		source: PageSource,
		private readonly snapshot: PollSnapshot,
		private round: Round,
	) {
		this.reader = openReader(source);
	}

	/** The number of requests so far. */
	get requests(): number {
		return this.reader.requests;
	}

	/**
	 * @returns the next page; undefined if the end of the list was not found where the round came to, so a new round starts
	 * @throws ServiceError; Mismatch
	 */
	async next(): Promise<RoundPage | undefined> {
		const { lowest } = this.round;
		const index = this.round.page || Math.floor(this.snapshot.records.length / this.pageLength);
		const page = await this.read(index);
		const last = page.records.at(-1);
		if (last && (lowest === '' || isAbove(lowest, idOf(last)))) {
			const isEnd = this.reportsEnd(page) === true;
			return { ...page, isEnd, isBottom: isEnd };
		}
		// Past the end, or the list has moved.
		const previous = await this.read(index - 1);
		if (page.records.length === 0) {
			const isEnd = previous.records.length > 0 && this.reportsEnd(previous) !== false;
			const isBottom = previous.records.length < this.pageLength;
			return isEnd ? { ...previous, isEnd, isBottom } : undefined;
		}
		// Some services repeat the last page past the end.
		const isEnd = sameRecords(previous.records, page.records);
		if (isEnd && this.reportsEnd(previous) === false) {
			throw new Mismatch(`page ${index + 1} has the same records as page ${index}`);
		}
		return { ...page, isEnd, isBottom: isEnd };
	}

	/** The position after a page. @param page undefined to start a new round */
	after(page?: RoundPage): Round {
		const last = page?.records.at(-1);
		if (!page || page.isEnd || !last) this.round = newRound;
		else {
			const { lowest } = this.round;
			const id = idOf(last);
			const isLower = lowest === '' || isAbove(lowest, id);
			this.round = { page: page.index + 1, lowest: isLower ? id : lowest };
		}
		return this.round;
	}

	/** The number of records of a full page, whatever size was requested. */
	private get pageLength(): number {
		return this.snapshot.first?.records.length ?? this.reader.largest;
	}

	private async read(index: number): Promise<Page> {
		const { first } = this.snapshot;
		return index === 0 && first
			? first
			: await this.reader.ask({ index, size: this.reader.largest });
	}

	/** Whether a page reports that it is the last one; undefined if it reports nothing. */
	private reportsEnd(page: Page): boolean | undefined {
		return isCounted(page) ? !saysMore({ ...page, size: this.pageLength }) : undefined;
	}
}
