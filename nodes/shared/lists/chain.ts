import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import type { ServiceError } from '../client/errors';
import { ignoredPageSize, ignoresPageNumber, sizeOfPages, tellIgnoredPageNumber } from './habits';
import { sameRecords, idOf, isSame } from './ids';
import { isKeptInOrder, noOrder } from './order';
import { emptyPage, isLast, isPromised, isShort, type Page, type PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge } from './source';
import { endOf, startOf, stretchAcross, stretchOver, type Stretch } from './stretch';

/** So many records that two pages share are no chance, also where the places have moved. */
const wide = (largest: number) => Math.min(8, Math.floor(largest / 5));

/** Pages read to join two that share nothing; far more than a few changes need. */
const mostLooks = 24;

/** Pages in a row that show nothing new, while the list grows in front of the place that is read. */
const mostBarren = 100;

/** Times that a refusal is not taken for the end of a list that goes on. */
const mostTries = 3;

/** Looks at the head of a list that changes there all the time. */
const mostLooksAtHead = 20;

/** Where a reading stops, if the list does not end earlier. */
export interface Until {
	/** Position to stop before. */
	place?: number;
	/** Stops after the page that holds such a record. */
	record?: (record: ServiceRecord) => boolean;
}

const never = () => false;

/**
 * Reads a list as a chain of pages each of which shows the end of the one before it again: step by step
 * as docs/completeness.md tells it, which says why nothing is missing then.
 */
export class Chain {
	/** The page that the next one has to join. */
	private left: Page;

	private ended = false;

	/** What was planned no longer fits. */
	private isOffPlan = false;

	private sizeIsKnown = false;

	private pageNumberCounts = false;

	/** Pages read to join others since the last one that brought something new. */
	private looks = 0;

	/** Pages beyond the end that showed the last one again. */
	private repeated = 0;

	/** Pages in a row that brought nothing new. */
	private barren = 0;

	/** How many records the list held when its end was seen. */
	private length = 0;

	/** Pages of one size come whatever is asked for, or records are left out of pages: there is no chain. */
	isImpossible = false;

	/**
	 * @param first the page to begin with, which was read
	 * @param until where to stop, if the list does not end earlier
	 */
	constructor(
		private readonly reader: PageReader,
		private readonly seen: Seen,
		private readonly judge: Judge,
		private first: Page,
		private readonly until: Until = {},
	) {
		this.left = first;
	}

