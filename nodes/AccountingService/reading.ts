import type { ServiceRecord } from '../shared/client/envelope';
import type { SearchCriteria } from '../shared/documents/criteria';
import { meets } from '../shared/documents/filters';
import { documentRecord } from '../shared/documents/documentRecord';
import { scopeOf } from '../shared/documents/scope';
import { sourceOf } from '../shared/documents/sources';
import { readOptions } from '../shared/fields/options';
import { collection } from '../shared/fields/readForm';
import { idOf } from '../shared/lists/ids';
import { Listing, type Nouns, type ReadOptions, type ReadResult } from '../shared/lists/listing';
import type { OperationCall } from './operation';

/** The progress of a reading. */
export interface Progress {
	/** Including those that a filter of the node excludes. */
	documents: number;
	lastId: string;
}

/** The documents of a list or search, to its end. Read either `batches` or `matching`. */
export interface Reading {
	/** As the service lists them. */
	batches: AsyncGenerator<ServiceRecord[]>;
	/** Those that match the criteria. */
	matching: AsyncGenerator<ServiceRecord[]>;
	progress: Progress;
	/** Valid after the last batch. */
	result: ReadResult;
}

/**
 * Prepares the reading of the form, for operations that need all documents. The first batch starts it.
 * @param bounds for a reading that must not take long; see `stoppedEarly` of the result
 * @throws ServiceError (badInput) for an invalid option
 */
export function beginReading(
	{ form, client }: OperationCall,
	criteria: SearchCriteria,
	bounds: Pick<ReadOptions, 'maxRequests'> = {},
): Reading {
	const pages = sourceOf(client, criteria, scopeOf(form));
	const listing = new Listing(pages, { ...readOptions(collection(form, 'options')), ...bounds });
	const progress: Progress = { documents: 0, lastId: '' };
	async function* batches() {
		for await (const records of listing.batches()) {
			yield records;
			progress.documents += records.length;
			progress.lastId = idOf(records.at(-1) ?? { id: progress.lastId });
		}
	}
	async function* matching() {
		for await (const records of batches()) yield records.filter((one) => meets(one, criteria));
	}
	return { batches: batches(), matching: matching(), progress, result: listing.result };
}

/** Sentences without a period about what a reading may lack, for its hints: "Documents may be missing: …". */
export function doubtsOf(
	{ warnings }: ReadResult,
	{ many }: Pick<Nouns, 'many'> = documentRecord,
): string[] {
	const capitalized = `${many.charAt(0).toUpperCase()}${many.slice(1)}`;
	return warnings.map((warning) => `${capitalized} may be missing: ${warning}`);
}
