import { isBeyondEnd, isFirstAgain } from '../../shared/lists/beyond';
import { CreationOrder, compareIds, idOf } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';
import type { Page } from '../../shared/lists/page';
import { PageReader } from '../../shared/lists/reader';
import type { Judge } from '../../shared/lists/source';

/** A record by nothing but its id. */
type Seen = { id: string };

/** Documents that may come to match a search, in the midst of it, between two looks. */
const mostEntered = 2;

/**
 * Looks at single pages of a list to find places in it by id: about twenty requests for a million
 * records. Pages are those of the size asked for, numbered from 0.
 */
export class Survey {
	private readonly reader: PageReader;

	/** Without those that lie beyond the end, whatever the service gives there. */
	private readonly pages = new Map<number, Page>();

	private counted?: number;

	/** The last page, once it was looked for. */
	private last?: number;

	/** @param judge hears where the service does not know the page number, so that there is one page */
	constructor(
		source: PageSource,
		private readonly pageSize: number,
		private readonly judge: Judge,
	) {
		this.reader = new PageReader(withIdsOnly(source), { pageSize, parallelPages: 1 });
	}

	/** @throws whatever the source throws, and the judge */
	async look(index: number): Promise<Seen[]> {
		const { records, refusal } = await this.pageAt(index);
		if (refusal) throw refusal;
		return records.map((record) => ({ id: idOf(record) }));
	}

	/** Whether all that was looked at is in the order of ids. */
	get isOrdered(): boolean {
		const [first, ...others] = this.orders();
		if (first && !(first.holds && others.every((o) => o.holds && o.rises === first.rises)))
			return false;
		return !this.hasEntangledPages();
	}

	/** 1 where ids rise along the list, -1 where they fall; undefined where too little was seen to tell. */
	get direction(): 1 | -1 | undefined {
		const [first] = this.orders();
		return first && (first.rises ? 1 : -1);
	}

	/** The last page: as the service counts, or else found by doubling and halving. */
	async lastPage(): Promise<number> {
		await this.look(0);
		if (this.counted !== undefined) return Math.max(0, this.counted - 1);
		this.last ??= await this.search(async (page) => !(await this.isInList(page)));
		for (const page of this.pages.keys()) if (page > this.last) this.pages.delete(page);
		return this.last;
	}

	/**
	 * The last page that does not begin beyond the id.
	 * @param direction of the ids along the list
	 */
	async pageOf(id: string, direction: 1 | -1): Promise<number> {
		const last = await this.lastPage();
		return await this.search(async (page) => {
			const [head] = page > last ? [] : await this.look(page);
			return !head || compareIds(head.id, id) * direction > 0;
		}, last);
	}

	/** The page before the first one that is beyond, which page 0 never is. */
	private async search(
		isBeyond: (page: number) => Promise<boolean>,
		last?: number,
	): Promise<number> {
		let [low, high] = [0, (last ?? 0) + 1];
		if (last === undefined) while (!(await isBeyond(high))) [low, high] = [high, high * 2];
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (await isBeyond(middle)) high = middle;
			else low = middle;
		}
		return low;
	}

	private async isInList(index: number): Promise<boolean> {
		const page = await this.pageAt(index);
		const [first, before] = [await this.pageAt(0), await this.pageAt(index - 1)];
		return !(await isBeyondEnd(page, before, first, this.reader, this.judge));
	}

	private async pageAt(index: number): Promise<Page> {
		const known = this.pages.get(index);
		if (known) return known;
		const asked = await this.reader.read({ index, size: this.pageSize });
		if (!asked.refusal) this.counted = asked.pagesCount;
		const isFirst =
			index > 0 && (await isFirstAgain(asked, await this.pageAt(0), this.reader, this.judge));
		const page = isFirst ? { ...asked, records: [] } : asked;
		this.pages.set(index, page);
		return page;
	}

	/**
	 * Whether a page shows ids from between those of a page that was looked at before. What is created
	 * meanwhile pushes records from one page to the next, where they are seen again, but comes between none.
	 */
	private hasEntangledPages(): boolean {
		const looks = this.looks().filter(({ length }) => length > 1);
		return looks.some((page, index) => {
			const ids = new Set(page.map(({ id }) => id));
			const [one, other] = [page[0]?.id ?? '', page.at(-1)?.id ?? ''];
			const isBetween = ({ id }: Seen) => compareIds(id, one) * compareIds(id, other) < 0;
			return looks
				.slice(index + 1)
				.some(
					(later) => count(later, (seen) => isBetween(seen) && !ids.has(seen.id)) > mostEntered,
				);
		});
	}

	/** The order within each page, and that of their first records; see above for that across their ends. */
	private orders(): CreationOrder[] {
		const inTurn = this.looks();
		const heads = inTurn.flatMap((records) => records.slice(0, 1));
		return [heads, ...inTurn]
			.filter(({ length }) => length > 1)
			.map((seen) => CreationOrder.of(seen));
	}

	/** What was looked at, in the order of the list. */
	private looks(): Seen[][] {
		const inTurn = [...this.pages].sort(([a], [b]) => a - b);
		return inTurn.map(([, { records }]) => records.map((record) => ({ id: idOf(record) })));
	}
}

/** A page of whole records is large. Without an id nothing but the whole record tells it from others. */
function withIdsOnly(source: PageSource): PageSource {
	return {
		...source,
		fetch: async (page, size, hooks) => {
			const { records, ...answer } = await source.fetch(page, size, hooks);
			const ids = records.map((record) => (idOf(record) === '' ? record : { id: record.id }));
			return { ...answer, records: ids };
		},
	};
}

function count<T>(list: T[], is: (one: T) => boolean): number {
	return list.reduce((sum, one) => sum + (is(one) ? 1 : 0), 0);
}
