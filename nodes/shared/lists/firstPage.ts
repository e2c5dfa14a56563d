import type { ServiceRecord } from '../client/envelope';
import { optionally, ServiceError } from '../client/errors';
import { countCommon, isSamePlace, sameRecords } from './ids';
import { endOf, type Page, type PageSource } from './page';
import type { PageReader } from './pageReader';
import { Seen } from './seen';

/** What the latest reads of a list found on page 0. */
interface PageZero {
	isHarmless: boolean;
	/** How many of them in a row agree. */
	reads: number;
	/** The time of the last one, in terms of performance.now(). */
	at: number;
}

/** By owner (the fingerprint of a credential) and address: lists of a service may count their pages differently. */
const found = new Map<string, PageZero>();

const listKey = ({ owner, address }: PageSource) => `${owner} ${address}`;

const maxRemembered = 1_000;

/** Reads that must agree before page 0 is not requested again. */
const harmlessReads = 3;
const refusedReads = 2;

/** The service may be corrected, so an error is remembered for ten minutes only. */
const refusedForMs = 600_000;

/** Page 0 is requested this many times. In between, the records on it may have moved to other pages. */
const maxLooks = 4;

/** Ends the search for the last page. Its steps double, and every list has fewer pages. */
const maxStep = 2 ** 24;

/**
 * Requests page 0. If the service counts pages from 0, the node would silently miss the first page. Some services return
 * page 1, the last page or everything for page 0: it is harmless if other pages have all its records. After three reads,
 * the list is remembered in this process.
 * @param seen the records of this read
 * @param isFinal whether to remember that page 0 is harmless; a failing service may return an empty page too
 * @returns the records of page 0 and of the other pages that it read: an import may have moved them since the read
 * @throws ServiceError (badInput) if page 0 has other records
 */
export async function confirmFirstPage(
	reader: PageReader,
	seen = new Seen(),
	isFinal = true,
): Promise<ServiceRecord[]> {
	const { source } = reader;
	if (isConfirmed(source)) return [];
	refuseKnownPageZero(source);
	const others = new OtherPages(reader, seen);
	let before: ServiceRecord[] | undefined;
	for (let looks = 0; looks < maxLooks; looks++) {
		const zero = await pageZero(reader);
		if (zero === undefined) return [];
		if (await others.have(zero)) {
			if (isFinal) note(source, true, zero.length === 0 ? harmlessReads : 1);
			return [...zero, ...others.read];
		}
		// An import may move records on between two requests, and a late replica may not have them yet.
		const isChanging = before && !sameRecords(zero, before);
		if (isChanging && (await reader.pauses.next())) looks--;
		before = zero;
	}
	return refusePageZero(source);
}

/** The records of other pages than page 0. */
class OtherPages {
	readonly read: ServiceRecord[] = [];

	private readonly shown = new Seen();

	/** Page 1, when it was last read. */
	private first: ServiceRecord[] = [];

	constructor(
		private readonly reader: PageReader,
		private readonly seen: Seen,
	) {}

	/** Whether other pages have these records of page 0. Reads page 1 and the last page for it. */
	async have(zero: ServiceRecord[]): Promise<boolean> {
		if (this.haveAll(zero)) return true;
		const first = await this.reader.ask({ index: 0, size: this.reader.largest });
		this.first = first.records;
		this.note(first);
		if (this.haveAll(zero)) return true;
		for await (const page of untilLastPage(this.reader, first)) this.note(page);
		return this.haveAll(zero);
	}

	private note({ records }: Page): void {
		this.read.push(...this.shown.fresh(records));
	}

	private haveAll(zero: ServiceRecord[]): boolean {
		return this.startOf(zero).every((record) => this.seen.has(record) || this.shown.has(record));
	}

	/** If page 0 has everything, what follows page 1 on it is on later pages. */
	private startOf(zero: ServiceRecord[]): ServiceRecord[] {
		const { first } = this;
		const common = countCommon(first, zero);
		if (common * 2 <= first.length) return zero;
		return zero.slice(
			0,
			zero.findIndex((record) => countCommon([record], first) > 0),
		);
	}
}

