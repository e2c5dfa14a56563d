import type { ServiceRecord } from '../client/envelope';
import { ServiceError, toResult } from '../client/errors';
import { countCommon, sameRecords } from './ids';
import { endOf, type Page, type PageSource } from './page';
import type { PageReader } from './pageReader';

/** Owners (fingerprints of credentials) whose first page is confirmed. */
const confirmed = new Set<string>();

const maxRemembered = 1_000;

/** Comparisons of page 0 with other pages. An import or many deletions may spoil one of them. */
const maxComparisons = 12;

const neededMatches = 3;

/** Ends the search for the last page. Its steps double, and every list has fewer pages. */
const maxStep = 2 ** 24;

/**
 * Requests page 0, once per credential in this process. If the service counts pages from 0, the node would silently
 * miss the first page. Some services return page 1, the last page or everything for page 0. So the node reads
 * each of those right before it reads page 0 again. Then imports and deletions hardly matter.
 * @param isFinal whether to remember that page 0 is empty; a failing service may return an empty page too
 * @throws ServiceError (badInput) if page 0 has other records
 */
export async function confirmFirstPage(reader: PageReader, isFinal = true): Promise<void> {
	if (isConfirmed(reader.source)) return;
	const before = await pageZero(reader);
	if (before === undefined) return;
	let matches = before.length === 0 ? neededMatches : 0;
	for (
		let comparisons = 0;
		comparisons < maxComparisons && matches < neededMatches;
		comparisons++
	) {
		const first = await reader.ask({ index: 0, size: reader.largest });
		const isShown =
			(await isShownBefore(reader, first)) ||
			(await isShownBefore(reader, await lastPage(reader, first)));
		if (isShown) matches++;
	}
	if (matches < neededMatches) {
		throw pageZeroError(reader.source);
	}
	if (isFinal) confirm(reader.source);
}

/**
 * Whether page 0 is empty or refused while the first page is empty. This is not remembered, because a failing service
 * may return empty pages too.
 * @throws ServiceError as the source
 */
export async function isEmptyBefore(reader: PageReader): Promise<boolean> {
	const before = (await pageZero(reader)) ?? (await pageZero(reader)) ?? [];
	return before.length === 0;
}

export function isConfirmed({ owner, paging }: PageSource): boolean {
	return paging.firstPage === 0 || paging.pageCounts === 'records' || confirmed.has(owner);
}

function confirm({ owner }: PageSource): void {
	if (confirmed.size >= maxRemembered) confirmed.clear();
	confirmed.add(owner);
}

export function pageZeroError({ nouns, what }: PageSource): ServiceError {
	return new ServiceError(
		'badInput',
		`The service has ${nouns.many} on page 0, before the first page that the node requested, while ${what}`,
		{
			description:
				'Set "First Page Number" to 0 in the credential under "Customize Parameter Names". Run Connection Check to confirm it.',
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
		const response = await toResult(async () => await reader.source.fetch(-1, reader.largest));
		if (response.failure?.kind === 'cancelled') throw response.failure;
		if (response.failure?.isTransient) return undefined;
		const { records = [] } = response.failure ? {} : response.value;
		if (records.length > 0 || isAgain) return records;
	}
}

/** Whether page 0 now has at least half of the records of a page, or is empty. */
async function isShownBefore(reader: PageReader, { records }: Page): Promise<boolean> {
	const before = (await pageZero(reader)) ?? [];
	if (before.length === 0) return true;
	const common = countCommon(records, before);
	return common > 0 && common * 2 >= records.length;
}

/** The last page: as the counts or the furthest page suggest, else found from there by growing steps, then halving. */
async function lastPage(reader: PageReader, first: Page): Promise<Page> {
	const { pagesCount, total } = first.counts;
	const { size } = first;
	const furthest = endOf(reader.furthest ?? first);
	const pages = pagesCount ?? Math.ceil((total ?? furthest) / size);
	let last = first;
	let end = Number.POSITIVE_INFINITY;
	let index = Math.max(0, pages - 1);
	for (let step = 1; step < maxStep && end - last.index > 1; step *= 2) {
		const page = await reader.read({ index, size });
		// Some services repeat the last page past the end.
		if (index > last.index && sameRecords(page.records, last.records)) break;
		if (page.records.length > 0) last = page;
		else end = index;
		index = Number.isFinite(end) ? (last.index + end) >> 1 : last.index + step;
	}
	return last;
}