	/** @throws ServiceError as the source and the judge */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		yield await this.accept(this.first);
		while (!this.ended && !this.isImpossible) {
			this.isOffPlan = false;
			for await (const page of this.reader.ahead(this.plan())) {
				// What is under way is waited for, so that there are never more than the width.
				if (!this.ended && !this.isOffPlan) yield* this.join(await this.reader.confirm(page));
			}
			if (this.ended) yield* this.confirmEnd();
		}
		if (this.isImpossible || !this.isWhole) return;
		yield* this.lookAtHead((isAsBefore) => isAsBefore);
		if (this.isLackingSome()) {
			// What was counted may have left before it could be seen; or it stands behind others that were seen.
			await this.measure();
			yield* this.lookAtHead((isAsBefore) => isAsBefore && !this.isLackingSome());
		}
		await this.compareLength();
		if (!(await isKeptInOrder(this.reader, this.first)))
			await this.judge.problem(noOrder(this.many));
	}

	/** Step 1: each stretch begins just in front of the end of the one before it. */
	private plan(): () => Stretch | undefined {
		let position = endOf(this.left);
		return () => {
			// The last few places that a count leaves room for are mostly empty: no page is asked for ahead.
			const ahead = this.reader.endsBy - pageSizeLimits.minimum;
			const limit = Math.min(Math.max(ahead, endOf(this.left) + 1), this.stopAt);
			if (this.ended || this.isOffPlan || position >= limit) return undefined;
			const stretch = stretchOver(position, this.reader.largest);
			position = endOf(stretch);
			return stretch;
		};
	}

	/** Step 2: where the list moved so far that two pages share nothing, pages in front join them. */
	private async *join(page: Page): AsyncGenerator<ServiceRecord[]> {
		const waiting = [page];
		while (!this.isJoined(waiting[waiting.length - 1])) {
			if (!this.sizeIsKnown) await this.learnSize(page);
			if (this.isOffPlan) return;
			if (++this.looks > mostLooks) {
				await this.judge.problem(this.notJoined(page));
				break;
			}
			// Not always across the same place, which may be near a boundary of pages of every size.
			const place = startOf(waiting[waiting.length - 1]) - (this.looks % 3);
			const across = stretchAcross(place, this.reader.largest);
			waiting.push(await this.reader.ask(across));
		}
		for (let next = waiting.pop(); next && !this.ended; next = waiting.pop()) {
			yield await this.accept(next);
			const further = waiting[waiting.length - 1];
			if (further?.refusal) await this.believeRefusal(further, further.refusal);
			// Meanwhile the list has moved again: what comes after the page just joined is read anew.
			this.isOffPlan = further !== undefined && !this.isJoined(further);
			if (this.isOffPlan) return;
		}
	}

	private isJoined(page: Page): boolean {
		const { records, index } = page;
		if (index === 0) return true;
		// Where the page before it showed records, a page that is empty shows that the list has moved.
		const isBehind = startOf(page) >= endOfRecords(this.left);
		if (records.length === 0) return (isShort(this.left) && isBehind) || isPromised(page);
		if (records.length > page.size) return false;
		const isKnown = (record: ServiceRecord) => this.seen.has(record);
		const enough = wide(this.reader.largest);
		// Some that came, or that have left, may stand between those that both pages show.
		if (records.slice(0, 2 * enough).filter(isKnown).length >= enough) return true;
		if (records.every(isKnown)) return true;
		const both = endOf(this.left) - startOf(page);
		if (both <= 0 || this.left.records.length !== this.left.size) return false;
		return sameRecords(this.left.records.slice(-both), records.slice(0, both));
	}

	private async accept(page: Page): Promise<ServiceRecord[]> {
		const { records, index } = page;
		if (records.length === 0) return await this.acceptEmpty(page);
		if (index > 0 && !this.pageNumberCounts && isSame(records[0], this.first.records[0])) {
			await this.refuseIgnoredPageNumber(page);
			if (this.ended) return [];
		}
		const fresh = await this.freshOf(page);
		await this.refuseEndless(fresh.length);
		this.sizeIsKnown ||= index > 0 && fresh.length > 0;
		await this.noteEnd(page, fresh);
		this.left = page;
		const beyond = endOfRecords(page) - this.stopAt;
		return beyond > 0 ? fresh.slice(0, Math.max(0, fresh.length - beyond)) : fresh;
	}

	private async acceptEmpty(page: Page): Promise<ServiceRecord[]> {
		this.ended = !isPromised(page) || ++this.barren >= mostBarren;
		if (!isPromised(page)) return [];
		this.left = page;
		await this.judge.problem(emptyPage(page));
		return [];
	}

	/** A service may give pages without end; a list that grows in front of the reading does for a while. */
	private async refuseEndless(fresh: number): Promise<void> {
		this.looks = fresh > 0 ? 0 : this.looks;
		this.barren = fresh > 0 ? 0 : this.barren + 1;
		if (this.barren < mostBarren) return;
		await this.judge.problem(
			`The last ${mostBarren} pages brought no further ${this.one}, and still the service gives more pages`,
		);
		this.ended = true;
	}

	/** Step 3: what comes again comes in the same order as before, or the order is not kept. */
	private async freshOf(page: Page): Promise<ServiceRecord[]> {
		const { seen } = this;
		const places = placesIn(page, seen);
		const fresh: ServiceRecord[] = [];
		let last = Number.NEGATIVE_INFINITY;
		for (const [at, record] of page.records.entries()) {
			const former = seen.placeOf(record);
			const place = places[at];
			if (former === undefined) fresh.push(record);
			// A record that stands twice in the page has its place from the first time.
			const isKept = place > last && (!isPlace(former) || former === place);
			if (!isKept) await this.judge.problem(this.outOfOrder(record));
			if (!isPlace(former)) seen.add(record, place);
			last = place;
		}
		return fresh;
	}

	/** Step 4: with a count the end is a page that is not full; without one, what comes after such a page. */
	private async noteEnd(page: Page, fresh: ServiceRecord[]): Promise<void> {
		const { left } = this;
		const wasShort = left !== page && isShort(left);
		if (page.pagesCount !== undefined) {
			this.ended ||= isLast(page);
			if (page.index + 1 === page.pagesCount) this.length = endOfRecords(page);
		} else if (wasShort && fresh.length === 0 && isShort(page) && repeats(page, left)) {
			// Once may be a list that moved by just as much as a page.
			this.ended ||= ++this.repeated > 1;
		} else if (isShort(page)) {
			// Records that the service left out of a page make the places of the others uncertain.
			this.length = endOfRecords(page);
		}
		const isWithin = left.pagesCount === undefined || left.index + 1 < left.pagesCount;
		if (wasShort && isWithin && fresh.length > 0 && (await this.isLeavingOut(fresh)))
			this.isImpossible = this.isOffPlan = true;
		this.ended ||= endOf(page) >= this.stopAt || page.records.some(this.until.record ?? never);
	}

	/** A page that was cut short by mistake looks like the last one: without a count that one is asked for again. */
	private async *confirmEnd(): AsyncGenerator<ServiceRecord[]> {
		const { left, isWhole } = this;
		// The first page is looked at again anyway.
		const isDoubtful = left.pagesCount === undefined && isShort(left) && left.index > 0;
		if (!isWhole || !isDoubtful) return;
		const again = await this.reader.ask(left);
		if (again.records.every((record) => this.seen.has(record))) return;
		this.ended = false;
		yield await this.accept(again);
	}

	/**
	 * Whether the page before was short although the list goes on: records are left out, and places count
	 * nothing. It may as well have been the last page of a list that has grown since.
	 */
	private async isLeavingOut(fresh: ServiceRecord[]): Promise<boolean> {
		const again = await this.reader.ask(this.left);
		return isShort(again) && fresh.some((a) => !again.records.some((b) => isSame(a, b)));
	}

	/** Step 5: what was moved to the front meanwhile, down to where the list is as it was. */
	private async *lookAtHead(
		isFarEnough: (isAsBefore: boolean) => boolean,
	): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen } = this;
		const { last } = seen;
		for (let looks = 0; looks < mostLooksAtHead; looks++) {
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
		await this.judge.problem(
			`The first ${this.many} of the list changed faster than they could be read`,
		);
	}

	/** Whether the end of a page is a run of records in the order in which the chain had them. */
	private isAsBefore({ records }: Page, last: number): boolean {
		const places = records.slice(-10).map((record) => this.seen.placeOf(record) ?? Number.NaN);
		return places.every(
			(place, at) => place <= last && place > (places[at - 1] ?? Number.NEGATIVE_INFINITY),
		);
	}

	/** Step 6: as many different records came as the list held when its end was seen. */
	private async compareLength(): Promise<void> {
		if (!this.isLackingSome()) return;
		await this.judge.problem(
			`The list holds ${this.length} ${this.many} by the count of the service, but only ${this.seen.count} different ones came`,
		);
	}

	private isLackingSome(): boolean {
		return this.seen.count < this.length;
	}

	private async measure(): Promise<void> {
		const page = await this.reader.ask(stretchAcross(this.length, this.reader.largest));
		if (isShort(page)) this.length = endOfRecords(page);
	}

	private async learnSize(next: Page): Promise<void> {
		this.sizeIsKnown = true;
		const given = this.first.records.length;
		const { options, source } = this.reader;
		const size = await sizeOfPages(this.reader, this.first, next);
		if (size === 'asAsked') return;
		this.isOffPlan = true;
		this.isImpossible = size === 'fixed';
		this.first = { ...this.first, size: given };
		this.left = this.first;
		this.reader.largest = given;
		this.judge.notice(
			size === 'smaller'
				? `The service gave ${given} ${this.many} per page instead of the ${options.pageSize} asked for`
				: ignoredPageSize(source, given),
		);
	}

	private async refuseIgnoredPageNumber(page: Page): Promise<void> {
		this.pageNumberCounts = !(await ignoresPageNumber(this.reader, this.first));
		if (this.pageNumberCounts) return;
		this.ended = true;
		const { options, source } = this.reader;
		const came = this.first.records.length;
		// Far more than a page: a list that is not paged came whole, each time.
		if (
			came > options.pageSize &&
			came > pageSizeLimits.maximum &&
			sameRecords(page.records, this.first.records)
		)
			return;
		await tellIgnoredPageNumber(this.judge, source);
	}

	private outOfOrder(record: ServiceRecord): string {
		return `The ${this.one} ${nameOf(record)} came twice, at places that do not fit: the service changed the order of the list, or keeps to none`;
	}

	/** @throws why a page was refused although the list goes on there, so that it was not the end */
	private async believeRefusal(page: Page, refusal: ServiceError): Promise<void> {
		let goesOn = endOfRecords(this.left) > startOf(page);
		// The list may have grown and shrunk by as much meanwhile, but not time and again.
		for (let tries = 0; goesOn; tries++) {
			if (tries === mostTries) throw refusal;
			const again = await this.reader.ask(page);
			if (!again.refusal) return;
			const across = await this.reader.ask(stretchAcross(startOf(page), this.reader.largest));
			goesOn = endOfRecords(across) > startOf(page);
		}
	}

	private notJoined(page: Page): string {
		return `The ${this.many} around place ${startOf(page) + 1} of the list could not be joined: they came and went faster than the pages could be read, or the service does not keep to one order`;
	}

	/** Whether the reading is to be of the whole list. */
	private get isWhole(): boolean {
		return this.first.index === 0 && !this.until.record && !Number.isFinite(this.stopAt);
	}

	private get stopAt(): number {
		return this.until.place ?? Number.POSITIVE_INFINITY;
	}

	private get one(): string {
		return this.reader.source.nouns.one;
	}

	private get many(): string {
		return this.reader.source.nouns.many;
	}
}

