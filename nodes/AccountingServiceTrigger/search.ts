import type { IPollFunctions } from 'n8n-workflow';

import type { CancelSignal } from '../shared/client/deadline';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError, tried } from '../shared/client/errors';
import type { ServiceClient } from '../shared/client/client';
import { searchDocuments } from '../shared/documents/sources';
import { CreationOrder, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { credentialName } from '../shared/n8n/sender';
import type { TriggerSettings } from './settings';
import { fingerprint, isNumericId } from './state';

/** The source of the documents, and the identity of the search. */
export interface Search {
	source: PageSource;
	/** All documents; set if the service filters the source. */
	all?: PageSource;
	/** Fingerprint of the service and the application. */
	origin: string;
	/** Fingerprint of the filters that the service applies. */
	conditions: string;
}

export async function openSearch(
	host: IPollFunctions,
	client: ServiceClient,
	{ criteria, scope, allowAnyOrder }: TriggerSettings,
	deadline: Deadline,
): Promise<Search> {
	const { baseUrl, settings } = client.connection;
	const { appId } = await host.getCredentials(credentialName);
	const types = settings.type === '' ? [] : (criteria.types ?? []);
	const direction = settings.direction === '' ? undefined : criteria.direction;
	const conditions = { searchText: criteria.searchText, types, direction };
	const isNarrowed =
		conditions.searchText !== undefined || types.length > 0 || direction !== undefined;
	const checked = (source: PageSource): PageSource => ({
		...source,
		async fetch(...request) {
			const answer = await deadline.wait(async () => await source.fetch(...request));
			if (!allowAnyOrder) refuseOtherOrder(answer.records);
			return answer;
		},
	});
	return {
		source: checked(searchDocuments(client, criteria, scope)),
		...(isNarrowed && { all: checked(searchDocuments(client, {}, [])) }),
		origin: fingerprint(JSON.stringify([baseUrl, appId])),
		conditions: fingerprint(JSON.stringify(conditions)),
	};
}

/** Fingerprint of the fields that the text search (docs/api/requests.md#search) and the filters use. */
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

/** Ends a poll in time. The poll then returns the events so far, and the next one continues. */
export class TimeIsUp extends ServiceError {
	constructor(seconds: number) {
		super('timeout', `The poll took more than ${seconds} seconds`, {
			description:
				'No workflow was started. A published workflow tries again at the next poll. If this keeps happening, lower Look Back, or poll at times when the service is less busy.',
			isTransient: true,
		});
	}
}

/** The time limit of one poll. As the signal of its connection, it ends all requests and retries. */
export class Deadline implements CancelSignal {
	private readonly until: number;

	constructor(readonly ms: number) {
		this.until = performance.now() + ms;
	}

	get aborted(): boolean {
		return performance.now() >= this.until;
	}

	/** Most of the time is left. */
	get isFar(): boolean {
		return performance.now() < this.until - (this.ms * 2) / 3;
	}

	/** Too little time is left for another request. */
	get isNear(): boolean {
		return performance.now() >= this.until - this.ms / 3;
	}

	/** @throws TimeIsUp for work that the deadline ended */
	async wait<T>(work: () => Promise<T>): Promise<T> {
		const result = await tried(work);
		if (!result.failure) return result.value;
		throw this.aborted ? new TimeIsUp(Math.round(this.ms / 1000)) : result.failure;
	}
}

/**
 * The trigger relies on numeric IDs in descending order.
 * @throws ServiceError (incomplete) for other IDs or another order
 */
function refuseOtherOrder(records: ServiceRecord[]): void {
	const fields = ['allowAnyOrder'];
	if (!records.every((record) => isNumericId(idOf(record)))) {
		throw new ServiceError('incomplete', 'The IDs of the service are not whole numbers', {
			description:
				'The trigger finds new documents by their IDs. To find them by their position in the list instead, turn on Allow Any Order under Advanced. The trigger then misses new documents that are further down the list than Look Back.',
			fields,
		});
	}
	const { holds, rises } = CreationOrder.of(records);
	if (holds && !rises) return;
	throw new ServiceError('incomplete', 'The service does not list documents by ID, newest first', {
		description:
			'The trigger could miss new documents. To continue anyway, turn on Allow Any Order under Advanced. The trigger then misses new documents that are further down the list than Look Back.',
		fields,
	});
}
