import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { Listing, type PageSource, type ReadOptions } from '../../shared/lists/listing';

/** What a reading into items needs besides where the pages come from. */
export interface ItemReading {
	read: ReadOptions;
	/** Undefined for all. */
	limit?: number;
	/** Drops records that the service could not be asked to leave out. */
	keep?: (record: ServiceRecord) => boolean;
	shape: (record: ServiceRecord) => IDataObject;
	/** What the records are called, for what is said beside the output. */
	many: string;
	hint: (message: string) => void;
	/** Hears that the reading ended at its number of requests. */
	stoppedEarly?: () => void;
}

/**
 * Reads a list into items, in order, and says beside the output what there is to say of it.
 * @throws ServiceError as {@link Listing}
 */
export async function readIntoItems(
	source: PageSource,
	{ read, limit = Number.POSITIVE_INFINITY, keep, shape, many, hint, stoppedEarly }: ItemReading,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	// Ended by the listing, which then confirms that the first page was the first one.
	const listing = new Listing(source, { ...read, isEnough: () => items.length >= limit });
	for await (const batch of listing.batches()) {
		for (const record of batch) {
			if (keep && !keep(record)) continue;
			items.push(shape(record));
			if (items.length >= limit) break;
		}
		if (items.length >= limit && listing.isRereading) break;
	}
	const { warnings } = listing.result;
	if (listing.result.stoppedEarly) stoppedEarly?.();
	for (const warning of warnings) hint(`${capitalized(many)} may be missing: ${warning}.`);
	return items;
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
