import type { ServiceRecord } from '../client/envelope';
import { endOfRecords, isLast, isShort, type Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge } from './source';
import { endOf, startOf, stretchAcross, stretchOver, type Stretch } from './stretch';

/** Looks at a head that changes all the time. */
const mostLooks = 20;

/** So many records in their former order show that the list is as it was from there on. */
const enough = 10;

/** What is looked at once the end of a list was seen: its head, and whether as many came as it holds. */
export class Head {
	/** @param length how many records the list held when its end was seen */
	constructor(
		private readonly reader: PageReader,
		private readonly seen: Seen,
		private readonly judge: Judge,
		private length: number,
	) {}

	/**
	 * Hands out what had not come yet.
	 * @throws ServiceError as the source and the judge
	 */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		yield* this.look((isAsBefore) => isAsBefore);
		if (!this.isLackingSome()) return;
		// What was counted may have left before it could be seen; or it stands behind others that were.
		await this.measure();
		yield* this.look((isAsBefore) => isAsBefore && !this.isLackingSome());
		if (this.isLackingSome()) await this.judge.problem(this.lacking());
	}

	/** Step 5: what was moved to the front meanwhile, down to where the list is as it was. */
	private async *look(
		isFarEnough: (isAsBefore: boolean) => boolean,
	): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen } = this;
		const { last } = seen;
		for (let looks = 0; looks < mostLooks; looks++) {
			let [pages, found] = [0, 0];
			let stretch: Stretch = { index: 0, size: reader.largest };
			for (; ; stretch = stretchOver(endOf(stretch), reader.largest)) {
				const page = await reader.ask(stretch);
				const isAsBefore = this.isAsBefore(page, last);
				const fresh = seen.fresh(page.records);
				pages++;
				found += fresh.length;
				yield fresh;
				if (isFarEnough(isAsBefore) || isLast(page) || startOf(page) >= this.length) break;
			}
			if (pages === 1 || found === 0) return;
		}
		const { many } = reader.source.nouns;
		await this.judge.problem(
			`The list changed faster than it could be read: further ${many} came with each look at it`,
		);
	}

	/** Whether the end of a page is a run of records in the order in which the chain had them. */
	private isAsBefore({ records }: Page, last: number): boolean {
		const places = records.slice(-enough).map((record) => this.seen.placeOf(record) ?? Number.NaN);
		return places.every(
			(place, at) => place <= last && place > (places[at - 1] ?? Number.NEGATIVE_INFINITY),
		);
	}

	/** Step 6: as many different records came as the list held when its end was seen. */
	private isLackingSome(): boolean {
		return this.seen.count < this.length;
	}

	private async measure(): Promise<void> {
		const page = await this.reader.ask(stretchAcross(this.length, this.reader.largest));
		if (isShort(page)) this.length = endOfRecords(page);
	}

	private lacking(): string {
		const { many } = this.reader.source.nouns;
		const by = this.reader.isCounted ? 'the count of the service' : 'the place of its last page';
		return `The list holds ${this.length} ${many} by ${by}, but only ${this.seen.count} different ones came`;
	}
}
