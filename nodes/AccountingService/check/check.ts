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
 * Finds out with a bounded number of reads which settings the service needs. A setting is proposed because
 * answers show its effect, never because of its name.
 * @returns the summary, then an item for each setting (docs/reference/credential.md)
 * @throws ServiceError for what keeps the check from asking: a wrong credential, a service out of reach
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

/** @throws ServiceError if there is no list: then nothing else can be found out */
async function firstPage(asking: Asking): Promise<Reply> {
	const reply = await asking.ask('list');
	if (reply.failure) throw reply.failure;
	// One empty answer may be a mistake.
	return reply.ids.length > 0 ? reply : await asking.ask('list');
}

/**
 * Asks for the address of a route by GET, which changes nothing. It has to bring the document, or to say that
 * the address knows other methods (405); any other answer says nothing about a route that writes.
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
	if (id === undefined) return report.add(field, 'unknown', 'There is no document to ask for.');
	// No record has the ID 0.
	const values = Object.fromEntries(namesIn(path).map((name) => [name, '0']));
	const isOfDocument = 'accountingDocumentId' in values;
	if (isOfDocument) values.accountingDocumentId = id;
	const { failure, ...answer } = await asking.get(fillPath(path, values));
	if (method !== 'GET') {
		const [level, evidence] =
			failure?.status === 405
				? (['ready', 'The address is known.'] as const)
				: (['unknown', 'Only a request that changes something shows it.'] as const);
		return report.add(field, level, evidence);
	}
	if ('value' in answer && idOf(answer.value) === id) {
		return report.add(field, 'ready', 'It brings a document.');
	}
	const isStillThere = (await asking.ask('list')).ids.includes(id);
	const level = isStillThere && !failure?.isTransient ? 'needed' : 'unknown';
	report.add(
		field,
		level,
		`It does not bring a document: ${failure?.message ?? 'another one came'}.`,
	);
}