/**
 * Requests page 0 after an empty page 1. This is not remembered, because a failing service may return empty pages too.
 * @param first page 1
 * @returns page 1 as it is now, empty if the list is
 * @throws ServiceError (badInput) if page 0 has the same record before and after page 1 is empty again; as the source
 */
export async function confirmEmpty(reader: PageReader, first: Page): Promise<Page> {
	let zero = (await pageZero(reader)) ?? (await pageZero(reader)) ?? [];
	for (let looks = 0; zero.length > 0; looks++) {
		const page = await reader.ask(first);
		if (page.records.length > 0) return page;
		// A record that is not there any more may have been created and deleted in the meantime.
		const now = (await pageZero(reader)) ?? zero;
		if (looks === maxLooks || countCommon(zero, now) > 0) return refusePageZero(reader.source);
		zero = now;
	}
	return first;
}

/** Whether page 0 is known to be harmless, or does not exist. */
export function isConfirmed(source: PageSource): boolean {
	const { paging } = source;
	if (paging.firstPage === 0 || paging.pageCounts === 'records') return true;
	const known = found.get(listKey(source));
	return known?.isHarmless === true && known.reads >= harmlessReads;
}

/** @throws ServiceError (badInput) without a request, if two reads have just found other records on page 0 */
export function refuseKnownPageZero(source: PageSource): void {
	const known = found.get(listKey(source));
	if (known && !known.isHarmless && known.reads >= refusedReads && isRecent(known))
		throw pageZeroError(source);
}

/** @throws ServiceError (badInput): page 0 has other records. Remembers it. */
function refusePageZero(source: PageSource): never {
	note(source, false);
	throw pageZeroError(source);
}

const isRecent = ({ at }: PageZero) => performance.now() - at < refusedForMs;

/** @param reads how many reads of this kind this one counts for */
function note(source: PageSource, isHarmless: boolean, reads = 1): void {
	const list = listKey(source);
	const before = found.get(list);
	const isAgain = before?.isHarmless === isHarmless && (isHarmless || isRecent(before));
	if (found.size >= maxRemembered) found.clear();
	found.set(list, {
		isHarmless,
		reads: (isAgain ? before.reads : 0) + reads,
		at: performance.now(),
	});
}

function pageZeroError({ nouns, activity }: PageSource): ServiceError {
	return new ServiceError(
		'badInput',
		`The service has ${nouns.many} on page 0, before the first page that the node requested, while ${activity}`,
		{
			description:
				'Run Connection Check: it finds out what to enter in the credential under "Customize Parameter Names" > "First Page Number".',
			fields: ['firstPage'],
		},
	);
}

/**
 * Requests page 0, and repeats the request if it is empty or refused: a single such response may be a mistake.
 * @returns its records, [] for any refusal, undefined for a transient failure
 */
async function pageZero(reader: PageReader): Promise<ServiceRecord[] | undefined> {
	for (let isAgain = false; ; isAgain = true) {
		const response = await optionally(async () => await reader.source.fetch(-1, reader.largest));
		if (response.failure?.isTransient) return undefined;
		const { records = [] } = response.failure ? {} : response.value;
		if (records.length > 0 || isAgain) return records;
	}
}

/**
 * Pages up to the last one: as the counts or the furthest page suggest, then by growing steps, then by halving. The list
 * may grow, so that records move from the last page to a new one, or the other way round.
 */
async function* untilLastPage(reader: PageReader, first: Page): AsyncGenerator<Page> {
	const { pagesCount, total } = first.counts;
	const { size } = first;
	const furthest = endOf(reader.furthest ?? first);
	const pages = pagesCount ?? Math.ceil((total ?? furthest) / size);
	let last = first;
	let end = Number.POSITIVE_INFINITY;
	let index = Math.max(0, pages - 1);
	for (let step = 1; step < maxStep && end - last.index > 1; step *= 2) {
		const page = await reader.request({ index, size });
		yield page;
		// Some services repeat the last page past the end.
		if (index > last.index && isSamePlace(page.records, last.records)) return;
		if (page.records.length > 0) last = page;
		else end = index;
		index = Number.isFinite(end) ? (last.index + end) >> 1 : last.index + step;
	}
}
