import {
	listDocuments,
	searchDocuments,
	type ReadAnswer,
	type SearchCriteria,
} from '../resources/accountingDocument/documents';
import { Listing, type Completeness, type ReadOptions } from '../../shared/lists/listing';
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

/** Begins to read what an export is to hold. @throws ServiceError as the client */
export async function beginReading(plan: ReadingPlan): Promise<Reading> {
	const { client, criteria, scope, format, bounds } = plan;
	const sourceOf = (sought = criteria, how?: ReadAnswer) =>
		sought ? searchDocuments(client, sought, scope, how) : listDocuments(client, scope, how);
	const read = { ...plan.read };
	const bounded = bounds && new BoundedReading(bounds);
	if (bounded) {
		const asked = criteria && {
			asked: criteria.sortDirection === 'ASC' ? (1 as const) : (-1 as const),
			other: sourceOf(otherDirection(criteria)),
		};
		await bounded.find(sourceOf(), read.pageSize, asked);
		read.firstPage = bounded.firstPage;
		read.isEnough = (record) => bounded.isPastEnd(record);
	}
	const encoder = new PageEncoder(format, criteria && ((record) => meets(record, criteria)));
	const progress = new Progress(read.firstPage ?? 0);
	const source = progress.watch(sourceOf(criteria, encoder.read));
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
