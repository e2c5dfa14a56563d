import type { IPollFunctions } from 'n8n-workflow';

import { credentialName } from '../shared/n8n/sender';
import { searchDocuments } from '../AccountingService/resources/accountingDocument/documents';
import type { ServiceRecord } from '../shared/client/envelope';
import type { PageSource } from '../shared/lists/listing';
import type { ServiceClient } from '../shared/client/request';
import type { Budget } from './budget';
import { inOrder } from './order';
import { Pages } from './pages';
import type { TriggerSettings } from './settings';
import { fingerprint } from './values';

/** Where the documents come from, and what tells this search from another one. */
export interface Search {
	pages: Pages;
	/** All documents; set where the service is asked for some of them only. */
	all?: Pages;
	/** Fingerprint of the service and the application. */
	origin: string;
	/** Fingerprint of the conditions that the service itself applies. */
	conditions: string;
}

export async function openSearch(
	host: IPollFunctions,
	client: ServiceClient,
	{ criteria, scope, allowAnyOrder }: TriggerSettings,
	budget: Budget,
): Promise<Search> {
	const { baseUrl, dialect } = client.connection;
	const { appId } = await host.getCredentials(credentialName);
	const types = dialect.type === '' ? [] : (criteria.types ?? []);
	const direction = dialect.direction === '' ? undefined : criteria.direction;
	const conditions = { searchText: criteria.searchText, types, direction };
	const isNarrowed =
		conditions.searchText !== undefined || types.length > 0 || direction !== undefined;
	const pages = (source: PageSource) => new Pages(inOrder(budget.of(source), allowAnyOrder));
	return {
		pages: pages(searchDocuments(client, criteria, scope)),
		...(isNarrowed && { all: pages(searchDocuments(client, {}, [])) }),
		origin: fingerprint(JSON.stringify([baseUrl, appId])),
		conditions: fingerprint(JSON.stringify(conditions)),
	};
}

/** Fingerprint of all that a search looks at (specification section 4), and of what the filters look at. */
export function textsOf(record: ServiceRecord): string {
	const { lineItems, description, creditNoteDescription, contact, type, direction } = record;
	const lines = Array.isArray(lineItems) ? lineItems : [];
	const texts = lines.map(
		(line: unknown) => (line as { description?: unknown } | null)?.description,
	);
	return fingerprint(
		JSON.stringify([texts, description, creditNoteDescription, contact, type, direction]),
	);
}
