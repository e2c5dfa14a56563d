import { randomUUID } from 'node:crypto';

import type { ListAnswer, ServiceRecord } from '../../../../nodes/shared/client/envelope';
import { ServiceError } from '../../../../nodes/shared/client/errors';
import type { PageSource } from '../../../../nodes/shared/lists/listing';

/** What happens to the list just before a request is answered. */
export interface Change {
	atRequest: number;
	kind:
		| 'createFirst'
		| 'createFirstMany'
		| 'createLast'
		| 'enter'
		| 'leave'
		| 'leaveMany'
		| 'leaveAndReturn'
		| 'comeAndGo'
		| 'edit';
	/** Where it strikes, in thousandths of the list. */
	where: number;
	/** For those that come and go: after how many requests, and where they return to. */
	after: number;
	to: number;
}

/** How the service answers. */
export interface Habits {
	counted: boolean;
	/** How its count of pages is wrong. */
	miscounts?: 'low' | 'high' | 'asked';
	/** What comes for a page beyond the last one. */
	beyond: 'empty' | 'repeats' | 'first' | 'refused';
	/** No page has more records. */
	mostPerPage?: number;
	/** Every page has this many, whatever is asked for. */
	fixedSize?: number;
	/** Pages have the largest of these sizes that is not above the one asked for. */
	sizes?: readonly number[];
	/** Every so many-th record is left out of the page that it belongs to. */
	leavesOut?: number;
	/** Records without an id. */
	nameless?: boolean;
	/** Neighbours of groups so large come in another order with each request. */
	ties?: number;
	/** This request is answered with an empty page by mistake. */
	emptyAt?: number;
	/** This request is answered with some records too few. */
	shortAt?: number;
}

export const plain: Habits = { counted: true, beyond: 'empty' };

interface Entry {
	record: ServiceRecord;
	/** Entries of the same group are ties. */
	group: number;
}

/** A list as a service keeps it, paged by number, that changes while it is read. */
export class LivingList {
	requests = 0;

	mostAtOnce = 0;

	asked: Array<[page: number, size: number]> = [];

	private entries: Entry[] = [];

	/** What was in any answer. */
	private readonly shown = new Set<unknown>();

	private readonly left = new Set<unknown>();

	private leaving: Array<{ entry: Entry; at: number }> = [];

	private returning: Array<{ entry: Entry; at: number; to: number }> = [];

	private made = 0;

	private underWay = 0;

	constructor(
		count: number,
		private readonly habits: Habits = plain,
		private readonly changes: Change[] = [],
	) {
		for (let index = 0; index < count; index++) this.insert(0);
	}

	readonly source: PageSource = {
		what: 'reading the list of the test',
		nouns: { one: 'thing', many: 'things' },
		paging: { page: 'page', pageSize: 'pageSize', firstPage: 0 },
		// What is remembered of one list says nothing of the next.
		owner: randomUUID(),
		fetch: async (page, size) => {
			this.asked.push([page, size]);
			this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
			// Answers of parallel requests come in another order than they were asked for.
			for (let turns = 1 + ((page * 7 + size) % 5); turns > 0; turns--) await Promise.resolve();
			this.requests++;
			this.change();
			this.underWay--;
			return this.answer(page, size);
		},
	};

	/** What tells records apart, in the order of the list; those that are left out are not in it. */
	names(): unknown[] {
		return this.entries.filter((entry) => this.isShown(entry)).map(({ record }) => nameOf(record));
	}

	hasLeft(name: unknown): boolean {
		return this.left.has(name);
	}

	/**
	 * Whether nobody can know of a record: pages that do not overlap were all asked for at least twice, and
	 * each time the record stood on another one, since records in front of it had left or come back.
	 */
	isHidden(name: unknown): boolean {
		const { fixedSize, leavesOut, sizes } = this.habits;
		const isOfOwnSizes = (fixedSize ?? leavesOut ?? sizes) !== undefined;
		if (this.shown.has(name) || !isOfOwnSizes) return false;
		const times = (page: number) => this.asked.filter(([asked]) => asked === page).length;
		const pages = Math.max(...this.asked.map(([page]) => page));
		return Array.from({ length: pages }, (_, page) => times(page)).every((count) => count >= 2);
	}

