import { tried } from '../../shared/client/errors';
import { CreationOrder, compareIds, idOf, sameRecords } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';

/** A record by nothing but its id, since a page of whole ones is large. */
type Seen = { id: string };

/** Documents that may come to match a search, in the midst of it, between two looks. */
const mostEntered = 2;

/**
 * Looks at single pages of a list to find places in it by id: about twenty requests for a million
 * records. Pages are those of the size asked for, numbered from 0.
 */
export class Survey {
	private readonly pages = new Map<number, Seen[]>();

	private counted?: number;

	/** The last page, once it was looked for. */
	private last?: number;

	constructor(
		private readonly source: PageSource,
		private readonly pageSize: number,
	) {}

	/** @throws whatever the source throws */
	async look(page: number): Promise<Seen[]> {
		const known = this.pages.get(page);
		if (known) return known;
		const { records, pagesCount } = await this.source.fetch(page, this.pageSize);
		this.counted = pagesCount;
		const seen = records.map((record) => ({ id: idOf(record) }));
		this.pages.set(page, seen);
		return seen;
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
		return (this.last ??= await this.search(async (page) => !(await this.isInList(page))));
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

	/** Beyond the end services give nothing, refuse, or give their last page again. */
	private async isInList(page: number): Promise<boolean> {
		const looked = await tried(async () => await this.look(page));
		if (looked.failure) {
			if (['rejected', 'notFound'].includes(looked.failure.kind)) return false;
			throw looked.failure;
		}
		const records = looked.value;
		return records.length > 0 && !sameRecords(records, await this.look(page - 1));
	}

	/**
	 * Whether a page shows ids from between those of a page that was looked at before. What is created
	 * meanwhile pushes records from one page to the next, where they are seen again, but comes between none.
	 */
	private hasEntangledPages(): boolean {
		const looks = [...this.pages.values()].filter(({ length }) => length > 1);
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
		const inTurn = [...this.pages].sort(([a], [b]) => a - b).map(([, records]) => records);
		const heads = inTurn.flatMap((records) => records.slice(0, 1));
		return [heads, ...inTurn]
			.filter(({ length }) => length > 1)
			.map((seen) => CreationOrder.of(seen));
	}
}

function count<T>(list: T[], is: (one: T) => boolean): number {
	return list.reduce((sum, one) => sum + (is(one) ? 1 : 0), 0);
}
