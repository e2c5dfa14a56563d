import { randomUUID } from 'node:crypto';

import type { ListAnswer, ServiceRecord } from '../../../../nodes/shared/client/envelope';
import { ServiceError } from '../../../../nodes/shared/client/errors';
import type { PageSource } from '../../../../nodes/shared/lists/page';

/** What happens to the list just before a request is answered. */
export interface Change {
	atRequest: number;
	kind:
		| 'create'
		| 'import'
		| 'importPage'
		| 'insert'
		| 'append'
		| 'delete'
		| 'deleteMany'
		| 'edit'
		| 'editToHead';
	/** The place, in thousandths of the list. */
	where: number;
}

/** How a service answers: one row of the tables in docs/api/behaviours.md, or several at once. */
export interface Service {
	counts?: 'pages' | 'envelope' | 'total' | 'hasMore';
	/** What comes for a page past the last one. */
	past?: 'empty' | 'refused' | 'last';
	/** What comes for page 0, the page before the first one. */
	zero?: 'empty' | 'refused' | 'first' | 'last' | 'all';
	/** All records come on one page, whatever size is requested. */
	onePage?: boolean;
	/** From this request on no page has more than so many records. */
	cap?: { from: number; size: number };
	/** The largest page of each replica. They answer by turns. */
	replicas?: number[];
	/** This request is answered by a replica with pages of so many records. */
	replica?: { at: number; size: number };
	/** This request is answered with the first records of page 1. */
	head?: { at: number; records: number };
	/** These requests are answered with an empty list. */
	silent?: { from: number; to: number };
	/** This request is answered by mistake. */
	mistake?: { at: number; with: 'empty' | 'refused' };
	/** Every page has so many records: the page size is ignored. */
	fixedSize?: number;
	/** The page number is ignored. */
	ignoresPage?: boolean;
	/** Pages are counted from 0, and the credential says 1. */
	countsFromZero?: boolean;
	/** Each page begins so many records before its place. */
	overlap?: number;
	/** This page shows the page before it. */
	repeats?: number;
}

/** A list as a service keeps it, paged by number, that changes while it is read. */
export class LivingList {
	requests = 0;

	private records: ServiceRecord[] = [];

	private readonly deleted = new Set<unknown>();

	private made = 0;

	private readonly changes: Map<number, Change[]>;

	constructor(
		count: number,
		private readonly service: Service = {},
		changes: Change[] = [],
		private readonly ids: (number: number) => ServiceRecord['id'] = (number) => number,
	) {
		this.records = Array.from({ length: count }, () => ({ id: ids(++this.made), version: 0 }));
		this.records.reverse();
		this.changes = new Map(changes.map(({ atRequest }) => [atRequest, []]));
		for (const change of changes) this.changes.get(change.atRequest)?.push(change);
	}

	/** @param owner of the credential; each list has its own unless given */
	source(owner: string = randomUUID()): PageSource {
		return {
			what: 'reading the list of the test',
			nouns: { one: 'thing', many: 'things' },
			paging: { firstPage: 1 },
			owner,
			fetch: async (page, size) => {
				// Answers of parallel requests are given in any order.
				for (let turns = 1 + ((page * 7 + size + 10) % 5); turns > 0; turns--)
					await Promise.resolve();
				this.requests++;
				for (const change of this.changes.get(this.requests) ?? []) this.apply(change);
				return this.answer(page, size);
			},
		};
	}

	names(): unknown[] {
		return this.records.map(({ id }) => id);
	}

	wasDeleted(name: unknown): boolean {
		return this.deleted.has(name);
	}

	private answer(asked: number, size: number): ListAnswer {
		const { service, records, requests } = this;
		const { silent, mistake, cap, fixedSize, overlap = 0 } = service;
		if (silent && requests >= silent.from && requests <= silent.to) return { records: [] };
		if (mistake?.at === requests) return mistake.with === 'empty' ? { records: [] } : refuse();
		const { replicas = [], replica, head } = service;
		if (head?.at === requests) return { records: records.slice(0, head.records) };
		const largest = [
			...replicas.slice(requests % replicas.length).slice(0, 1),
			...(cap && requests >= cap.from ? [cap.size] : []),
			...(replica?.at === requests ? [replica.size] : []),
		];
		const given = service.onePage
			? Math.max(1, records.length)
			: (fixedSize ?? Math.min(size, ...largest));
		const pages = Math.max(1, Math.ceil(records.length / given));
		let page = service.countsFromZero ? asked + 1 : asked;
		if (service.ignoresPage) page = 0;
		if (page === service.repeats) page--;
		if (page < 0) {
			const { zero = 'refused' } = service;
			if (zero === 'refused') return refuse();
			if (zero === 'empty') return { records: [] };
			if (zero === 'all') return { records: [...records] };
			page = zero === 'first' ? 0 : pages - 1;
		}
		if (page >= pages) {
			if (service.past === 'refused') return refuse();
			if (service.past === 'empty') return { records: [] };
			if (service.past === 'last') page = pages - 1;
		}
		if (service.onePage) page = 0;
		const from = Math.max(0, page * given - overlap * page);
		const shown = records.slice(from, from + given);
		return { records: shown, ...this.countsOf(page, given, pages) };
	}

	private countsOf(page: number, given: number, pages: number): Partial<ListAnswer> {
		const { counts } = this.service;
		if (counts === 'total') return { total: this.records.length };
		if (counts === 'hasMore') return { hasMore: page + 1 < pages };
		if (counts === 'pages') return { pagesCount: pages };
		return counts ? { pagesCount: pages, pageSize: given } : {};
	}

	private insert(at: number): void {
		this.records.splice(at, 0, { id: this.ids(++this.made), version: 0 });
	}

	/** One change of many records, with one time of change, keeps their order. */
	moveToHead(from: number, count: number): void {
		this.records.unshift(...this.records.splice(from, count));
	}

	private apply({ kind, where }: Change): void {
		const { records } = this;
		const place = Math.floor((where / 1000) * records.length);
		if (kind === 'create') this.insert(0);
		if (kind === 'import') for (let made = 0; made < 25; made++) this.insert(0);
		// As many as a small page has.
		if (kind === 'importPage') for (let made = 0; made < 10; made++) this.insert(0);
		if (kind === 'insert') this.insert(place);
		if (kind === 'append') this.insert(records.length);
		if (kind === 'edit' && records[place]) records[place] = { ...records[place], version: 1 };
		if (kind === 'editToHead') records.unshift(...records.splice(place, 1));
		if (kind !== 'delete' && kind !== 'deleteMany') return;
		// A list of ten or more that loses all its records while it is read ends in an error (docs/internals/completeness.md).
		const most = kind === 'delete' || records.length <= 15 ? 1 : 15;
		for (const { id } of records.splice(place, most)) this.deleted.add(id);
	}
}

function refuse(): never {
	throw new ServiceError('rejected', 'There is no such page', { description: '', status: 400 });
}
