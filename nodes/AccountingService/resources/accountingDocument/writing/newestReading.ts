import { pageSizeLimits } from '../../../../shared/client/dialect';
import type { ServiceRecord } from '../../../../shared/client/envelope';
import { ServiceError } from '../../../../shared/client/errors';
import type { ServiceClient } from '../../../../shared/client/request';
import { CreationOrder, idOf, sameRecords } from '../../../../shared/lists/ids';
import { Listing, type PageSource } from '../../../../shared/lists/listing';
import { searchDocuments } from '../documents';

/** Documents that are read at the most where the order of the list does not tell which are the newest. */
const mostInAnyOrder = 100_000;

/**
 * Reads so many of the newest documents. A search without criteria lists them first (specification 4), but that is
 * not taken for granted: ids that fall show it, else the whole list is read, which holds them in whatever order.
 * @throws ServiceError (incomplete) where it cannot be told that the newest ones are among what was read
 */
export async function readNewest(client: ServiceClient, count: number): Promise<ServiceRecord[]> {
	const source = searchDocuments(client, {}, []);
	const some = await readSome(source, count);
	if (fall(some.records)) return some.records;
	const all = some.isAll ? some : await readSome(source, mostInAnyOrder);
	if (all.isAll) return all.records;
	throw unclear(
		`It cannot be told which documents are the newest ones: the service does not list them newest first, and there are ${mostInAnyOrder} or more`,
		'Enter the name that your service has for it as "Sort Direction Parameter"',
	);
}

/**
 * Reads one page of the newest documents, enough to know which one is new after a lost answer.
 * @returns undefined where the page does not show that they are the newest ones
 */
export async function glanceAtNewest(
	client: ServiceClient,
	count: number,
): Promise<ServiceRecord[] | undefined> {
	const { records } = await searchDocuments(client, {}, []).fetch(0, count);
	return fall(records) ? records : undefined;
}

/** Whether each document is older than the one before it; a single one says nothing against it. */
function fall(records: ServiceRecord[]): boolean {
	const order = CreationOrder.of(records);
	return order.holds && !order.rises;
}

interface Reading {
	records: ServiceRecord[];
	/** Whether the list has no further ones. */
	isAll: boolean;
}

async function readSome(source: PageSource, count: number): Promise<Reading> {
	const ids = new Set<string>();
	const listing = new Listing(source, {
		pageSize: Math.min(Math.max(count, pageSizeLimits.minimum), pageSizeLimits.maximum),
		parallelPages: 2,
		isEnough: (record) => ids.add(idOf(record)).size >= count,
	});
	const records: ServiceRecord[] = [];
	for await (const batch of listing.batches()) for (const record of batch) records.push(record);
	const isAll = records.length < count;
	if (isAll) await refuseRepeated(source, records);
	return { records, isAll };
}

/**
 * Without a count, a list that ends after one page may as well be a service that gives that page for every number.
 * @throws ServiceError (incomplete) where the second page is the first one again
 */
async function refuseRepeated(source: PageSource, records: ServiceRecord[]): Promise<void> {
	const { minimum: size, maximum } = pageSizeLimits;
	if (records.length < size || records.length > maximum) return;
	const second = await source.fetch(1, size);
	if (second.pagesCount !== undefined || second.records.length === 0) return;
	const both = Math.min(size, second.records.length);
	if (!sameRecords(second.records.slice(0, both), records.slice(0, both))) return;
	throw unclear(
		'It cannot be told whether these are all documents: the service gives the first page whichever page is asked for',
		'It does not know the page number by the name that it is sent under. Change "Page Parameter"',
	);
}

const unclear = (message: string, todo: string) =>
	new ServiceError('incomplete', message, {
		description: `Nothing was created. ${todo} in the credential under "Customize Parameter Names", as the documentation of your service has it.`,
		effect: 'none',
	});
