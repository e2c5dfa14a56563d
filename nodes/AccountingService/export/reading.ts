import type { ServiceRecord } from '../../shared/client/envelope';
import type { SearchCriteria } from '../../shared/documents/criteria';
import { scopeOf } from '../../shared/documents/scope';
import { sourceOf } from '../../shared/documents/sources';
import { collection } from '../../shared/fields/readForm';
import { readOptions } from '../../shared/fields/options';
import { idOf } from '../../shared/lists/ids';
import { Listing, type ReadResult } from '../../shared/lists/listing';
import type { OperationCall } from '../operation';

/** The progress of a reading. */
export interface Progress {
	/** Including those that a filter of the node excludes. */
	documents: number;
	lastId: string;
}

/** The documents of a list or search. */
export interface Reading {
	batches: AsyncGenerator<ServiceRecord[]>;
	progress: Progress;
	/** Valid after the last batch. */
	result: ReadResult;
}

/**
 * Prepares the reading of the form. The first batch starts it.
 * @throws ServiceError (badInput) for an invalid option
 */
export function beginReading({ form, client }: OperationCall, criteria: SearchCriteria): Reading {
	const pages = sourceOf(client, criteria, scopeOf(form));
	const listing = new Listing(pages, readOptions(collection(form, 'options')));
	const progress: Progress = { documents: 0, lastId: '' };
	async function* batches() {
		for await (const records of listing.batches()) {
			yield records;
			progress.documents += records.length;
			progress.lastId = idOf(records.at(-1) ?? { id: progress.lastId });
		}
	}
	return { batches: batches(), progress, result: listing.result };
}
