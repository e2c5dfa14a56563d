import { randomUUID } from 'node:crypto';

import type { ListResponse, ServiceRecord } from '../../../../nodes/shared/client/envelope';
import { ServiceError } from '../../../../nodes/shared/client/errors';
import type { PageSource } from '../../../../nodes/shared/lists/page';

/** A change of the list just before the response to a request, or during a pause as long as the requests up to it. */
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
		| 'deleteLast'
		| 'edit'
		| 'editToHead'
		| 'blockToHead'
		| 'lastToHead'
		| 'blockReversed'
		| 'blockDown';
	/** The position, in thousandths of the list. */
	where: number;
	/** The size of a block, or of an import: records that a job changes together. */
	many?: number;
}

/** Changes in short: request, kind, where, and how many of a block, as in '2 delete 0, 3 blockToHead 48 20'. */
export const changesOf = (text: string): Change[] =>
	text.split(/,\s*/).map((one) => {
		const [atRequest, kind, where, many] = one.split(' ');
		const change = { atRequest: Number(atRequest), kind, where: Number(where) } as Change;
		return many === undefined ? change : { ...change, many: Number(many) };
	});

/** How a service responds: one or several rows of the tables in docs/api/behaviours.md. */
export interface Service {
	counts?: 'pages' | 'envelope' | 'total' | 'hasMore';
	/** The total is higher than the number of records by this many, and `hasMore` stays true. */
	overstated?: number;
	/** The response to a page past the last one. */
	past?: 'empty' | 'refused' | 'last';
	/** The response to page 0, the page before the first one. */
	zero?: 'empty' | 'refused' | 'first' | 'last' | 'all';
	/** All records are on one page, for any requested size. */
	onePage?: boolean;
	/** From this request on, this is the largest page. */
	cap?: { from: number; size: number };
	/** The largest page of each of the alternating replicas. */
	replicas?: number[];
	/** The replicas that respond in this order, again and again, are this many seconds late. */
	late?: number[];
	/** A replica with smaller pages responds to this request. */
	replica?: { at: number; size: number };
	/** The response to this request has the first records of page 1. */
	head?: { at: number; records: number };
	/** The responses to these requests have an empty list. */
	silent?: { from: number; to: number };
	/** The response to this request is wrong, or those up to another one. */
	mistake?: { at: number; to?: number; with: 'empty' | 'refused' };
	/** Records per page if the page size is ignored. */
	fixedSize?: number;
	/** The service ignores the page number. */
	ignoresPage?: boolean;
	/** The first page is already confirmed, so the node does not request page 0. */
	isFirstPageKnown?: boolean;
	/** The service counts pages from 0, and the credential from 1. */
	countsFromZero?: boolean;
	/** The page number is the number of records to skip. */
	skipsRecords?: boolean;
	/** Each page begins this many records before its position. */
	overlap?: number;
	/** This page repeats the page before it. */
	repeats?: number;
	/** The responses to these requests have the page before the requested one. */
	pageBefore?: { from: number; to: number };
	/** The responses to these requests repeat the previous response. */
	responseBefore?: { from: number; to: number };
}

/** Seconds (docs/api/behaviours.md#services-that-change-their-mind). */
const mostLate = 60;

/** A list with numbered pages that changes while it is read. */
export class LivingList {
	requests = 0;

	/** How long the node waited between requests. */
	pausedMs = 0;

	/** A request takes a second. */
	private seconds = 0;

	private records: ServiceRecord[] = [];

	private readonly deleted = new Set<unknown>();

	/** Whether several records moved together. */
	hasMovedBlock = false;

	/** Whether a record moved to the head. */
	private readonly moved = new Set<unknown>();

	/** Whether a record was added below the newest one. */
	private hasAddedBelow = false;

	/** The latest response. */
	private before?: ListResponse;

	/** The list in the latest seconds, the newest first. */
	private readonly history: ServiceRecord[][] = [];

	private made = 0;

	private readonly madeAtFirst: number;

	private readonly atFirst: ServiceRecord[];

	private readonly changes: Map<number, Change[]>;

	constructor(
		count: number,
		private readonly service: Service = {},
		changes: Change[] = [],
		private readonly ids: (number: number) => ServiceRecord['id'] = (number) => number,
	) {
		this.records = Array.from({ length: count }, () => ({ id: ids(++this.made), version: 0 }));
		this.records.reverse();
		this.atFirst = [...this.records];
		this.madeAtFirst = count;
		this.changes = new Map(changes.map(({ atRequest }) => [atRequest, []]));
		for (const change of changes) this.changes.get(change.atRequest)?.push(change);
	}

	/** @param owner of the credential; by default, each list has its own */
	source(owner: string = randomUUID()): PageSource {
		return {
			activity: 'reading the list of the test',
			nouns: { one: 'thing', many: 'things' },
			paging: { firstPage: this.service.isFirstPageKnown ? 0 : 1 },
			owner,
			address: 'GET /v2/things',
			fetch: async (page, size) => {
				// Responses to parallel requests arrive in any order.
				for (let turns = 1 + ((page * 7 + size + 10) % 5); turns > 0; turns--)
					await Promise.resolve();
				this.requests++;
				this.passSecond();
				const { from, to } = this.service.responseBefore ?? { from: Infinity, to: 0 };
				if (this.before && this.requests >= from && this.requests <= to) return this.before;
				return (this.before = this.answer(page, size));
			},
			pause: async (ms) => {
				for (let seconds = Math.ceil(ms / 1000); seconds > 0; seconds--) this.passSecond();
				this.pausedMs += ms;
				await Promise.resolve();
			},
		};
	}