/**
 * The places of the records of a page. Those without one yet stand between their neighbours that have
 * one; behind all others where no such neighbour follows, which others can then no longer do; and in front
 * of all others on a first page where none has one.
 */
function placesIn({ records, index }: Page, seen: Seen): number[] {
	const known = records.map((record) => seen.placeOf(record));
	const lastKnown = known.findLastIndex(isPlace);
	if (lastKnown < 0 && index === 0) return records.map((_, at) => seen.first - records.length + at);
	if (lastKnown < records.length - 1) seen.forgetBehind(known[lastKnown] ?? seen.last);
	const places: number[] = [];
	for (let from = 0; from < records.length; from = places.length) {
		const between = known.slice(from).findIndex(isPlace);
		const next = known[from + between];
		if (between < 0 || next === undefined) {
			for (let at = from; at < records.length; at++) places.push(seen.last + 1 + at - from);
			break;
		}
		const before = places[from - 1] ?? next - between * 1e-6;
		for (let at = 1; at <= between; at++)
			places.push(before + ((next - before) * at) / (between + 1));
		places.push(next);
	}
	return places;
}

function isPlace(place: number | undefined): place is number {
	return place !== undefined && !Number.isNaN(place);
}

/** Position behind the last record of a page. */
function endOfRecords(page: Page): number {
	return startOf(page) + page.records.length;
}

/** Beyond the end some services give the last page again. */
function repeats(page: Page, last: Page): boolean {
	const both = Math.min(page.records.length, last.records.length);
	const isBeyond = startOf(page) >= endOfRecords(last);
	return isBeyond && sameRecords(page.records.slice(-both), last.records.slice(-both));
}

function nameOf(record: ServiceRecord): string {
	const id = idOf(record);
	return id === '' ? 'without an ID' : `with the ID ${id}`;
}
