import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { isSame, keyOf, sameRecords } from './ids';
import { Mismatch } from './mismatch';
import { endOf, isCounted, isLonger, isShort, rangeOver, saysMore, type Page } from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/** Maximum number of passes. */
const maxPasses = 6;

/** Consecutive pages without a new record, if the list grows before the current position. */
const maxBarrenPages = 24;

/** Share of common records from which a page counts as a repetition of the previous one. */
const repeatedShare = 0.8;

/**
 * The slow reading, for pages that cannot overlap. It reads the list page by page from the start until two passes agree.
 * A forward pass misses a record only if an earlier record is removed, and then the second pass lacks the removed one.
 * Records of all passes are returned, without duplicates.
 * @param seen records that were already returned; this reading adds its own
 * @param wanted stop at this many records
 * @throws Mismatch; ServiceError as the source
 */
export async function* readTwice(
	reader: PageReader,
	seen: Seen,
	wanted = Number.POSITIVE_INFINITY,
): AsyncGenerator<ServiceRecord[]> {
	let former: Pass | undefined;
	for (let passes = 1; passes <= maxPasses; passes++) {
		const pass = new Pass(reader, former?.isWhole ? former : undefined);
		for await (const records of pass.records()) {
			yield seen.fresh(records);
			if (seen.count >= wanted) return;
		}
		if (pass.isConfirmed && seen.count >= reader.minCount) return;
		former = pass;
	}
	throw new Mismatch(`no two consecutive readings of the list agreed (${maxPasses} readings)`);
}

/** Default page sizes of services that ignore the requested one; 20 in docs/api/requests.md#pagination. */
export const usualPageSizes = [10, 20, 25, 50, 100];

class Pass {
	/** The pass reached the end of the list, as far as its responses show. */
	isWhole = false;

	private readonly found = new Seen();

	private last?: ServiceRecord;

	/** Number of records that the previous pass had too. */
	private common = 0;

	/** There is a new record after the last one of the previous pass. */
	private isLonger = false;

	private isBehindFormer = false;

	/** One response has the whole list, so records cannot have moved. */
	private isOneAnswer = false;

	/**
	 * Pages may be missing: the service repeated one instead of the requested one, or a page before the last one has
	 * another length than the first one, so that the positions do not fit (a replica with smaller pages).
	 */
	private lacksPage = false;

	constructor(
		private readonly reader: PageReader,
		private readonly former?: Pass,
	) {}

	/** The pass has every record of the previous one and nothing new after its last one, or is one response. */
	get isConfirmed(): boolean {
		const { former, common, isLonger, isOneAnswer, isWhole } = this;
		if (isWhole && isOneAnswer) return true;
		return isWhole && former !== undefined && !isLonger && common === former.found.count;
	}

	/** Strictly one page after another: the proof depends on it. */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		let before: Page | undefined;
		let [barrenPages, firstLength] = [0, 0];
		let size = reader.largest;
		for (let index = 0; ; index++) {
			let page = await reader.read({ index, size });
			if (page.records.length === 0) {
				// Empty, the last page again, empty: the service still responds, so the list ends here.
				const last = before && (await reader.read(before));
				// Records may have moved onto the last page in the meantime.
				if (last) {
					this.note(last.records);
					yield last.records;
				}
				const again = await reader.read(page);
				if (again.records.length === 0) {
					this.isWhole = last !== undefined && !this.lacksPage && (await this.isLast(last));
					return;
				}
				page = again;
			}
			if (before && isRepeated(page, before)) {
				if (await this.isEnd(page)) {
					if (index === 1) await refuseOnlyPage(reader, before);
					this.isOneAnswer = index === 1;
					this.isWhole = !saysMore(before) && !this.lacksPage;
					return;
				}
				this.lacksPage = true;
			}
			const { length } = page.records;
			if (index === 0) firstLength = length;
			if (before && before.records.length !== firstLength) this.lacksPage = true;
			const count = this.found.count;
			this.note(page.records);
			if (this.found.count > count) barrenPages = 0;
			else if (++barrenPages > maxBarrenPages) return;
			yield page.records;
			before = page;
			// An offset has to continue after the records of the first page.
			if (index === 0 && reader.source.paging.pageCounts === 'records') size = length;
		}
	}

	/**
	 * Whether the list ends with a page that only empty pages follow. If the page is full, a page of another size across
	 * its end has to confirm that, unless the service ignores the page size.
	 */
	private async isLast(last: Page): Promise<boolean> {
		if (last.records.length === 0 || saysMore(last)) return false;
		const isOnly = last.index === 0;
		this.isOneAnswer = isOnly && (isShort(last) || (await this.isLongerThanRequested(last)));
		if (this.isOneAnswer) return true;
		if (isCounted(last) || isShort(last) || isLonger(last)) return true;
		const across = await this.reader.read(rangeOver(endOf(last), last.size));
		if (isLonger(across)) return true;
		const { length } = across.records;
		// If the service ignores the page size, this page is empty too.
		if (length === 0) return across.refusal === undefined;
		if (!isShort(across)) return false;
		return sameRecords(across.records, last.records.slice(-length));
	}

	/** Whether the service returns the whole list whatever size is requested. */
	private async isLongerThanRequested(first: Page): Promise<boolean> {
		if (isLonger(first) || first.size <= pageSizeLimits.minimum) return isLonger(first);
		return isLonger(await this.reader.read({ index: 0, size: first.size - 1 }));
	}

	/** A service that repeats its last page does so for all later pages. */
	private async isEnd(page: Page): Promise<boolean> {
		const next = await this.reader.read({ index: page.index + 1, size: page.size });
		return isRepeated(next, page);
	}

	private note(records: ServiceRecord[]): void {
		const { former } = this;
		for (const record of records) {
			if (!this.found.add(record)) continue;
			this.last = record;
			if (!former) continue;
			if (former.found.has(record)) this.common++;
			else this.isLonger ||= this.isBehindFormer;
			this.isBehindFormer ||= former.last !== undefined && isSame(record, former.last);
		}
	}
}

function isRepeated({ records }: Page, before: Page): boolean {
	const known = new Set(before.records.map((record) => String(keyOf(record))));
	const common = records.filter((record) => known.has(String(keyOf(record)))).length;
	return common >= repeatedShare * Math.max(records.length, before.records.length);
}

/**
 * If every page number returns the same page, it is the only page, or the service ignores the page number. A request with
 * another size decides. A service that ignores the size too returns a default page size.
 */
async function refuseOnlyPage(reader: PageReader, first: Page): Promise<void> {
	const { size, records } = first;
	if (isCounted(first) && !saysMore(first)) return;
	const smaller = await reader.read({ index: 0, size: size - 1 });
	const isFull = records.length === size && smaller.records.length === size - 1;
	if (!isFull && !isCounted(first) && !usualPageSizes.includes(records.length)) return;
	throw new Mismatch(`page 2 repeats the ${records.length} records of page 1`);
}
