import type { IDataObject } from 'n8n-workflow';

import { isPdf, readJson, type RawAnswer } from '../../shared/client/answer';
import { readList, readRecord } from '../../shared/client/envelope';
import { assumedRoutes, type AssumedRoute } from '../../shared/client/settings';
import type { ServiceCall, ServiceClient } from '../../shared/client/client';
import type { Tried } from '../../shared/client/errors';
import { fillPath, namesIn, splitRoute, type Route } from '../../shared/client/route';
import { idOf } from '../../shared/lists/ids';
import { contactList } from '../resources/contact/fields';
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
	const paging = await checkList(asking, settings, report, plain);
	await checkSearch(asking, settings, report, paging, plain);
	for (const field of Object.keys(assumedRoutes) as AssumedRoute[]) {
		const route = assumedRoutes[field];
		await checkPath(asking, report, field, settings.routes[route] ?? route, plain);
	}
}

/** @throws ServiceError if there is no list, because the check cannot continue without one */
async function firstPage(asking: Asking): Promise<Reply> {
	const reply = await asking.confirm('list');
	if (reply.failure) throw reply.failure;
	return reply;
}

interface Reader {
	/** What the path returns. */
	expected: string;
	request: Pick<ServiceCall, 'method' | 'onlyReads' | 'body'>;
	/** @throws ServiceError for another response */
	isExpected(answer: RawAnswer, documentId: string): boolean;
}

const checking = 'checking a path';

/** The assumed paths that only read. */
const readers: Partial<Record<AssumedRoute, Reader>> = {
	documentPath: {
		expected: 'the document',
		request: { method: 'GET' },
		isExpected: (answer, id) => idOf(readRecord(readJson(answer, checking), checking)) === id,
	},
	downloadPdfPath: { expected: 'a PDF', request: { method: 'GET' }, isExpected: isPdf },
	searchContactsPath: {
		expected: 'contacts',
		request: { method: 'POST', onlyReads: true, body: {} },
		isExpected: (answer) =>
			Array.isArray(readList(readJson(answer, checking), checking, contactList).records),
	},
};

/** Checks a path with a request that changes nothing. */
async function checkPath(
	asking: Asking,
	report: Report,
	field: AssumedRoute,
	route: Route,
	{ records }: Reply,
): Promise<void> {
	const id = records.map(idOf).find((one) => one !== '');
	const { path: template } = splitRoute(route);
	// No record has the ID 0.
	const values = Object.fromEntries(namesIn(template).map((name) => [name, '0']));
	if ('accountingDocumentId' in values) {
		if (id === undefined) return report.add(field, 'unknown', 'There is no document to read.');
		values.accountingDocumentId = id;
	}
	const path = fillPath(template, values);
	const reader = readers[field];
	if (!reader) {
		// A 405 shows that the path has other methods. Any other response proves nothing.
		const { failure } = await asking.look({ method: 'GET', path });
		const [level, evidence] =
			failure?.status === 405
				? (['ready', 'The path exists.'] as const)
				: (['unknown', 'Only a request that changes data can show it.'] as const);
		return report.add(field, level, evidence);
	}
	const { expected, request, isExpected } = reader;
	const read = (answer: RawAnswer) => isExpected(answer, values.accountingDocumentId);
	const look = async () => await asking.look({ ...request, path, accept: '*/*', read });
	const isShown = (result: Tried<boolean>) => 'value' in result && result.value;
	let result = await look();
	// Every service can show a document. It may lack the other operations. A single response may be a mistake.
	const mustWork = field === 'documentPath';
	if (mustWork && !isShown(result)) result = await look();
	if (isShown(result)) return report.add(field, 'ready', `It returns ${expected}.`);
	const { failure } = result;
	const isOfPath = !failure?.isTransient && failure?.kind !== 'forbidden';
	const isNeeded = mustWork && isOfPath && (await asking.ask('list')).ids.includes(String(id));
	const why = failure?.message ?? 'the response was something else';
	report.add(field, isNeeded ? 'needed' : 'unknown', `It does not return ${expected}: ${why}.`);
}