	private passSecond(): void {
		this.seconds++;
		for (const change of this.changes.get(this.seconds) ?? []) this.apply(change);
		if (this.service.late) this.remember();
	}

	names(): unknown[] {
		return this.records.map(({ id }) => id);
	}

	wasDeleted(name: unknown): boolean {
		return this.deleted.has(name);
	}

	/** Whether a record was moved and deleted, which can hide another one (docs/internals/completeness.md#limits). */
	get hasDeletedMoved(): boolean {
		return [...this.moved].some((name) => this.deleted.has(name));
	}

	/**
	 * Whether a late replica can hide records (docs/internals/completeness.md#limits).
	 * @param pageSize as requested
	 */
	replicaHides(pageSize: number): boolean {
		const { late, counts, cap } = this.service;
		if (late === undefined) return false;
		const hasMoved = this.moved.size > 0;
		const isSmall = Math.min(pageSize, cap?.size ?? pageSize) <= 20;
		return (
			this.deleted.size > 0 ||
			(hasMoved && this.hasAddedBelow) ||
			(isSmall && counts === undefined && (hasMoved || this.isLonger))
		);
	}

	private get isLonger(): boolean {
		return this.made > this.madeAtFirst;
	}

	/** Whether records were created or deleted while it was read. */
	get hasTurnover(): boolean {
		return this.deleted.size > 0 || this.isLonger;
	}

	private remember(): void {
		this.history.unshift([...this.records]);
		this.history.length = Math.min(this.history.length, mostLate + 1);
	}

	/** The list as the replica that responds knows it. */
	private get shownList(): ServiceRecord[] {
		const { records, requests, history, atFirst } = this;
		const { late } = this.service;
		if (!late) return records;
		return history[late[requests % late.length]] ?? atFirst;
	}

	private answer(asked: number, size: number): ListResponse {
		const { service, requests } = this;
		const records = this.shownList;
		const { silent, mistake, cap, fixedSize, overlap = 0 } = service;
		if (silent && requests >= silent.from && requests <= silent.to) return { records: [] };
		const { at = Infinity, to = at } = mistake ?? {};
		if (mistake && requests >= at && requests <= to)
			return mistake.with === 'empty' ? { records: [] } : refuse();
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
		const { pageBefore } = service;
		const isBefore = pageBefore && requests >= pageBefore.from && requests <= pageBefore.to;
		if (page === service.repeats || (isBefore && page > 0)) page--;
		if (page < 0 && !service.skipsRecords) {
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
		const from = service.skipsRecords ? asked + 1 : Math.max(0, page * given - overlap * page);
		const shown = records.slice(from, from + given);
		return { records: shown, ...this.countsOf(records.length, page, given, pages) };
	}

	private countsOf(
		total: number,
		page: number,
		given: number,
		pages: number,
	): Partial<ListResponse> {
		const { counts, overstated = 0 } = this.service;
		if (counts === 'total') return { total: total + overstated };
		if (counts === 'hasMore') return { hasMore: overstated > 0 || page + 1 < pages };
		if (counts === 'pages') return { pagesCount: pages };
		return counts ? { pagesCount: pages, pageSize: given } : {};
	}

	private insert(at: number): void {
		this.records.splice(at, 0, { id: this.ids(++this.made), version: 0 });
	}

	/** Records with the same time of change keep their order, or are reversed. */
	private move(from: number, many: number, to: number, isReversed = false): void {
		const block = this.records.splice(from, many);
		this.hasMovedBlock ||= block.length > 1;
		for (const { id } of block) this.moved.add(id);
		this.records.splice(to, 0, ...(isReversed ? block.reverse() : block));
	}

	private apply(change: Change): void {
		const { kind, where, many = 1 } = change;
		const { records } = this;
		const place = Math.floor((where / 1000) * records.length);
		if (kind === 'create') this.insert(0);
		if (kind === 'import') for (let made = 0; made < (change.many ?? 25); made++) this.insert(0);
		// The size of a small page.
		if (kind === 'importPage') for (let made = 0; made < 10; made++) this.insert(0);
		if (kind === 'insert') this.insert(place);
		if (kind === 'insert' && place > 0) this.hasAddedBelow = true;
		if (kind === 'append') this.insert(records.length);
		if (kind === 'edit' && records[place]) records[place] = { ...records[place], version: 1 };
		if (kind === 'editToHead' || kind === 'blockToHead') this.move(place, many, 0);
		if (kind === 'lastToHead') this.move(Math.max(0, records.length - many), many, 0);
		if (kind === 'blockReversed') this.move(place, many, 0, true);
		if (kind === 'deleteLast') this.delete(Math.max(1, records.length - many), many);
		if (kind === 'blockDown') this.move(place, many, place + many);
		if (kind !== 'delete' && kind !== 'deleteMany') return;
		// If a list of ten or more loses all its records during the read, the node stops (docs/internals/completeness.md).
		const most = kind === 'delete' || records.length <= 15 ? 1 : 15;
		this.delete(place, most);
	}

	private delete(from: number, many: number): void {
		for (const { id } of this.records.splice(from, many)) this.deleted.add(id);
	}
}

function refuse(): never {
	throw new ServiceError('rejected', 'There is no such page', { description: '', status: 400 });
}
