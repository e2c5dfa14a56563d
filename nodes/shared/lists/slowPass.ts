import type { ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import { countCommon, isSamePlace } from './ids';
import { Mismatch } from './mismatch';
import { isCounted, saysMore, type Page } from './page';
import type { PageReader } from './pageReader';
import { maxPagesWithoutNewRecord } from './pass';
import { Seen } from './seen';

/*
 * A pass reads page after page, at positions in pages as long as the first one, up to one that only empty or repeated pages
 * follow. It proves the list complete if it has all records of the pass before, no new one at the end, and fills every
 * position. Proved by "pages of a fixed size" and "replicas of which one is late" (rareServices.property.test.ts).
 */

/** Share of common records from which a page counts as a repetition of the previous one. */
const repeatedShare = 0.8;

/** Default page sizes of services that ignore the requested one; 20 in docs/api/requests.md#pagination. */
export const usualPageSizes = [10, 20, 25, 50, 100];

/** One pass of the slow read (slowRead.ts). */
export class SlowPass {
	/** The pass reached the end of the list, as far as its responses show. */
	reachedEnd = false;

	private readonly found = new Seen();

	/** Number of records that the previous pass had too. */
	private common = 0;

	/** The last record that was new in this pass is one of the previous pass. */
	private endsWithCommon = false;

	/** One response has the entire list, so records cannot have moved. */
	private isOneResponse = false;

	/**
	 * Pages may be missing: the service repeated one instead of the requested one, or a page before the last one has
	 * another length than the first one, so that the positions do not fit (a replica with smaller pages).
	 */
	private lacksPage = false;

	/** The page before the current one; at the end, the last page. */
	before?: Page;

	/** Why the service refused the page at which the pass ended. */
	refusal?: ServiceError;

	/** Number of positions at the end of the pass. */
	length = 0;

	/** Number of records of the first page. */
	firstLength = 0;

	private pagesWithoutNewRecord = 0;

	/** @param former the previous pass */
	constructor(
		private readonly reader: PageReader,
		private readonly former?: SlowPass,
	) {}

	/** Passes in a row that agree with this one: nothing is gone, nothing new at the end, and every position is filled. */
	private get agreements(): number {
		const { former, endsWithCommon, common, found } = this;
		return former?.reachedEnd &&
			endsWithCommon &&
			common >= former.found.count &&
			found.count >= former.length
			? former.agreements + 1
			: 0;
	}

	/** Whether it has the same records as the previous pass. */
	get isEqual(): boolean {
		const { former, common, found } = this;
		return former?.found.count === found.count && common === found.count;
	}

	/**
	 * Whether the pass proves the list complete. Two passes must agree, unless one response has the entire list. Three must
	 * agree if they lack more of the returned records than there were requests: at most one is deleted per request.
	 * @param returned number of records that were returned so far
	 */
	isConfirmed(returned: number): boolean {
		const { reader, found, isOneResponse } = this;
		if (!this.reachedEnd) return false;
		const lacksMany = returned - found.count > reader.requests;
		if (lacksMany) return this.agreements >= 2;
		return isOneResponse || this.agreements >= 1;
	}

	/** Strictly one page after another: the proof depends on it. */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		let size = reader.largest;
		for (let index = 0; this.pagesWithoutNewRecord <= maxPagesWithoutNewRecord; index++) {
			let page = await reader.read({ index, size });
			if (page.records.length === 0) {
				// Empty, the last page again, empty: the service still responds, so the list ends here.
				const last = this.before && (await reader.read(this.before));
				// Records may have moved onto the last page in the meantime.
				if (last) yield this.acceptLast(last);
				page = await reader.read(page);
				if (page.records.length === 0) {
					if (last) this.reachedEnd = this.mayBeLast(last);
					this.refusal = page.refusal;
					return;
				}
			}
			const { before } = this;
			if (before && this.isAgain(page, before)) {
				if (await this.isAgainForever(page)) {
					yield this.acceptLast({ ...page, index: before.index });
					this.reachedEnd = (await this.mayRepeat(before)) && this.mayBeLast(before);
					return;
				}
				this.lacksPage = true;
			}
			yield this.accept(page);
			// An offset has to continue after the records of the first page.
			if (index === 0 && reader.source.paging.pageCounts === 'records') size = page.records.length;
		}
	}

	/** The page at its position. Pages are as long as the first one, whatever size was requested. */
	placed(page: Page): Page {
		return { ...page, size: this.firstLength };
	}

	private accept(page: Page): ServiceRecord[] {
		const { length } = page.records;
		if (this.before === undefined) this.firstLength = length;
		else if (this.before.records.length !== this.firstLength) this.lacksPage = true;
		const { count } = this.found;
		this.note(page.records);
		this.pagesWithoutNewRecord = this.found.count > count ? 0 : this.pagesWithoutNewRecord + 1;
		this.before = page;
		return page.records;
	}

	private acceptLast({ index, records }: Page): ServiceRecord[] {
		this.length = index * this.firstLength + records.length;
		this.isOneResponse = index === 0;
		return this.note(records);
	}

	private note(records: ServiceRecord[]): ServiceRecord[] {
		for (const record of this.found.fresh(records)) {
			this.endsWithCommon = this.former?.found.has(record) === true;
			if (this.endsWithCommon) this.common++;
		}
		return records;
	}

	/** Whether the list may end with a page: no page was missing before it, it has records and reports no more. */
	private mayBeLast(last: Page): boolean {
		return !this.lacksPage && last.records.length > 0 && !saysMore(this.placed(last));
	}

	/**
	 * Whether the response has the page before it again, in which records may have moved since. No page follows one with
	 * fewer records than the first page.
	 */
	private isAgain({ records }: Page, before: Page): boolean {
		const isNew = (record: ServiceRecord) => !this.found.has(record);
		if (before.records.length < this.firstLength && !records.every(isNew)) return true;
		return !records.some(isNew) && isSamePlace(records, before.records);
	}

	/** A service that repeats its last page does so for all later pages. The next one may be the same after an import. */
	private async isAgainForever(page: Page): Promise<boolean> {
		const further = await this.reader.read({ index: 2 * page.index + 1, size: page.size });
		return this.isAgain(further, page);
	}

	/**
	 * Whether all later pages may repeat a page because it is the last one. If it is the first one, it is the only one, or
	 * the service ignores the page number. A request with another size decides. A service that ignores the size too returns
	 * a default page size.
	 * @throws Mismatch if the service ignores the page number
	 */
	private async mayRepeat(page: Page): Promise<boolean> {
		const { size, records, index } = page;
		if (index > 0 || (isCounted(page) && !saysMore(page))) return true;
		const smaller = await this.reader.read({ index, size: size - 1 });
		// The repetitions were a mistake.
		if (!isRepeated(smaller, page)) return false;
		const isFull = records.length === size && smaller.records.length === size - 1;
		if (!isFull && !isCounted(page) && !usualPageSizes.includes(records.length)) return true;
		throw new Mismatch(
			`page 2 has the same ${records.length} records as page 1, so the service probably ignores the page number`,
		);
	}
}

/** Whether two pages have most of their records in common. */
function isRepeated({ records }: Page, before: Page): boolean {
	const common = countCommon(records, before.records);
	return common >= repeatedShare * Math.max(records.length, before.records.length);
}
