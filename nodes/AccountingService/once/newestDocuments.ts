import type { ServiceClient } from '../../shared/client/client';
import type { ServiceRecord } from '../../shared/client/envelope';
import { listRoute, pageSizeFor } from '../../shared/client/settings';
import { searchDocuments, searchRoute } from '../../shared/documents/sources';
import { CreationOrder } from '../../shared/lists/ids';
import { readNewest } from '../../shared/lists/newest';
import type { DeclaredRequest } from '../operation';

export const listRequest: DeclaredRequest = { route: listRoute, basis: 'document-lists [S]' };

/** For the operations that search the documents. */
export const searchRequest: DeclaredRequest = { route: searchRoute, basis: 'document-lists [S]' };

/** Maximum number of documents to read if the list is not in the order of creation. */
export const maxInAnyOrder = 100_000;

/** Whether each document is older than the previous one. True for a single one. */
export function isNewestFirst(records: ServiceRecord[]): boolean {
	const order = CreationOrder.of(records);
	return order.holds && !order.rises;
}

/** 'all' if fewer documents exist than were wanted; undefined if the newest are not first. */
export const coverageOf = (records: ServiceRecord[], count: number) =>
	records.length < count ? 'all' : isNewestFirst(records) ? 'newest' : undefined;

/**
 * Documents from the head of the list of all: how every creation looks what is new.
 * @param most maximum number of documents, up to 100 on a page
 * @param stopWhen stops after the page that has such a document
 */
export async function newestDocuments(
	client: ServiceClient,
	most: number,
	stopWhen?: (record: ServiceRecord) => boolean,
): Promise<ServiceRecord[]> {
	const pageSize = pageSizeFor(most);
	const options = { pageSize, parallelPages: 2, wanted: most, isEnough: stopWhen };
	return await readNewest(searchDocuments(client, {}, []), options);
}
