import type { ServiceRecord } from '../client/envelope';
import { ServiceError, tried } from '../client/errors';
import { keyOf, sameRecords } from './ids';
import { endOf, type Page, type PageSource } from './page';
import type { PageReader } from './pageReader';

/** Credentials whose first page is confirmed. */
const confirmed = new Set<string>();

const maxRemembered = 1_000;

/** Comparisons of page 0 with the others: one may meet an import, or many deletions. */
const maxComparisons = 6;

const neededMatches = 3;

/** Bounds the search for the last page: its steps double, and lists have fewer pages. */
const maxStep = 2 ** 24;

/**
 * Requests the page before the first one, once per credential in this process: a service that counts pages
 * from 0 would lose its first page silently. Some services show page 1, the last page or everything there;
 * each of them is read just before page 0 is read again, so that imports and deletions make no difference.
 * @param isFinal whether it is remembered that nothing stands there: a service that is silent shows nothing either
 * @throws ServiceError (badInput) if other records stand there
 */
export async function confirmFirstPage(reader: PageReader, isFinal = true): Promise<void> {
	if (isConfirmed(reader.source)) return;
	const before = await pageZero(reader);
	if (before === undefined) return;
	let matches = before.length === 0 ? neededMatches : 0;
	for (let looks = 0; looks < maxComparisons && matches < neededMatches; looks++) {
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
 * Whether the page before an empty first one is empty too, or cannot be requested. It is not remembered: a service
 * that is silent shows nothing either.
 * @throws ServiceError as the source
 */
export async function isEmptyBefore(reader: PageReader): Promise<boolean> {
	const before = await pageZero(reader);
	return (before?.length ? before : ((await pageZero(reader)) ?? [])).length === 0;
}

/** Whether the first page of a credential is known to be the first one. */
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
		`The service has ${nouns.many} on page 0, before the first page that was requested, while ${what}`,
		{
			description:
				'Set "First Page Number" to 0 in the credential under "Customize Parameter Names". Connection Check finds out whether that is right.',
			fields: ['firstPage'],
		},
	);
}

/** @returns the records of page 0, none if it is refused; undefined for trouble, which says nothing */
async function pageZero(reader: PageReader): Promise<ServiceRecord[] | undefined> {
	const answer = await tried(async () => await reader.source.fetch(-1, reader.largest));
	if (answer.failure?.kind === 'cancelled') throw answer.failure;
	if (answer.failure) return answer.failure.mayPass ? undefined : [];
	return answer.value.records;
}

/** Whether page 0, read now, shows at least half of a page, or is empty by now. */
async function isShownBefore(reader: PageReader, { records }: Page): Promise<boolean> {
	const before = (await pageZero(reader)) ?? [];
	if (before.length === 0) return true;
	const shown = new Set(before.map((record) => String(keyOf(record))));
	const common = records.filter((record) => shown.has(String(keyOf(record)))).length;
	return common > 0 && common * 2 >= records.length;
}

/** The last page: where the count or the furthest page says, else found from there by growing steps and halving. */
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
		// Some services show the last page again past the end.
		if (index > last.index && sameRecords(page.records, last.records)) break;
		if (page.records.length > 0) last = page;
		else end = index;
		index = Number.isFinite(end) ? (last.index + end) >> 1 : last.index + step;
	}
	return last;
}
