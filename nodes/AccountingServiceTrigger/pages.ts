import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError, tried } from '../shared/client/errors';
import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { refuseOddIds, refuseOtherOrder } from './order';
import { isAbove } from './state';

const { minimum, maximum } = pageSizeLimits;

/** One answer: neighbours in it were neighbours at that moment. */
export interface Page {
	/** 0-based, in pages of `size`. */
	index: number;
	size: number;
	/** Newest first. */
	records: ServiceRecord[];
	/** Absent when the service does not count. */
	pagesCount?: number;
	/** Why the service refused this page; it may lie beyond the end. */
	refusal?: ServiceError;
}

/** Looks at what follows the last page, after which it is believed that nothing does. */
const looksBeyond = 3;

/** Services that limit how far down a list may be read do so from here on. */
const leastDepth = 1_000;

/** The pages of a list that begins with the newest, and how many records the service really puts on one. */
export class Pages {
	/** Records on a page at the most. */
	largest: number;

	/** Pages have as many records whatever is asked for. */
	isFixed = false;

	/** Id of the newest document; '' before the first page was read. */
	private head = '';

	private headCount = 0;

	private pageNumberCounts = false;

	constructor(
		readonly source: PageSource,
		private readonly anyOrder = false,
	) {
		this.largest = source.paging.largestPage ?? maximum;
	}

	/** The same pages, asked for through another source. */
	through(source: PageSource): Pages {
		const pages = new Pages(source, this.anyOrder);
		const { largest, isFixed, head, headCount, pageNumberCounts } = this;
		return Object.assign(pages, { largest, isFixed, head, headCount, pageNumberCounts });
	}

	/**
	 * @param size as asked for; of no effect where the service has its own
	 * @throws ServiceError as the source; (incomplete) for records that are not in order
	 */
	async read(index: number, size: number): Promise<Page> {
		const asked = Math.min(Math.max(size, minimum), this.source.paging.largestPage ?? maximum);
		const answer = await tried(async () => await this.source.fetch(index, asked));
		const page = { index, size: this.isFixed ? this.largest : asked };
		if (answer.failure) {
			if (index === 0 || !mayMeanTheEnd(answer.failure)) throw answer.failure;
			return { ...page, records: [], refusal: answer.failure };
		}
		const { records, pagesCount } = answer.value;
		if (this.anyOrder) refuseOddIds(records);
		else refuseOtherOrder(records);
		const head = records.length === 0 ? '' : idOf(records[0]);
		if (index === 0) [this.head, this.headCount] = [head, records.length];
		if (index === 0 || head === '' || head !== this.head) return { ...page, records, pagesCount };
		// Beyond the end some services begin again with the first page.
		await this.refuseIgnoredPageNumber();
		return { ...page, records: [], pagesCount };
	}

	/**
	 * Learns from a page that is not the last one how many records the service puts on one.
	 * @returns true when that was not known before: the page may not be the one that was asked for
	 */
	async learnFrom({ index, size, records }: Page): Promise<boolean> {
		const given = records.length;
		if (given === size || given === 0 || (given < size && this.isFixed)) return false;
		const fewer = given > minimum && given < size ? await this.read(0, minimum) : undefined;
		// With so few on a page there is no choice of sizes.
		const isOwn = given > size || given < 2 * minimum;
		this.isFixed = isOwn || (fewer !== undefined && fewer.records.length > minimum);
		this.largest = given;
		return index > 0 || given < size;
	}

	/** Whether no older document follows a page, as its count says or as a look beyond it shows. */
	async endsWith(page: Page): Promise<boolean> {
		const { index, records, pagesCount } = page;
		if (records.length === 0) return false;
		const isFull = records.length >= page.size;
		if (!isFull && pagesCount !== undefined) return index + 1 >= pagesCount;
		const lowest = idOf(records[records.length - 1]);
		for (let looks = 0; looks < looksBeyond; looks++) {
			const next = await this.read(index + 1, page.size);
			if (next.records.some((record) => isAbove(lowest, idOf(record)))) return false;
			if (next.refusal && isFull && !(await this.isEndBehind(page))) throw next.refusal;
			if (next.refusal || next.records.length > 0) return true;
			if ((next.pagesCount ?? 0) > index + 1) return false;
		}
		return true;
	}

	/** After a full page a refusal may mean the end, or a page that is too far down to be asked for. */
	private async isEndBehind({ index, size, records }: Page): Promise<boolean> {
		const end = (index + 1) * size;
		if (this.isFixed || size <= minimum) return end < leastDepth;
		const across = await this.read(Math.floor(end / (size - 1)), size - 1);
		const lowest = idOf(records[records.length - 1]);
		return !across.refusal && !across.records.some((record) => isAbove(lowest, idOf(record)));
	}

	/** @throws ServiceError (badInput) when the service does not know the page number by its name */
	private async refuseIgnoredPageNumber(): Promise<void> {
		if (this.pageNumberCounts || this.headCount <= minimum) return;
		const { records } = await this.source.fetch(1, minimum);
		const isHead = records.length > 0 && idOf(records[0]) === this.head;
		// More than asked for: the whole list may be on this page, which some services then repeat.
		this.pageNumberCounts = !isHead || records.length > minimum;
		if (this.pageNumberCounts) return;
		throw new ServiceError(
			'badInput',
			'The service gives the first page whichever page is asked for',
			{
				description:
					'It does not know the page number by the name that it is sent under. Set Page Parameter in the credential under "Customize Parameter Names"; the operation Connection Check of the Accounting Service node finds out what to enter.',
				fields: ['pageParameter'],
			},
		);
	}
}

function mayMeanTheEnd({ kind, mayPass }: ServiceError): boolean {
	return !mayPass && (kind === 'rejected' || kind === 'notFound');
}
