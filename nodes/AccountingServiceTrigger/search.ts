import type { IPollFunctions } from 'n8n-workflow';

import { credentialName } from '../shared/n8n/connection';
import { searchDocuments } from '../AccountingService/resources/accountingDocument/documents';
import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import type { ServiceClient } from '../shared/client/request';
import { fingerprint } from './events';
import { readNewest, type Newest } from './newest';
import type { TriggerSettings } from './settings';

/** Where the documents come from, and what tells this search from another one. */
export interface Search {
	source: PageSource;
	/** Fingerprint of the service and the application. */
	origin: string;
	/** Fingerprint of the conditions that the service itself applies. */
	conditions: string;
	/** Id of the newest document of all; '' when there is none. */
	newestOfAll(newest: Newest): Promise<string>;
}

/** The smallest page (specification section 8). */
const smallest = 10;

export async function openSearch(
	host: IPollFunctions,
	client: ServiceClient,
	{ criteria, scope, allowAnyOrder }: TriggerSettings,
): Promise<Search> {
	const { baseUrl, dialect } = client.connection;
	const { appId } = await host.getCredentials(credentialName);
	const types = dialect.type === '' ? [] : (criteria.types ?? []);
	const direction = dialect.direction === '' ? undefined : criteria.direction;
	const conditions = { searchText: criteria.searchText, types, direction };
	const isNarrowed =
		conditions.searchText !== undefined || types.length > 0 || direction !== undefined;
	return {
		source: searchDocuments(client, criteria, scope),
		origin: fingerprint(JSON.stringify([baseUrl, appId])),
		conditions: fingerprint(JSON.stringify(conditions)),
		async newestOfAll(newest) {
			const { records } = isNarrowed
				? await readNewest(searchDocuments(client, {}, []), smallest, allowAnyOrder)
				: newest;
			return records.length > 0 ? idOf(records[0]) : '';
		},
	};
}
