import { pageSizeLimits } from '../shared/client/dialect';
import { ServiceError } from '../shared/client/errors';
import { isBeyondEnd, isFirstAgain, isSilent, silence } from '../shared/lists/beyond';
import { isLast, type Page } from '../shared/lists/page';
import { PageReader } from '../shared/lists/reader';
import type { Judge, PageSource } from '../shared/lists/source';
import type { Stretch } from '../shared/lists/stretch';

/** The pages of a list that begins with the newest, one after the other: read as lists are. */
export class Pages {
	readonly reader: PageReader;

	private first?: Page;

	/** A mistaken count stops no poll: what the answers show is believed. Wrong settings do. */
	private readonly judge: Judge = {
		problem: async (text, next) => {
			if (next === undefined) return;
			throw new ServiceError('incomplete', text, { description: next });
		},
		notice: () => {},
	};

	constructor(readonly source: PageSource) {
		const { largestPage = pageSizeLimits.maximum } = source.paging;
		this.reader = new PageReader(source, { pageSize: largestPage, parallelPages: 1 });
	}

	/**
	 * Looks at one page; without any record where it lies beyond the end, though it may be empty by mistake.
	 * @throws ServiceError as the source; where the service does not know the page number by its name
	 */
	async look(stretch: Stretch): Promise<Page> {
		const page = await this.reader.read(stretch);
		if (page.index > 0) {
			const isFirst = this.first && (await isFirstAgain(page, this.first, this.reader, this.judge));
			return isFirst ? { ...page, records: [] } : page;
		}
		this.first = page;
		return page;
	}

	/**
	 * The page behind another one; undefined where that was the last one.
	 * @throws ServiceError as {@link look}
	 */
	async behind(page: Page, size = page.size): Promise<Page | undefined> {
		if (isLast(page)) return undefined;
		const { reader, judge, first = page } = this;
		const next = await reader.ask({ index: page.index + 1, size });
		if (!(await isBeyondEnd(next, page, first, reader, judge))) return next;
		if (!(await isSilent(page, reader))) return undefined;
		throw new ServiceError('incomplete', silence, {
			description: 'Nothing was handed on; the next poll tries again.',
		});
	}
}
