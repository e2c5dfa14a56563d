import type { IDataObject } from 'n8n-workflow';

import { readJson } from '../../shared/client/answer';
import { readList, type ServiceRecord } from '../../shared/client/envelope';
import { tried, type ServiceError } from '../../shared/client/errors';
import { quote } from '../../shared/client/redact';
import { ServiceClient, type ServiceCall } from '../../shared/client/client';
import { keyOf } from '../../shared/lists/ids';
import { listName } from '../../shared/documents/sources';

/** Requests of one check at the most, tries that failed included; the exchange of a token comes beside them. */
export const mostRequests = 38;

/** Bound on a check from its first request to the start of its last one. */
const mostMs = 300_000;

/** Why a check ends before it has found out everything. */
export class UsedUp extends Error {}

/** @returns why the work ended before its end; undefined where it did not */
export async function unlessUsedUp(work: Promise<void>): Promise<string | undefined> {
	return await work.then(
		() => undefined,
		(thrown: unknown) => {
			if (thrown instanceof UsedUp) return thrown.message;
			throw thrown;
		},
	);
}

/** An answer to a question: the documents of a page, or that it was refused. */
export interface Reply {
	records: ServiceRecord[];
	/** What tells the documents from each other, in order. */
	ids: string[];
	pagesCount?: number;
	/** In words: "an object with the list accountingDocuments". */
	shape: string;
	/** Set where the answer was none that can be read. */
	failure?: ServiceError;
	/** The service has understood the question and does not answer it. */
	isRefused: boolean;
	/** Milliseconds from question to answer. */
	ms: number;
}

export type Place = 'body' | 'query';

/** Asks the service for pages of documents, and counts what is sent. */
export class Asking {
	private readonly client: ServiceClient;

	/** Sends each request once, so that a refusal shows. */
	private readonly bluntClient: ServiceClient;

	private sent = 0;

	private readonly until = performance.now() + mostMs;

	constructor(client: ServiceClient) {
		const { connection } = client;
		const { retry, send } = connection;
		const clientOf = (maxTries: number) =>
			new ServiceClient({
				...connection,
				retry: { ...retry, maxTries },
				send: async (outgoing) => {
					this.spend();
					return await send(outgoing);
				},
			});
		this.client = clientOf(Math.min(retry.maxTries, 3));
		this.bluntClient = clientOf(1);
	}

	get requests(): number {
		return this.sent;
	}

	get left(): number {
		return mostRequests - this.sent;
	}

	/** Counts a request. @throws UsedUp where none is left */
	spend(): void {
		if (this.sent >= mostRequests) throw new UsedUp(`the ${mostRequests} requests were used up`);
		if (performance.now() > this.until) throw new UsedUp('the time for the check was used up');
		this.sent++;
	}

	/** The list of documents (specification 4). @throws UsedUp; ServiceError as {@link ask} */
	async list(query: IDataObject = {}): Promise<Reply> {
		return await this.ask(listCall(query));
	}

	/** The same, sent once only. */
	async listOnce(query: IDataObject = {}): Promise<Reply> {
		return await this.ask(listCall(query), this.bluntClient);
	}

	/** The search for documents (specification 4). @throws UsedUp; ServiceError as {@link ask} */
	async search(place: Place, parameters: IDataObject = {}): Promise<Reply> {
		return await this.ask({
			method: 'POST',
			onlyReads: true,
			path: '/v2/search/accountingdocuments',
			...(place === 'body' ? { body: parameters } : { query: parameters }),
			what: 'searching accounting documents',
		});
	}

	/** @throws ServiceError for what ends the check: a wrong credential, a service out of reach, a cancelled execution */
	private async ask(call: ServiceCall, client = this.client): Promise<Reply> {
		const started = performance.now();
		const asked = await tried(
			async () =>
				await client.request({
					...call,
					read: (answer) => {
						const body = readJson(answer, call.what);
						return { ...readList(body, call.what, listName), shape: shapeOf(body) };
					},
				}),
		);
		const ms = performance.now() - started;
		const { failure } = asked;
		if (failure) {
			if (endsCheck.has(failure.kind)) throw failure;
			const isRefused = failure.kind === 'rejected' || failure.kind === 'notFound';
			return { records: [], ids: [], shape: '', failure, isRefused, ms };
		}
		const { records, pagesCount, shape } = asked.value;
		const ids = records.map((record) => String(keyOf(record)));
		return { records, ids, pagesCount, shape, isRefused: false, ms };
	}
}

const listCall = (query: IDataObject): ServiceCall => ({
	method: 'GET',
	path: '/v2/accountingdocuments',
	query,
	what: 'listing accounting documents',
});

const endsCheck = new Set<ServiceError['kind']>([
	'badInput',
	'wrongCredential',
	'unreachable',
	'timeout',
	'cancelled',
]);

/** What stands around a list, by the names of its members, which say nothing about a customer. */
function shapeOf(body: unknown): string {
	if (Array.isArray(body)) return 'a list with nothing around it';
	if (typeof body !== 'object' || body === null) return 'nothing';
	const names = Object.keys(body).filter((name) => /^\w{1,40}$/.test(name));
	return `an object with ${quote(names.slice(0, 8).join(', '))}`;
}

/** How a question was received that brought no documents, to finish a sentence. */
export function howAnswered({ failure, records }: Reply): string {
	if (!failure) return records.length === 0 ? 'brought nothing' : `brought ${records.length}`;
	if (failure.status === undefined) return 'could not be read';
	return failure.status < 300
		? 'was answered with something else than a list'
		: `was answered with HTTP ${failure.status}`;
}
