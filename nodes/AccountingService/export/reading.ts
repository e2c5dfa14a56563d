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
	format: FileFormat;
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
export async function beginReading(plan: ReadingPlan): Promise<Reading> {
	const { client, criteria, scope, format, bounds } = plan;
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
	const encoder = new PageEncoder(format, criteria && ((record) => meets(record, criteria)));
	const progress = new Progress(read.firstPage ?? 0);
	const source = progress.watch(pages(criteria, encoder.read));
	const listing = new Listing(source, read);
	const feed = new RecordFeed(
		listing.batches(),
		(record) => bounded?.keeps(record) ?? true,
		() => bounded?.finish(),
	);
	return { feed, progress, completeness: listing.completeness, notices: encoder.notices };
}

function otherDirection(criteria: SearchCriteria): SearchCriteria {
	return { ...criteria, sortDirection: criteria.sortDirection === 'ASC' ? 'DESC' : 'ASC' };
}
