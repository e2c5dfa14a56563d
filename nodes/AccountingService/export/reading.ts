import { listDocuments, searchDocuments } from '../../shared/documents/sources';
import type { SearchCriteria } from '../../shared/documents/criteria';
import {
	Listing,
	type PageSource,
	type ReadOptions,
	type Result,
} from '../../shared/lists/listing';
import type { ServiceClient } from '../../shared/client/client';
import type { ServiceRecord } from '../../shared/client/envelope';
import { BoundedReading, type Bounds } from './bounds';
import { encoded, nameOf, withRecords } from './encoded';
import { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { meets } from '../../shared/documents/filters';
import { Progress } from './progress';

export interface ReadingPlan {
	client: ServiceClient;
	/** Undefined for all documents. */
	criteria?: SearchCriteria;
	scope: string[];
	read: ReadOptions;
	bounds: Bounds;
}

/** Documents on their way into a file. */
export interface Reading {
	feed: RecordFeed;
	progress: Progress;
	/** To be looked at once the feed has ended. */
	result: Result;
}

/** The pages of a search, or of all documents. */
export function sourceOf(
	client: ServiceClient,
	criteria: SearchCriteria | undefined,
	scope: string[],
): PageSource {
	return criteria ? searchDocuments(client, criteria, scope) : listDocuments(client, scope);
}

/** Begins to read what an export is to hold. @throws ServiceError as the client */
export async function beginReading(plan: ReadingPlan & { format: FileFormat }): Promise<Reading> {
	const { criteria, format } = plan;
	const { batches, ...listing } = await beginListing(plan, (record) =>
		!criteria || meets(record, criteria) ? encoded(record, format) : nameOf(record),
	);
	return { feed: new RecordFeed(batches), ...listing };
}

/** The documents of a list, within its bounds. */
export interface BoundedListing {
	batches: AsyncGenerator<ServiceRecord[]>;
	progress: Progress;
	result: Result;
}

/**
 * @param kept what is kept of a document, at least what tells it from others
 * @throws ServiceError as the client
 */
export async function beginListing(
	{ client, criteria, scope, bounds, ...plan }: ReadingPlan,
	kept: (record: ServiceRecord) => ServiceRecord,
): Promise<BoundedListing> {
	const source = withRecords(sourceOf(client, criteria, scope), kept);
	const bounded = Object.keys(bounds).length > 0 ? new BoundedReading(bounds) : undefined;
	const from = await bounded?.find(source, plan.read.pageSize);
	const isEnough = bounded && ((record: ServiceRecord) => bounded.isPastEnd(record));
	const listing = new Listing(source, { ...plan.read, from, isEnough });
	const progress = new Progress();
	return { batches: progress.watch(within(listing, bounded)), progress, result: listing.result };
}

async function* within(
	listing: Listing,
	bounded?: BoundedReading,
): AsyncGenerator<ServiceRecord[]> {
	if (!bounded) return yield* listing.batches();
	for await (const batch of listing.batches()) yield bounded.keptOf(batch, listing.isRereading);
	bounded.finish();
}
