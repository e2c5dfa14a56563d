import { pageSizeLimits } from '../../shared/client/settings';
import { pause } from '../../shared/client/deadline';
import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile, ServiceError, tried } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import { searchDocuments } from '../../shared/documents/sources';
import { collection, type Form } from '../../shared/fields/form';
import { wholeNumberField } from '../../shared/fields/options';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import { Listing } from '../../shared/lists/listing';
import type { OperationCall } from '../operation';

/** What became of a write whose answer was lost, and which documents were there before it. */

export const lookAgainSeconds = wholeNumberField({
	displayName: 'Look Again (Seconds)',
	name: 'lookAgainSeconds',
	minimum: 0,
	maximum: 600,
	default: 30,
	description:
		'How long to look for a document whose answer was lost, before its outcome counts as unknown',
});

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * How long to look. Read before anything is sent: a bad value would otherwise hide an open outcome.
 * @throws ServiceError (badInput)
 */
export function secondsToLook(form: Form): number {
	return (
		lookAgainSeconds.read(collection(form, 'options')) ?? Number(lookAgainSeconds.property.default)
	);
}

/**
 * Looks with growing pauses, since the service may still be working on a request whose answer was lost.
 * @param look a failure counts as nothing found
 * @param doing finishes sentences: "creating an accounting document"
 * @param seconds limits the time further than the option does
 * @throws ServiceError (cancelled)
 */
export async function lookAgain(
	{ client, form }: OperationCall,
	doing: string,
	look: () => Promise<ServiceRecord | undefined>,
	seconds = Infinity,
): Promise<ServiceRecord | undefined> {
	const { signal } = client.connection.bounds;
	const until = Date.now() + Math.min(seconds, secondsToLook(form)) * 1000;
	for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
		const looked = await tried(look);
		if (signal?.aborted) throw cancelledWhile(doing, true);
		if (!looked.failure && looked.value) return looked.value;
		const left = until - Date.now();
		if (left <= 0) return undefined;
		await pause(Math.min(wait, left), signal);
	}
}

/**
 * Whether a write was answered 2xx with a refusal inside. The service may have done it before something else failed,
 * so it counts as a refusal only once a look has shown that nothing was done.
 */
export function isRefusalInside({ kind, status = 200 }: ServiceError): boolean {
	return kind === 'rejected' && status < 300;
}

/** How many documents are read at most if the order of the list does not show the newest ones. */
const maxInAnyOrder = 100_000;

/** How many new documents of others are read past when a lost one is looked for. */
const maxFromOthers = 1_000;

/** A service may answer for a moment as if there were nothing (behaviours 3), so an empty list is read again. */
const pausesOfEmptyMs = [200, 400];

/** What {@link KnownDocuments.appeared} found. */
interface Appeared {
	/** Created since. */
	created: ServiceRecord[];
	/** Not known before, but they may have been there. */
	unclear: ServiceRecord[];
}

/** The newest documents as far as this execution knows them: read once, then kept up to date with its own writes. */
export class KnownDocuments {
	private readonly byId = new Map<string, ServiceRecord>();

	private highestId = '';

	/** IDs from the front of the list, none left out. */
	private readonly listed: ReadonlySet<string>;

	private constructor(
		records: ServiceRecord[],
		private readonly count: number,
		/** What the records are, if it is known. */
		private readonly extent: 'all' | 'newest' | undefined,
	) {
		this.listed = new Set(records.map(idOf));
		for (const record of records) this.add(record);
	}

	/**
	 * For finding documents that exist. A search without criteria lists the newest first (docs/api/requests.md#search). If the
	 * IDs do not fall, the whole list is read.
	 * @throws ServiceError (incomplete) if the newest ones may not be among what was read
	 */
	static async read(client: ServiceClient, count: number): Promise<KnownDocuments> {
		const some = await readHead(client, count);
		const extent = extentOf(some, count);
		if (extent) return new KnownDocuments(some, count, extent);
		const all = await readHead(client, maxInAnyOrder);
		if (all.length < maxInAnyOrder) return new KnownDocuments(all, count, 'all');
		throw new ServiceError(
			'incomplete',
			`It is not known which documents are the newest ones: the service does not list them newest first, and there are ${maxInAnyOrder} or more`,
			{
				description:
					'Nothing was created. Enter the name that your service has for it as "Sort Direction Parameter" in the credential under "Customize Parameter Names".',
				effect: 'none',
			},
		);
	}

