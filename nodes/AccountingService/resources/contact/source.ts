import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../../shared/client/client';
import { toResult } from '../../../shared/client/errors';
import { assumedRoutes, pathLabels } from '../../../shared/client/settings';
import { rejectIgnoredParameters } from '../../../shared/documents/ignoredParameters';
import { pagesOf } from '../../../shared/documents/sources';
import type { PageSource } from '../../../shared/lists/listing';
import { isSearchPath, refusedByReadOnly } from '../../../shared/n8n/readOnly';
import { contactList, contactRecord } from './contactRecord';

/**
 * The contacts with a text (docs/api/requests.md#contacts).
 * @param searchText undefined for all
 * @throws ServiceError at `fetch`, also if the service ignores the text
 */
export function searchContacts(client: ServiceClient, searchText?: string): PageSource {
	const { settings } = client.connection;
	return rejectIgnoredParameters(
		contactSource(client, searchText),
		{ searchText },
		settings,
		(other) => contactSource(client, other.searchText),
	);
}

function contactSource(client: ServiceClient, searchText?: string): PageSource {
	const { settings, isReadOnly } = client.connection;
	const { searchText: name } = settings;
	const route = client.target(assumedRoutes.searchContactsPath);
	if (isReadOnly && !isSearchPath(route.path)) {
		throw refusedByReadOnly(`${pathLabels.searchContactsPath} must start with /v2/search/`);
	}
	const pagesWith = (parameters?: IDataObject) =>
		pagesOf(client, {
			...route,
			activity: 'searching contacts',
			listName: contactList,
			nouns: contactRecord,
			parameters,
			search: { onlyReads: true },
		});
	if (searchText === undefined) return pagesWith();
	const source = pagesWith({ [name]: searchText });
	return {
		...source,
		async fetch(index, size, hooks) {
			const found = await toResult(async () => await source.fetch(index, size, hooks));
			if (!found.failure) return found.value;
			if (found.failure.kind !== 'notFound') throw found.failure;
			// A search may answer 404 if it finds nothing (docs/api/behaviours.md#healthy-services). This path is inferred, and
			// an unknown path answers 404 without a text as well.
			await pagesWith().fetch(0, size);
			return { records: [] };
		},
	};
}
