import { pageSizeLimits } from '../client/dialect';
import type { ServiceRecord } from '../client/envelope';
import { End } from './end';
import { isFirstAlways, isFirstByNow } from './beyond';
import { noticeOfOwnSizes, noticeOfSize, ownSizeFor, sizeOfPages } from './pageSize';
import { Head } from './head';
import { idOf } from './ids';
import { isJoined } from './joint';
import { isKeptInOrder, noOrder, takeIn } from './order';
import { endOfRecords, isPromised, isShort, type Page } from './page';
import type { PageReader } from './reader';
import type { Seen } from './seen';
import type { Judge, Nouns } from './source';
import { endOf, startOf, stretchAcross, stretchOver, type Stretch } from './stretch';

/** Pages read to join two that share nothing; far more than a few changes need. */
const mostLooks = 24;

/** Where a reading stops, if the list does not end earlier. */
export interface Until {
	/** 0-based page to stop before, in pages of the size that the service puts on one. */
	endPage?: number;
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

	private readonly end: End;

	/** What was planned no longer fits. */
	private isOffPlan = false;

	private sizeIsKnown = false;

	/** Whether pages of any size can be asked for was looked at. */
	private choiceIsKnown = false;

	/** Pages read to join others since the last one that brought something new. */
	private looks = 0;

	/** Pages of one size come whatever is asked for, or records are left out of pages: there is no chain. */
	isImpossible = false;

	/**
	 * @param first the page to begin with, which was read
	 * @param until where to stop, if the list does not end earlier
	 * @param top the first page of the list, which some services give beyond the end
	 */
	constructor(
		private readonly reader: PageReader,
		private readonly seen: Seen,
		private readonly judge: Judge,
		private first: Page,
		private readonly until: Until = {},
		private readonly top: Page = first,
	) {
		this.left = first;
		this.end = new End(reader, seen, judge);
	}

	/** @throws ServiceError as the source and the judge */
	async *records(): AsyncGenerator<ServiceRecord[]> {
		const { reader, seen, judge, end } = this;
		// Further down the list a page of another size than asked for lies at another place, and so does what follows.
		if (this.first.index > 0 && isShort(this.first)) await this.learnSize(this.first);
		if (this.isImpossible) return;
		yield await this.accept(this.first);
		while (!end.isReached && !this.isImpossible) {
			this.isOffPlan = false;
			for await (const page of reader.ahead(this.plan())) {
				// What is under way is waited for, so that there are never more than the width.
				if (!end.isReached && !this.isOffPlan) yield* this.join(await this.heard(page));
			}
			// A page that repeats the first one may be of a list that moves by as much as a page has.
			if (end.isByRepeating && !this.sizeIsKnown) {
				await this.learnSize(this.left);
				if (this.isOffPlan) end.goesOn();
			}
			const more = end.isReached && this.isWhole ? await end.cutShort(this.left) : undefined;
			if (more) {
				end.isReached = false;
				yield* this.join(more);
			}
		}
		if (this.isImpossible || !this.isWhole) return;
		const isLackingSome = seen.count < end.length;
		if (isLackingSome && !this.choiceIsKnown) await this.learnChoice();
		if (this.isImpossible) return;
		yield* new Head(reader, seen, judge, end.length).records();
		if (!(await isKeptInOrder(reader, this.first))) await judge.problem(noOrder(this.nouns.many));
	}

	/** Step 1: each stretch begins just in front of the end of the one before it. */
	private plan(): () => Stretch | undefined {
		const { reader } = this;
		let position = endOf(this.left);
		return () => {
			// The last few places that a count leaves room for are mostly empty: no page is asked for ahead.
			const ahead = reader.endsBy - pageSizeLimits.minimum;
			const limit = Math.min(Math.max(ahead, endOf(this.left) + 1), this.stopAt);
			if (this.end.isReached || this.isOffPlan || position >= limit) return undefined;
			const stretch = stretchOver(position, reader.largest);
			position = endOf(stretch);
			return stretch;
		};
	}

