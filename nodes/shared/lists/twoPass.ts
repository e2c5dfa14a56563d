import { pageSizeLimits } from '../client/settings';
import type { ServiceRecord } from '../client/envelope';
import { isSame, keyOf, sameRecords } from './ids';
import { Mismatch } from './mismatch';
import { endOf, isCounted, isLonger, isShort, rangeOver, saysMore, type Page } from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/** Passes until two in a row must agree. */
const maxPasses = 6;

/** Pages in a row without a new record, if the list grows in front of the place that is read. */
const maxBarrenPages = 24;

/** A page that shows so much of the one before it is that page again. */
const repeated = 0.8;

/**
 * The slow reading, for pages that cannot be laid so that they overlap: the list is read page by page from
 * its front until two passes agree. Reading forward, a record is missed only if one in front of it leaves;
 * the second pass then lacks the one that left. What any pass shows is handed on, once.
 * @param seen what was handed on before; receives what this reading hands on
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
		if (pass.isConfirmed) return;
		former = pass;
	}
	throw new Mismatch(`${maxPasses} readings of the list were never the same`);
}

/**
 * Page sizes that services give if they do not know the one that is requested; 20 in docs/api/requests.md#pagination.
 */
export const usualPageSizes = [10, 20, 25, 50, 100];

class Pass {
	/** Ended where the list ends, as far as its answers show. */
	isWhole = false;

	private readonly shown = new Seen();

	private last?: ServiceRecord;

	/** Records that the pass before showed as well. */
	private common = 0;

	/** A record that is new stands behind the last one of the pass before. */
	private isLonger = false;

	private isBehindFormer = false;

	/** One answer shows the whole list; nothing can have moved inside it. */
	private isOneAnswer = false;

	/** A page came again in place of the one that was requested. */
	private lacksPage = false;

	constructor(
		private readonly reader: PageReader,
		private readonly former?: Pass,
	) {}

	/** Shows every record of the pass before, and nothing new behind its last one; or is one answer. */
	get isConfirmed(): boolean {
		const { former, common, isLonger, isOneAnswer, isWhole } = this;
		if (isWhole && isOneAnswer) return true;
		return isWhole && former !== undefined && !isLonger && common === former.shown.count;
	}

	/** One page is answered before the next one is requested, on which the proof rests. */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		const { reader } = this;
		let before: Page | undefined;
		let barrenPages = 0;
		let size = reader.largest;
		for (let index = 0; ; index++) {
			let page = await reader.read({ index, size });
			if (page.records.length === 0) {
				// Nothing, the last page again, nothing: the service still answers, and the list ends here.
				const last = before && (await reader.read(before));
				// The end may have slid onto the last page meanwhile.
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
			const count = this.shown.count;
			this.note(page.records);
			if (this.shown.count > count) barrenPages = 0;
			else if (++barrenPages > maxBarrenPages) return;
			yield page.records;
			before = page;
			// A number that counts records has to go on behind those that came.
			if (index === 0 && reader.source.paging.pageCounts === 'records') size = page.records.length;
		}
	}

	/**
	 * Whether the list ends with a page behind which nothing comes. If the page is full as requested, a page of
	 * another size across its end has to show the end, or it has a size of its own.
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
		// Pages of a size of the service's own end in nothing here as well.
		if (length === 0) return across.refusal === undefined;
		if (!isShort(across)) return false;
		return sameRecords(across.records, last.records.slice(-length));
	}

	/** Whether the first page comes whole, whatever size is requested. */
	private async isLongerThanRequested(first: Page): Promise<boolean> {
		if (isLonger(first) || first.size <= pageSizeLimits.minimum) return isLonger(first);
		return isLonger(await this.reader.read({ index: 0, size: first.size - 1 }));
	}

	/** A service that repeats its last page does so for all pages behind it. */
	private async isEnd(page: Page): Promise<boolean> {
		const next = await this.reader.read({ index: page.index + 1, size: page.size });
		return isRepeated(next, page);
	}

	private note(records: ServiceRecord[]): void {
		const { former } = this;
		for (const record of records) {
			if (!this.shown.add(record)) continue;
			this.last = record;
			if (!former) continue;
			if (former.shown.has(record)) this.common++;
			else this.isLonger ||= this.isBehindFormer;
			this.isBehindFormer ||= former.last !== undefined && isSame(record, former.last);
		}
	}
}

function isRepeated({ records }: Page, before: Page): boolean {
	const known = new Set(before.records.map((record) => String(keyOf(record))));
	const common = records.filter((record) => known.has(String(keyOf(record)))).length;
	return common >= repeated * Math.max(records.length, before.records.length);
}

/**
 * A page that comes for every page number may be the only one, or the number is ignored. The page in another
 * size tells; a service that ignores the size as well gives a page of a usual size.
 */
async function refuseOnlyPage(reader: PageReader, first: Page): Promise<void> {
	const { size, records } = first;
	if (isCounted(first) && !saysMore(first)) return;
	const smaller = await reader.read({ index: 0, size: size - 1 });
	const isFull = records.length === size && smaller.records.length === size - 1;
	if (!isFull && !isCounted(first) && !usualPageSizes.includes(records.length)) return;
	throw new Mismatch(`page 2 shows the ${records.length} records of page 1 again`);
}