	/** For recognizing a new document after a lost answer. An application may be allowed to create, but not to search. */
	static async glance(client: ServiceClient): Promise<KnownDocuments> {
		const count = pageSizeLimits.minimum;
		const read = await tried(async () => await readHead(client, count));
		if (read.failure?.kind === 'cancelled') throw read.failure;
		const records = read.failure ? [] : read.value;
		return new KnownDocuments(records, count, read.failure ? undefined : extentOf(records, count));
	}

	/** Adds a document that was written, or puts it in place of what was known of it. */
	add(record: ServiceRecord): void {
		const id = idOf(record);
		this.byId.set(id === '' ? `without id ${this.byId.size}` : id, record);
		if (this.highestId === '' || compareIds(id, this.highestId) > 0) this.highestId = id;
	}

	/** Whether the document was there before, so that a response that shows it is about another one (a cache, a gateway). */
	has(record: ServiceRecord): boolean {
		return this.byId.has(idOf(record));
	}

	find(isMeant: (record: ServiceRecord) => boolean): ServiceRecord[] {
		return [...this.byId.values()].filter(isMeant);
	}

	/**
	 * Reads the list again. A document above the first one that stood there before was created since, unless lists are
	 * in another order than that of IDs: then an old one may have moved there.
	 * @throws ServiceError as the list
	 */
	async appeared(client: ServiceClient): Promise<Appeared | undefined> {
		const { extent, listed } = this;
		if (extent === undefined) return undefined;
		const wanted = Math.max(this.count, pageSizeLimits.maximum);
		let [read, isJoined] = [0, false];
		const isEnough = (record: ServiceRecord) => {
			isJoined ||= listed.has(idOf(record));
			return ++read >= wanted && isJoined;
		};
		const records =
			extent === 'all'
				? await readHead(client, maxInAnyOrder)
				: await readHead(client, wanted + maxFromOthers, isEnough);
		const isUnknown = (record: ServiceRecord) =>
			!this.has(record) && !(compareIds(idOf(record), this.highestId) <= 0);
		const joint = records.findIndex((record) => listed.has(idOf(record)));
		const isInOrder = isNewestFirst(records.filter((record) => !isUnknown(record)));
		const above = isInOrder ? Math.max(joint, 0) : 0;
		const end = extent === 'all' ? records.length : above;
		return {
			created: records.slice(0, end).filter(isUnknown),
			unclear: records.slice(end).filter(isUnknown),
		};
	}

	/**
	 * A document that was created here, if a list whose newest ones come first can show it so: on its first page, within
	 * what is searched, unless others have filled that page meanwhile.
	 * @returns it as the list shows it, or as it was created if its place says nothing
	 */
	async atHead(client: ServiceClient, made: ServiceRecord): Promise<ServiceRecord | undefined> {
		const size = Math.min(this.count, pageSizeLimits.maximum);
		const { records } = await searchDocuments(client, {}, []).fetch(0, size);
		const displayed = records.find((record) => idOf(record) === idOf(made));
		const isFull = records.length > 0 && !records.some((record) => this.has(record));
		return displayed ?? (this.extent === 'all' || isFull ? made : undefined);
	}
}

/** Whether each document is older than the one before it; a single one says nothing against it. */
function isNewestFirst(records: ServiceRecord[]): boolean {
	const order = CreationOrder.of(records);
	return order.holds && !order.rises;
}

const extentOf = (records: ServiceRecord[], count: number) =>
	records.length < count ? 'all' : isNewestFirst(records) ? 'newest' : undefined;

/**
 * Documents from the front of the list of all.
 * @param most how many are read at most
 * @param isEnough ends the reading before that
 */
async function readHead(
	client: ServiceClient,
	most: number,
	isEnough?: (record: ServiceRecord) => boolean,
): Promise<ServiceRecord[]> {
	const pageSize = Math.min(Math.max(most, pageSizeLimits.minimum), pageSizeLimits.maximum);
	const options = { pageSize, parallelPages: 2, wanted: most, isEnough };
	for (let tries = 0; ; tries++) {
		const listing = new Listing(searchDocuments(client, {}, []), options);
		const records: ServiceRecord[] = [];
		for await (const batch of listing.batches()) for (const record of batch) records.push(record);
		if (records.length > 0 || tries === pausesOfEmptyMs.length) return records;
		await pause(pausesOfEmptyMs[tries], client.connection.bounds.signal);
	}
}
