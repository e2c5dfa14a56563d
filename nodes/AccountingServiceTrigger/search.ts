import type { IPollFunctions } from 'n8n-workflow';

import { credentialName } from '../shared/n8n/sender';
import { searchDocuments } from '../AccountingService/resources/accountingDocument/documents';
import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { refuseInput, tried } from '../shared/client/errors';
import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import type { ServiceClient } from '../shared/client/request';
import type { Budget } from './budget';
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
	/** @throws ServiceError (badInput) when the service has documents before its first page as it is set */
	refuseOtherFirstPage(): Promise<void>;
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
	const pages = (source: PageSource) => new Pages(budget.of(source), allowAnyOrder);
	return {
		pages: pages(searchDocuments(client, criteria, scope)),
		...(isNarrowed && { all: pages(searchDocuments(client, {}, [])) }),
		origin: fingerprint(JSON.stringify([baseUrl, appId])),
		conditions: fingerprint(JSON.stringify(conditions)),
		async refuseOtherFirstPage() {
			if (dialect.firstPage === 0) return;
			const all = budget.of(searchDocuments(client, {}, []));
			const { minimum } = pageSizeLimits;
			const before = await tried(async () => await all.fetch(-1, minimum));
			if (before.failure || before.value.records.length === 0) return;
			const first = new Set((await all.fetch(0, minimum)).records.map(idOf));
			// Some services give their first page for all numbers that are too low.
			const isSame = before.value.records.some((record) => first.has(idOf(record)));
			if (isSame || first.size === 0) return;
			refuseInput(
				'firstPage',
				'The service has newer documents on page 0 than on page 1',
				'It counts pages from 0. Set First Page Number to 0 in the credential under "Customize Parameter Names"; the operation Connection Check of the Accounting Service node finds out what to enter.',
			);
		},
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
