import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { compareIds, idOf } from '../shared/lists/ids';
import { Listing, type PageSource } from '../shared/lists/listing';

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
 * @throws ServiceError (incomplete) when they do not come by falling id, on which everything rests
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
	if (!anyOrder) refuseOtherOrder(newest.records);
	return newest;
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
	const falls = records.every((record, index) =>
		index === 0
			? compareIds(idOf(record), idOf(record)) === 0
			: compareIds(idOf(record), idOf(records[index - 1])) < 0,
	);
	if (falls) return;
	throw new ServiceError(
		'incomplete',
		'The service does not list the newest document first, by ID',
		{
			description:
				'The trigger tells new documents by their place in the list, so it could miss some. Turn on "Allow Any Order" in the options if that is acceptable: documents that appear further down than Look Back are then missed.',
		},
	);
}
