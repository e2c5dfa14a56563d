import { readJson, type RawAnswer } from '../../../shared/client/answer';
import type { ServiceClient } from '../../../shared/client/client';
import { readList, type ListAnswer } from '../../../shared/client/envelope';
import { tried } from '../../../shared/client/errors';
import { splitRoute } from '../../../shared/client/route';
import { assumedRoutes, pagingOf } from '../../../shared/client/settings';
import { rejectIgnoredParameters } from '../../../shared/documents/ignoredParameters';
import type { PageSource } from '../../../shared/lists/listing';
import { routeOf } from '../../kinds/declared';
import { contactList, contactRecord } from './fields';

export const searching = 'searching contacts';

/**
 * The contacts with a text (docs/api/requests.md#contacts).
 * @param searchText undefined for all
 * @throws ServiceError at `fetch`, also if the service ignores the text
 */
export function searchContacts(client: ServiceClient, searchText?: string): PageSource {
	const sourceFor = (text?: string) => sourceOf(client, text);
	const { settings } = client.connection;
	return rejectIgnoredParameters(sourceFor(searchText), { searchText }, settings, (other) =>
		sourceFor(other.searchText),
	);
}

function sourceOf(client: ServiceClient, searchText?: string): PageSource {
	const { settings, owner } = client.connection;
	const { path } = splitRoute(routeOf(client, assumedRoutes.searchContactsPath));
	const read = ({ headers, ...answer }: RawAnswer): ListAnswer =>
		readList(
			readJson({ headers, ...answer }, searching),
			searching,
			contactList,
			headers['content-range'],
		);
	const pageWith = async (text: string | undefined, ...[page, size, hooks]: FetchArguments) => {
		const paging = pagingOf(settings, page, size);
		const sent = text === undefined ? paging : { ...paging, [settings.searchText]: text };
		return await client.request({
			...{ method: 'POST', onlyReads: true, path, what: searching, read, hooks },
			...(settings.searchParametersIn === 'query' ? { query: sent } : { body: sent }),
		});
	};
	return {
		...{ what: searching, nouns: contactRecord, owner, paging: settings },
		async fetch(...place) {
			const found = await tried(async () => await pageWith(searchText, ...place));
			if (!found.failure) return found.value;
			if (found.failure.kind !== 'notFound' || searchText === undefined) throw found.failure;
			// A 404 may mean that no contact has the text. An unknown path answers 404 without a text as well.
			await pageWith(undefined, 0, place[1]);
			return { records: [] };
		},
	};
}

type FetchArguments = Parameters<PageSource['fetch']>;
