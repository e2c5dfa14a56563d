import {
	listDocuments,
	meets,
	searchDocuments,
	type SearchCriteria,
} from '../resources/accountingDocument/documents';
import { Listing, type Completeness, type ReadOptions } from '../../shared/lists/listing';
import { ServiceClient } from '../../shared/client/request';
import { RecordFeed } from './feed';
import type { FileFormat } from './format';
import { PageEncoder } from './pageEncoder';
import { Progress } from './progress';
import { Resume } from './resume';

export interface ReadingPlan {
	client: ServiceClient;
	/** Undefined for all documents. */
	criteria?: SearchCriteria;
	scope: string[];
	format: FileFormat;
	read: ReadOptions;
	resumeAfterId?: string;
}

/** Documents on their way into a file. */
export interface Reading {
	feed: RecordFeed;
	progress: Progress;
	/** To be looked at once the feed has ended. */
	completeness: Completeness;
}

/** Begins to read what an export is to hold. @throws ServiceError as the client */
export async function beginReading(plan: ReadingPlan): Promise<Reading> {
	const { client, criteria, scope, format, read, resumeAfterId } = plan;
	const sourceOf = (sender: ServiceClient) =>
		criteria ? searchDocuments(sender, criteria, scope) : listDocuments(sender, scope);
	let resume: Resume | undefined;
	let { firstPage } = read;
	if (resumeAfterId !== undefined) {
		resume = new Resume(resumeAfterId, criteria?.sortDirection === 'ASC' ? 1 : -1);
		await resume.find(sourceOf(client), read.pageSize);
		firstPage = resume.firstPage;
	}
	const encoder = new PageEncoder(format, criteria && ((record) => meets(record, criteria)));
	const { connection } = client;
	const encoding = new ServiceClient({ ...connection, transform: encoder.transform });
	const progress = new Progress(firstPage ?? 0);
	const source = encoder.source(progress.watch(sourceOf(encoding)));
	const listing = new Listing(source, { ...read, firstPage });
	const feed = new RecordFeed(
		listing.batches(),
		(record) => resume?.keeps(record) ?? true,
		() => resume?.finish(),
	);
	return { feed, progress, completeness: listing.completeness };
}
