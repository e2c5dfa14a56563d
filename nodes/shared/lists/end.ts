import type { ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import { endsBy, mostTries } from './beyond';
import { refuseCountingFromZero } from './habits';
import { isSame } from './ids';
import { emptyPage, endOfRecords, isLast, isPromised, isShort, repeats, type Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge } from './source';
import { startOf } from './stretch';

/** Pages in a row that show nothing new, while the list grows in front of the place that is read. */
const mostBarren = 100;

/** Step 4: where a list ends. Hears of each page of a chain in turn. */
export class End {
	isReached = false;

	/** How many records the list held when its end was seen. */
	length = 0;

	/** Pages are short although the list goes on: records are left out of them. */
	isUncertain = false;

	/** Pages beyond the end that showed the last one again. */
	private repeated = 0;

	/** Pages in a row that brought nothing new. */
	private barren = 0;

	constructor(
		private readonly reader: PageReader,
		private readonly seen: Seen,
		private readonly judge: Judge,
	) {}

	/** Nothing but pages that repeat the last one shows the end. */
	get isByRepeating(): boolean {
		return this.isReached && this.repeated > 1;
	}

	goesOn(): void {
		[this.isReached, this.repeated] = [false, 0];
	}

	/**
	 * With a count the end is a page that is not full; without one, what comes after such a page.
	 * @param left the page before it
	 * @param fresh those of its records that had not come yet
	 * @throws ServiceError as the source and the judge
	 */
	async note(page: Page, left: Page | undefined, fresh: ServiceRecord[]): Promise<void> {
		await this.refuseEndless(fresh.length);
		const wasShort = left !== undefined && isShort(left);
		if (page.pagesCount !== undefined) {
			this.isReached ||= isLast(page);
			if (page.index + 1 === page.pagesCount) this.length = endOfRecords(page);
		} else if (wasShort && fresh.length === 0 && isShort(page) && repeats(page, left)) {
			// Once may be a list that moved by just as much as a page.
			this.isReached ||= ++this.repeated > 1;
		} else if (isShort(page) && (fresh.length > 0 || endOfRecords(page) <= this.seen.count)) {
			// Records that the service left out of a page make the places of the others uncertain, and a page
			// that repeats others stands at none of its own.
			this.length = endOfRecords(page);
		}
		const wasWithin =
			wasShort && (left.pagesCount === undefined || left.index + 1 < left.pagesCount);
		if (wasWithin && fresh.length > 0) this.isUncertain ||= await this.isLeavingOut(left, fresh);
	}

	/** @throws ServiceError as the judge, where the page is promised */
	async noteEmpty(page: Page): Promise<void> {
		// A refusal may as well be of the page behind the last one of a service that counts from 0.
		if (page.refusal) await refuseCountingFromZero(this.reader.source);
		this.isReached = !isPromised(page) || ++this.barren >= mostBarren;
		if (isPromised(page)) await this.judge.problem(emptyPage(page));
	}

	/**
	 * A page that was cut short by mistake looks like the last one: it is asked for again, unless it is the
	 * last one by its own count.
	 * @returns the page, where it does not show the same end
	 */
	async cutShort(left: Page): Promise<Page | undefined> {
		if (!isShort(left) || isLast(left)) return undefined;
		// The first page is looked at again anyway.
		if (left.pagesCount === undefined && left.index === 0) return undefined;
		const again = await this.reader.ask(left);
		const isKnown = again.records.every((record) => this.seen.has(record));
		const [last, lastAgain] = [left, again].map(({ records }) => records[records.length - 1]);
		// With another last record the list has moved meanwhile, and more may have come behind the page.
		return isKnown && lastAgain && isSame(last, lastAgain) ? undefined : again;
	}

	/** @throws why a page was refused although the list goes on there, so that it was not the end */
	async believe(refused: Page, refusal: ServiceError, left: Page): Promise<void> {
		let goesOn = endOfRecords(left) > startOf(refused);
		// The list may have grown and shrunk by as much meanwhile, but not time and again.
		for (let tries = 0; goesOn; tries++) {
			if (tries === mostTries) throw refusal;
			const again = await this.reader.ask(refused);
			if (!again.refusal) return;
			goesOn = !(await endsBy(refused, this.reader));
		}
	}

	/** A service may give pages without end; a list that grows in front of the reading does for a while. */
	private async refuseEndless(fresh: number): Promise<void> {
		this.barren = fresh > 0 ? 0 : this.barren + 1;
		if (this.barren < mostBarren) return;
		const { one } = this.reader.source.nouns;
		await this.judge.problem(
			`The last ${mostBarren} pages brought no further ${one}, and still the service gives more pages`,
		);
		this.isReached = true;
	}

	/** A page may also have been short since it was the last one of a list that has grown. */
	private async isLeavingOut(left: Page, fresh: ServiceRecord[]): Promise<boolean> {
		const again = await this.reader.ask(left);
		return isShort(again) && fresh.some((a) => !again.records.some((b) => isSame(a, b)));
	}
}
