import {
	listDocuments,
	searchDocuments,
	type ReadAnswer,
	type SearchCriteria,
} from '../resources/accountingDocument/documents';
import {
	Listing,
	type Completeness,
	type PageSource,
	type ReadOptions,
} from '../../shared/lists/listing';
import type { ServiceClient } from '../../shared/client/request';
import type { ServiceRecord } from '../../shared/client/envelope';
import { BoundedReading, type Bounds } from './bounds';
import { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { meets } from '../resources/accountingDocument/filters';
import { PageEncoder } from './pageEncoder';
import { Progress } from './progress';

export interface ReadingPlan {
	client: ServiceClient;
	/** Undefined for all documents. */
	criteria?: SearchCriteria;
	scope: string[];
	read: ReadOptions;
	bounds?: Bounds;
}

/** Documents on their way into a file. */
export interface Reading {
	feed: RecordFeed;
	progress: Progress;
	/** To be looked at once the feed has ended. */
	completeness: Completeness;
	/** What the user should know of the answers, likewise. */
	notices: Set<string>;
}

/** The pages of a search, or of all documents. */
export function sourceOf(
	client: ServiceClient,
	criteria: SearchCriteria | undefined,
	scope: string[],
	read?: ReadAnswer,
): PageSource {
	return criteria
		? searchDocuments(client, criteria, scope, read)
		: listDocuments(client, scope, read);
}

/** Begins to read what an export is to hold. @throws ServiceError as the client */
export async function beginReading(plan: ReadingPlan & { format: FileFormat }): Promise<Reading> {
	const { criteria, format } = plan;
	const encoder = new PageEncoder(format, criteria && ((record) => meets(record, criteria)));
	const { batches, progress, completeness } = await beginListing(plan, encoder.read);
	return { feed: new RecordFeed(batches), progress, completeness, notices: encoder.notices };
}

/** The documents of a list, within its bounds. */
export interface BoundedListing {
	batches: AsyncGenerator<ServiceRecord[]>;
	progress: Progress;
	completeness: Completeness;
}

/** @throws ServiceError as the client */
export async function beginListing(
	{ client, criteria, scope, bounds, ...plan }: ReadingPlan,
	readAnswer: ReadAnswer,
): Promise<BoundedListing> {
	const pages = (sought = criteria, how?: ReadAnswer) => sourceOf(client, sought, scope, how);
	const read = { ...plan.read };
	const bounded = bounds && new BoundedReading(bounds);
	if (bounded) {
		const asked = criteria && {
			asked: criteria.sortDirection === 'ASC' ? (1 as const) : (-1 as const),
			other: pages(otherDirection(criteria)),
		};
		await bounded.find(pages(), read.pageSize, asked);
		read.firstPage = bounded.firstPage;
		read.isEnough = (record) => bounded.isPastEnd(record);
	}
	const progress = new Progress(read.firstPage ?? 0);
	const listing = new Listing(progress.watch(pages(criteria, readAnswer)), read);
	const { completeness } = listing;
	return { batches: within(listing, bounded), progress, completeness };
}

async function* within(
	listing: Listing,
	bounded?: BoundedReading,
): AsyncGenerator<ServiceRecord[]> {
	if (!bounded) return yield* listing.batches();
	for await (const batch of listing.batches()) yield bounded.keptOf(batch, listing.goesBack);
	bounded.finish();
}

function otherDirection(criteria: SearchCriteria): SearchCriteria {
	return { ...criteria, sortDirection: criteria.sortDirection === 'ASC' ? 'DESC' : 'ASC' };
}
