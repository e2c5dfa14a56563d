import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { compareIds, idOf } from '../shared/lists/ids';
import { Listing, type PageSource } from '../shared/lists/listing';
import { isNumericId, isStorableId } from './state';
import { valuesOf } from './values';

/** The newest documents at one moment. */
export interface Newest {
	/** In the service's order: by falling id, unless any order is allowed. */
	records: ServiceRecord[];
	/** Whether it is certain that there are no older ones. */
	isWhole: boolean;
	/** About how many documents there are, where the service tells. */
	count?: number;
}

/**
 * Reads the newest documents: one request up to a page, more pages joined without a gap.
 * @param wanted how many
 * @throws ServiceError (incomplete) when they do not come by falling id, on which everything rests, or
 * without ids that can be remembered
 */
export async function readNewest(
	source: PageSource,
	wanted: number,
	anyOrder: boolean,
): Promise<Newest> {
	const { minimum, maximum } = pageSizeLimits;
	const newest =
		wanted <= maximum
			? await readOnePage(source, Math.max(wanted, minimum))
			: await readSeveralPages(source, wanted);
	if (anyOrder) refuseOddIds(newest.records);
	else refuseOtherOrder(newest.records);
	return newest;
}

/**
 * Leaves out the documents of which a second look, at the pages that hold them, says something else
 * than the first one: one of the two looks lagged behind, and the next poll will tell.
 */
export async function agreedBySecondLook(
	source: PageSource,
	records: ServiceRecord[],
	doubtful: Set<string>,
): Promise<ServiceRecord[]> {
	const size = Math.min(Math.max(records.length, pageSizeLimits.minimum), pageSizeLimits.maximum);
	const pages = new Set<number>();
	for (const [place, record] of records.entries()) {
		if (doubtful.has(idOf(record))) pages.add(Math.floor(place / size));
	}
	const again = new Map<string, string>();
	for (const page of pages) {
		const answer = await source.fetch(page, size);
		for (const record of answer.records) again.set(idOf(record), JSON.stringify(valuesOf(record)));
	}
	return records.filter((record) => {
		const id = idOf(record);
		return !doubtful.has(id) || again.get(id) === JSON.stringify(valuesOf(record));
	});
}

async function readOnePage(source: PageSource, size: number): Promise<Newest> {
	const { records, pagesCount } = await source.fetch(0, size);
	// Without a count a short page proves nothing: the service may give smaller pages than asked for.
	const isWhole = records.length < size && (pagesCount === undefined ? false : pagesCount <= 1);
	const count = pagesCount === undefined ? undefined : pagesCount * size;
	return { records, isWhole: isWhole || records.length === 0, count };
}

async function readSeveralPages(source: PageSource, wanted: number): Promise<Newest> {
	const ids = new Set<string>();
	const listing = new Listing(source, {
		pageSize: pageSizeLimits.maximum,
		parallelPages: 2,
		isEnough: (record) => ids.add(idOf(record)).size >= wanted,
	});
	const records: ServiceRecord[] = [];
	for await (const batch of listing.batches()) for (const record of batch) records.push(record);
	return { records: records.slice(0, wanted), isWhole: records.length < wanted };
}

/** @throws ServiceError (incomplete) unless the ids fall, each a whole number */
export function refuseOtherOrder(records: ServiceRecord[]): void {
	refuseOddIds(records);
	const ids = records.map(idOf);
	if (!ids.every(isNumericId)) {
		throw new ServiceError('incomplete', 'The service gives IDs that are not whole numbers', {
			description:
				'The trigger finds new documents by rising ID. With other IDs it can go by the order of the list only: turn on "Allow Any Order" in the options if that is acceptable. New documents that stand further down than Look Back are then missed.',
		});
	}
	if (ids.every((id, index) => index === 0 || compareIds(id, ids[index - 1]) < 0)) return;
	throw new ServiceError(
		'incomplete',
		'The service does not list the newest document first, by ID',
		{
			description:
				'The trigger tells new documents by their place in the list, so it could miss some. Turn on "Allow Any Order" in the options if that is acceptable: documents that appear further down than Look Back are then missed.',
		},
	);
}

/** @throws ServiceError (incomplete) for documents that cannot be told apart */
function refuseOddIds(records: ServiceRecord[]): void {
	const odd = records.map(idOf).find((id) => !isStorableId(id));
	if (odd === undefined) return;
	throw new ServiceError(
		'incomplete',
		odd === ''
			? 'The service gives documents without an ID'
			: 'The service gives IDs that are too long',
		{
			description:
				'The trigger remembers documents by their ID, a whole number of up to 20 digits or a text of up to 40 characters. Check the Base URL in the credential: this is not how the service answers.',
		},
	);
}