	/** Step 2: where the list moved so far that two pages share nothing, pages in front join them. */
	private async *join(page: Page): AsyncGenerator<ServiceRecord[]> {
		if (this.end.isReached) return;
		const waiting = [page];
		while (!this.isJoined(waiting[waiting.length - 1])) {
			if (!this.sizeIsKnown) await this.learnSize(page);
			if (!this.isOffPlan && !this.choiceIsKnown) await this.learnChoice();
			if (this.isOffPlan) return;
			if (++this.looks > mostLooks) {
				await this.judge.problem(this.notJoined(page));
				break;
			}
			// Not always across the same place, which may be near a boundary of pages of every size.
			const place = startOf(waiting[waiting.length - 1]) - (this.looks % 3);
			const across = await this.reader.read(stretchAcross(place, this.reader.largest));
			waiting.push(await this.heard(across));
			if (this.end.isReached) return;
		}
		for (let next = waiting.pop(); next && !this.end.isReached; next = waiting.pop()) {
			yield await this.accept(next);
			const further = waiting[waiting.length - 1];
			if (further?.refusal) await this.end.believe(further, further.refusal, this.left);
			// Meanwhile the list has moved again: what comes after the page just joined is read anew.
			this.isOffPlan ||= further !== undefined && !this.isJoined(further);
			if (this.isOffPlan) return;
		}
	}

	/** Beyond the end some services give the first page again, which is no more than nothing there. */
	private async heard(answer: Page): Promise<Page> {
		const { reader, top, judge } = this;
		const page = await reader.confirm(answer);
		this.end.isReached ||= await isFirstAlways(page, top, reader, judge);
		if (this.end.isReached || !(await isFirstByNow(page, top, reader))) return page;
		return { ...page, records: [] };
	}

	private isJoined(page: Page): boolean {
		return isJoined(page, this.left, this.seen, this.reader.largest);
	}

	private async accept(page: Page): Promise<ServiceRecord[]> {
		const { records, index } = page;
		const { judge } = this;
		if (records.length === 0) {
			if (isPromised(page)) this.left = page;
			await this.end.noteEmpty(page);
			return [];
		}
		const { fresh, misplaced } = takeIn(page, this.seen);
		if (misplaced) await judge.problem(this.outOfOrder(misplaced));
		if (fresh.length > 0) this.looks = 0;
		this.sizeIsKnown ||= index > 0 && fresh.length > 0;
		await this.end.note(page, page === this.left ? undefined : this.left, fresh);
		if (this.end.isUncertain) this.isImpossible = this.isOffPlan = true;
		this.end.isReached ||= endOf(page) >= this.stopAt;
		this.end.isReached ||= records.some(this.until.record ?? never);
		this.left = page;
		const beyond = endOfRecords(page) - this.stopAt;
		return beyond > 0 ? fresh.slice(0, Math.max(0, fresh.length - beyond)) : fresh;
	}

	/** A service may have a largest page of its own, or pages of one size only. */
	private async learnSize(next: Page): Promise<void> {
		this.sizeIsKnown = true;
		const given = this.first.records.length;
		const size = await sizeOfPages(this.reader, this.first, next);
		if (size === 'asAsked') return;
		this.isOffPlan = true;
		this.isImpossible = size === 'fixed';
		this.first = { ...this.first, size: given };
		this.left = this.first;
		this.reader.largest = given;
		this.reader.givesOneSize = this.isImpossible;
		this.judge.notice(noticeOfSize(size, this.reader, given));
	}

	/** Pages of a few sizes only cannot be laid so that they overlap. */
	private async learnChoice(): Promise<void> {
		this.choiceIsKnown = true;
		const own = await ownSizeFor(this.reader, this.first);
		if (!own) return;
		this.isOffPlan = this.isImpossible = true;
		this.reader.givesOneSize = true;
		this.judge.notice(noticeOfOwnSizes(this.reader, own));
	}

	private outOfOrder(record: ServiceRecord): string {
		const id = idOf(record);
		const name = id === '' ? 'without an ID' : `with the ID ${id}`;
		return `The ${this.nouns.one} ${name} came twice, at places that do not fit: the service changed the order of the list, or keeps to none`;
	}

	private notJoined(page: Page): string {
		return `The ${this.nouns.many} around place ${startOf(page) + 1} of the list could not be joined: they came and went faster than the pages could be read, or the service does not keep to one order`;
	}

	/** Whether the reading is to be of the whole list. */
	private get isWhole(): boolean {
		return this.first.index === 0 && !this.until.record && !Number.isFinite(this.stopAt);
	}

	private get stopAt(): number {
		return (this.until.endPage ?? Number.POSITIVE_INFINITY) * this.first.size;
	}

	private get nouns(): Nouns {
		return this.reader.source.nouns;
	}
}
