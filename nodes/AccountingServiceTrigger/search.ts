import type { IPollFunctions } from 'n8n-workflow';

import { within } from '../shared/client/deadline';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import type { ServiceClient } from '../shared/client/client';
import { searchDocuments } from '../shared/documents/sources';
import { CreationOrder, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import { credentialName } from '../shared/n8n/sender';
import type { TriggerSettings } from './settings';
import { fingerprint, isNumericId } from './state';

/** Where the documents come from, and what tells this search from another one. */
export interface Search {
	source: PageSource;
	/** All documents; set if the service is asked for some of them only. */
	all?: PageSource;
	/** Fingerprint of the service and the application. */
	origin: string;
	/** Fingerprint of the conditions that the service itself applies. */
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

/** Fingerprint of all that a search looks at (docs/api/requests.md#search), and of what the filters look at. */
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

/** A poll has to end; it hands on what it has found until then, and the next one goes on from there. */
export class TimeIsUp extends ServiceError {
	constructor(seconds: number) {
		super('timeout', `The service took more than ${seconds} seconds for one poll`, {
			description:
				'Nothing was handed on; the next poll tries again. If this stays, lower Look Back, or poll when less is going on in the service.',
			isTransient: true,
		});
	}
}

/** The time of one poll, for all of its requests together with their retries. */
export class Deadline {
	private readonly until: number;

	constructor(readonly ms: number) {
		this.until = performance.now() + ms;
	}

	/** Most of the time is left. */
	get isFar(): boolean {
		return performance.now() < this.until - (this.ms * 2) / 3;
	}

	/** Too little time is left to begin something else. */
	get isNear(): boolean {
		return performance.now() >= this.until - this.ms / 3;
	}

	/** @throws TimeIsUp as soon as the time is over, whatever is under way */
	async wait<T>(work: () => Promise<T>): Promise<T> {
		if (performance.now() < this.until) {
			const ended = await within(work(), () => this.until);
			if ('value' in ended) return ended.value;
		}
		throw new TimeIsUp(Math.round(this.ms / 1000));
	}
}

/**
 * Everything rests on IDs that fall from each document to the next one of the list.
 * @throws ServiceError (incomplete) unless they do, each a whole number
 */
function refuseOtherOrder(records: ServiceRecord[]): void {
	const fields = ['allowAnyOrder'];
	if (!records.every((record) => isNumericId(idOf(record)))) {
		throw new ServiceError('incomplete', 'The service gives IDs that are not whole numbers', {
			description:
				'The trigger finds new documents by rising ID. With other IDs it can go by the order of the list only: turn on "Allow Any Order" under Advanced if that is acceptable. New documents that stand further down than Look Back are then missed.',
			fields,
		});
	}
	const { holds, rises } = CreationOrder.of(records);
	if (holds && !rises) return;
	throw new ServiceError(
		'incomplete',
		'The service does not list the newest document first, by ID',
		{
			description:
				'The trigger tells new documents by their place in the list, so it could miss some. Turn on "Allow Any Order" under Advanced if that is acceptable: documents that appear further down than Look Back are then missed.',
			fields,
		},
	);
}