	private answer(page: number, size: number): ListAnswer {
		const { counted, beyond, mostPerPage, fixedSize, emptyAt, shortAt, miscounts } = this.habits;
		const given = fixedSize ?? Math.min(this.sizeFor(size), mostPerPage ?? size);
		const pagesCount = Math.ceil(this.entries.length / given);
		const counts = { low: pagesCount - 1, high: pagesCount + 1, asked: this.entries.length / size };
		const said = miscounts === undefined ? pagesCount : counts[miscounts];
		const count = counted ? { pagesCount: Math.ceil(said) } : {};
		if (this.requests === emptyAt) return { records: [], ...count };
		let index = page;
		if (page >= Math.max(1, pagesCount)) {
			if (beyond === 'refused') {
				throw new ServiceError('rejected', 'no such page', { description: '', status: 400 });
			}
			if (beyond === 'repeats') index = Math.max(0, pagesCount - 1);
			if (beyond === 'first') index = 0;
		}
		let records = this.ordered()
			.slice(index * given, (index + 1) * given)
			.filter((entry) => this.isShown(entry))
			.map(({ record }) => record);
		// Nothing tells the last page of a list from one that was cut short.
		if (this.requests === shortAt && index + 1 < pagesCount) records = records.slice(0, -3);
		for (const record of records) this.shown.add(nameOf(record));
		return { records, ...count };
	}

	private sizeFor(size: number): number {
		const sizes = this.habits.sizes ?? [size];
		return sizes.findLast((one) => one <= size) ?? sizes[0];
	}

	private isShown({ record }: Entry): boolean {
		const { leavesOut } = this.habits;
		return leavesOut === undefined || Number(nameOf(record)) % leavesOut !== 0;
	}

	private ordered(): Entry[] {
		const { ties } = this.habits;
		if (ties === undefined) return this.entries;
		const ordered = [...this.entries];
		// Each group is turned by another number of places with each request.
		for (let from = 0; from < ordered.length;) {
			let to = from + 1;
			while (to < ordered.length && ordered[to].group === ordered[from].group) to++;
			const group = ordered.slice(from, to);
			const turn = (this.requests * 31 + ordered[from].group * 17) % group.length;
			ordered.splice(from, group.length, ...group.slice(turn), ...group.slice(0, turn));
			from = to;
		}
		return ordered;
	}

	private insert(at: number, entry?: Entry): Entry {
		const number = ++this.made;
		const group = Math.floor(number / (this.habits.ties ?? 1));
		const made = entry ?? { record: this.habits.nameless ? { no: number } : { id: number }, group };
		// A group stays together.
		let place = at;
		while (place > 0 && place < this.entries.length && this.splits(place)) place++;
		this.entries.splice(place, 0, made);
		return made;
	}

	private splits(place: number): boolean {
		return this.entries[place - 1].group === this.entries[place].group;
	}

	private remove(index: number): Entry | undefined {
		const [entry] = this.entries.splice(index, 1);
		if (entry) this.left.add(nameOf(entry.record));
		return entry;
	}

	private change(): void {
		for (const { entry, at } of this.leaving) {
			const index = this.entries.indexOf(entry);
			if (at === this.requests && index >= 0) this.remove(index);
		}
		for (const { entry, at, to } of this.returning) {
			if (at === this.requests) this.insert(Math.floor((to / 1000) * this.entries.length), entry);
		}
		for (const change of this.changes) {
			if (change.atRequest === this.requests) this.apply(change);
		}
	}

	private apply({ kind, where, after, to }: Change): void {
		const place = Math.floor((where / 1000) * this.entries.length);
		const at = this.requests + after;
		if (kind === 'createFirst') this.insert(0);
		if (kind === 'createFirstMany') for (let n = 0; n < 25; n++) this.insert(0);
		if (kind === 'createLast') this.insert(this.entries.length);
		if (kind === 'enter') this.insert(place);
		if (kind === 'leave') this.remove(place);
		if (kind === 'leaveMany') for (let n = 0; n < 15; n++) this.remove(place);
		if (kind === 'comeAndGo') this.leaving.push({ entry: this.insert(place), at });
		if (kind === 'leaveAndReturn') {
			const entry = this.remove(place);
			if (entry) this.returning.push({ entry, at, to });
		}
		if (kind === 'edit') {
			const [entry] = this.entries.splice(place, 1);
			if (entry) this.insert(0, entry);
		}
	}
}

export function nameOf(record: ServiceRecord): unknown {
	return record.id ?? record.no;
}
