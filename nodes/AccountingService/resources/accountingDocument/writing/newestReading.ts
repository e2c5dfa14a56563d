import { pageSizeLimits } from '../../../../shared/client/settings';
import type { ServiceRecord } from '../../../../shared/client/envelope';
import { ServiceError } from '../../../../shared/client/errors';
import type { ServiceClient } from '../../../../shared/client/client';
import { CreationOrder, idOf } from '../../../../shared/lists/ids';
import { Listing, type PageSource } from '../../../../shared/lists/listing';
import { searchDocuments } from '../../../../shared/documents/sources';

/** How many documents are read at most if the order of the list does not show the newest ones. */
const mostInAnyOrder = 100_000;

/** The newest documents as a list shows them. */
export interface Newest {
	records: ServiceRecord[];
	/** Whether the list has no further ones. */
	isAll: boolean;
}

/**
 * Reads so many of the newest documents. A search without criteria lists them first (specification 4), but that is
 * not taken for granted: ids that fall show it, else the whole list is read, which holds them in whatever order.
 * @throws ServiceError (incomplete) if the newest ones may not be among what was read
 */
export async function readNewest(client: ServiceClient, count: number): Promise<Newest> {
	const source = searchDocuments(client, {}, []);
	const some = await readSome(source, count);
	if (some.isAll || isNewestFirst(some.records)) return some;
	const all = await readSome(source, mostInAnyOrder);
	if (all.isAll) return all;
	throw new ServiceError(
		'incomplete',
		`It is not known which documents are the newest ones: the service does not list them newest first, and there are ${mostInAnyOrder} or more`,
		{
			description:
				'Nothing was created. Enter the name that your service has for it as "Sort Direction Parameter" in the credential under "Customize Parameter Names".',
			effect: 'none',
		},
	);
}

/** One page from the front of the list. */
export async function firstPage(client: ServiceClient, size: number): Promise<ServiceRecord[]> {
	return (await searchDocuments(client, {}, []).fetch(0, size)).records;
}

/** Whether each document is older than the one before it; a single one says nothing against it. */
export function isNewestFirst(records: ServiceRecord[]): boolean {
	const order = CreationOrder.of(records);
	return order.holds && !order.rises;
}

async function readSome(source: PageSource, count: number): Promise<Newest> {
	const ids = new Set<string>();
	const listing = new Listing(source, {
		pageSize: Math.min(Math.max(count, pageSizeLimits.minimum), pageSizeLimits.maximum),
		parallelPages: 2,
		isEnough: (record) => ids.add(idOf(record)).size >= count,
	});
	const records: ServiceRecord[] = [];
	for await (const batch of listing.batches()) for (const record of batch) records.push(record);
	return { records, isAll: records.length < count };
}
