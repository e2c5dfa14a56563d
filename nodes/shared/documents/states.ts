import type { ServiceClient } from '../client/client';
import { quote } from '../client/redact';
import { isBlank, someInWords } from '../fields/values';
import { Listing } from '../lists/listing';
import { searchDocuments } from './sources';

/** No published request lists the states of an organization, so the newest documents show the usual ones. */
export interface SeenStates {
	/** How many documents were read. */
	documents: number;
	/** The number of documents by state, the most frequent first. */
	counts: Array<[state: string, count: number]>;
}

const newest = 100;

/** Limits the requests to a service with small pages. */
const maxRequests = 10;

/** @throws ServiceError as {@link Listing} */
export async function seenStates(client: ServiceClient): Promise<SeenStates> {
	const source = searchDocuments(client, { sortDirection: 'DESC' }, []);
	const reading = { pageSize: newest, parallelPages: 1, wanted: newest, maxRequests };
	const counts = new Map<string, number>();
	let documents = 0;
	for await (const batch of new Listing(source, { ...reading, allowIncomplete: true }).batches()) {
		documents += batch.length;
		for (const { state } of batch) {
			if (typeof state !== 'string' || isBlank(state)) continue;
			counts.set(state, (counts.get(state) ?? 0) + 1);
		}
	}
	return { documents, counts: [...counts].sort(([, a], [, b]) => b - a) };
}

/** "The newest 100 documents have these states: Draft (60), Sent (40)." Empty if no document has one. */
export function statesInWords({ documents, counts }: SeenStates): string {
	if (counts.length === 0) return '';
	const states = counts.map(([state, count]) => `${quote(state, 60)} (${count})`);
	return `The newest ${documents} documents have these states: ${someInWords(states)}.`;
}
