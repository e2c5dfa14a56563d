import { pageSizeLimits } from '../client/settings';
import { sameRecords } from './ids';
import type { Page, PageSource } from './page';
import { PageReader } from './pageReader';

/** Reads single pages, for a list that is shown page by page, such as a picker. It may change in between. */
export class SinglePages {
	private readonly reader: PageReader;

	constructor(source: PageSource) {
		this.reader = new PageReader(source, { pageSize: pageSizeLimits.maximum, parallelPages: 1 });
	}

	/**
	 * @param index 0-based
	 * @returns an empty page if the service refuses a page past the end
	 * @throws ServiceError as the source, and if the service refuses the first page
	 */
	async read(index: number): Promise<Page> {
		const page = await this.reader.request({ index, size: pageSizeLimits.maximum });
		if (page.refusal && index === 0) throw page.refusal;
		return page;
	}

	/** Whether the list ends before a page or with it. Some services repeat the last page past the end. */
	isEnd(
		{ index, records, counts: { pagesCount = Number.POSITIVE_INFINITY } }: Page,
		before?: Page,
	) {
		const isRepeated = before !== undefined && sameRecords(records, before.records);
		return records.length === 0 || index + 1 >= pagesCount || isRepeated;
	}

	/** Whether the list ends with a page. Without a page count, the next page shows it. */
	async isLast(page: Page): Promise<boolean> {
		if (this.isEnd(page) || page.counts.pagesCount !== undefined) return this.isEnd(page);
		const next = await this.read(page.index + 1);
		return next.records.length === 0 || sameRecords(next.records, page.records);
	}
}
