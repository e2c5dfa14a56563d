import type { ServiceRecord } from '../client/envelope';
import { Listing, type PageSource, type ReadOptions } from './listing';

/** Pauses before an empty list is read again (docs/api/behaviours.md#services-that-change-their-mind). */
const pausesOfEmptyMs = [200, 400];

/**
 * Reads the first records of a list. A service may return an empty list for a moment. If the node believed it, the
 * trigger would report every document as created, and Create would create existing ones again.
 */
export async function readNewest(
	source: PageSource,
	options: ReadOptions,
): Promise<ServiceRecord[]> {
	for (let tries = 0; ; tries++) {
		const records: ServiceRecord[] = [];
		for await (const batch of new Listing(source, options).batches()) {
			for (const record of batch) records.push(record);
		}
		if (records.length > 0 || tries === pausesOfEmptyMs.length) return records;
		await source.pause(pausesOfEmptyMs[tries]);
	}
}
