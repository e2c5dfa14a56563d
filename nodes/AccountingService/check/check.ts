import type { IDataObject } from 'n8n-workflow';

import { assumedRoutes, type AssumedRoute } from '../../shared/client/settings';
import type { ServiceClient } from '../../shared/client/client';
import { fillPath, namesIn, splitRoute, type Route } from '../../shared/client/route';
import { idOf } from '../../shared/lists/ids';
import { Asking, UsedUp, type Reply } from './asking';
import { checkList } from './listProbes';
import { Report } from './report';
import { checkSearch } from './searchProbes';

/**
 * Determines the settings for the service with a limited number of read requests. It proposes a setting only if it has an
 * effect, never because of its name.
 * @returns the summary, then an item for each setting (docs/reference/credential.md)
 * @throws ServiceError if no request can succeed, e.g. because of a wrong credential
 */
export async function check(client: ServiceClient): Promise<IDataObject[]> {
	const report = new Report(client.connection.settings);
	await checkAll(client, new Asking(client), report).catch((thrown: unknown) => {
		if (!(thrown instanceof UsedUp)) throw thrown;
		report.cutShort();
	});
	return report.items();
}

async function checkAll(client: ServiceClient, asking: Asking, report: Report): Promise<void> {
	const { settings } = client.connection;
	const plain = await firstPage(asking);
	const sized = await checkList(asking, settings, report, plain);
	await checkSearch(asking, settings, report, sized, plain);
	for (const field of Object.keys(assumedRoutes) as AssumedRoute[]) {
		const route = assumedRoutes[field];
		await checkPath(asking, report, field, settings.routes[route] ?? route, plain);
	}
}

/** @throws ServiceError if there is no list, because the check cannot continue without one */
async function firstPage(asking: Asking): Promise<Reply> {
	const reply = await asking.ask('list');
	if (reply.failure) throw reply.failure;
	// A single empty response may be a temporary failure.
	return reply.ids.length > 0 ? reply : await asking.ask('list');
}

/**
 * Checks a path with a GET request, which changes nothing. The response must be the document, or a 405 if the path has
 * other methods. Any other response proves nothing about a path for writing.
 */
async function checkPath(
	asking: Asking,
	report: Report,
	field: AssumedRoute,
	route: Route,
	{ records }: Reply,
): Promise<void> {
	const { method, path } = splitRoute(route);
	const id = records.map(idOf).find((one) => one !== '');
	if (id === undefined) return report.add(field, 'unknown', 'There is no document to read.');
	// No record has the ID 0.
	const values = Object.fromEntries(namesIn(path).map((name) => [name, '0']));
	const isOfDocument = 'accountingDocumentId' in values;
	if (isOfDocument) values.accountingDocumentId = id;
	const { failure, ...answer } = await asking.get(fillPath(path, values));
	if (method !== 'GET') {
		const [level, evidence] =
			failure?.status === 405
				? (['ready', 'The path exists.'] as const)
				: (['unknown', 'Only a request that changes data can show it.'] as const);
		return report.add(field, level, evidence);
	}
	if ('value' in answer && idOf(answer.value) === id) {
		return report.add(field, 'ready', 'It returns a document.');
	}
	const isStillThere = (await asking.ask('list')).ids.includes(id);
	const level = isStillThere && !failure?.isTransient ? 'needed' : 'unknown';
	report.add(
		field,
		level,
		`It does not return the document: ${failure?.message ?? 'the response was another document'}.`,
	);
}
