import type { IDataObject } from 'n8n-workflow';

import { pageSizeLimits } from '../../shared/client/settings';
import { pause } from '../../shared/client/deadline';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError, toResult } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import { searchDocuments } from '../../shared/documents/sources';
import { pausesOfEmptyMs } from '../../shared/lists/firstPage';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import { Listing } from '../../shared/lists/listing';
import { wasCreatedHere } from './createdHere';
import { hasKey, type Unique, valuesToSearch } from './unique';

/** Maximum number of documents to read if the list is not in the order of creation. */
const maxInAnyOrder = 100_000;

/** Maximum number of new documents of others to skip in the search for a lost one. */
const maxFromOthers = 1_000;

/** The result of {@link KnownDocuments.appeared}. */
export interface Appeared {
	/** Created since. */
	created: ServiceRecord[];
	/** Not known before, but possibly older. */
	unclear: ServiceRecord[];
}

/** The newest documents: read once, then updated with the writes of this execution. */
export class KnownDocuments {
	private readonly byId = new Map<string, ServiceRecord>();

	/** Keys of {@link byId} by a value that a document has or had in a field of Unique By. */
	private readonly byValue = new Map<string, Set<string>>();

	private highestId = '';

	/** The first page of the list, as it was read last. */
	newestPage: ServiceRecord[] = [];

	/** Consecutive IDs from the head of the list. */
	private readonly listed: ReadonlySet<string>;

	private constructor(
		records: ServiceRecord[],
		private readonly count: number,
		/** Undefined if unknown. */
		private readonly extent: 'all' | 'newest' | undefined,
	) {
		this.listed = new Set(records.map(idOf));
		for (const record of records) this.add(record);
	}

	/**
	 * To find existing documents. A search without criteria lists the newest first (docs/api/requests.md#search). If the IDs
	 * are not in descending order, this reads the whole list.
	 * @throws ServiceError (incomplete) if the newest ones may be missing
	 */
	static async read(client: ServiceClient, count: number): Promise<KnownDocuments> {
		const some = await readHead(client, count);
		const extent = extentOf(some, count);
		if (extent) return new KnownDocuments(some, count, extent);
		const all = await readHead(client, maxInAnyOrder);
		if (all.length < maxInAnyOrder) return new KnownDocuments(all, count, 'all');
		throw new ServiceError(
			'incomplete',
			`The node cannot find the newest documents, because the service does not list them first and has ${maxInAnyOrder} or more`,
			{
				description:
					'Nothing was created. Turn on Customize Parameter Names in the credential, and enter the name for your service in Sort Direction Parameter.',
				effect: 'none',
			},
		);
	}

	/** To recognize a new document after a lost response. The application may have no permission to search. */
	static async glance(client: ServiceClient): Promise<KnownDocuments> {
		const count = pageSizeLimits.minimum;
		const read = await toResult(async () => await readHead(client, count));
		if (read.failure?.kind === 'cancelled') throw read.failure;
		const records = read.failure ? [] : read.value;
		return new KnownDocuments(records, count, read.failure ? undefined : extentOf(records, count));
	}

	/** Whether {@link appeared} can find new documents. */
	get canTellNew(): boolean {
		return this.extent !== undefined;
	}

	/** Whether Look Back covers all documents. */
	get isWholeList(): boolean {
		return this.extent === 'all';
	}

	/** Adds or updates a document. */
	add(record: ServiceRecord): void {
		const id = idOf(record);
		const key = id === '' ? `without id ${this.byId.size}` : id;
		this.byId.set(key, record);
		for (const value of valuesToSearch(record)) {
			this.byValue.set(value, (this.byValue.get(value) ?? new Set()).add(key));
		}
		if (this.highestId === '' || compareIds(id, this.highestId) > 0) this.highestId = id;
	}

	/** Whether the document existed before. A response with it is then about another request (a cache, a gateway). */
	has(record: ServiceRecord): boolean {
		return this.byId.has(idOf(record));
	}

	find(test: (record: ServiceRecord) => boolean): ServiceRecord | undefined {
		return [...this.byId.values()].find(test);
	}

	/** Documents with the key. */
	withKey(unique: Unique, body: IDataObject): ServiceRecord[] {
		const keys = [...(this.byValue.get(unique.value) ?? [])];
		const records = keys.map((key) => this.byId.get(key)).filter((one) => one !== undefined);
		return records.filter((record) => hasKey(record, unique, body));
	}

	/**
	 * Reads the list again. Unknown documents before the first known one are new. If the list is not in the order of IDs, an
	 * old document may have moved there.
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
		const isUnknown = (record: ServiceRecord) => this.isUnknown(client, record);
		const firstListed = records.findIndex((record) => listed.has(idOf(record)));
		const isInOrder = isNewestFirst(records.filter((record) => !isUnknown(record)));
		const above = isInOrder ? Math.max(firstListed, 0) : 0;
		const end = extent === 'all' ? records.length : above;
		return {
			created: records.slice(0, end).filter(isUnknown),
			unclear: records.slice(end).filter(isUnknown),
		};
	}

	/**
	 * The same by one request.
	 * @returns undefined if the first page cannot tell: the newest are not first, or others fill it
	 */
	async appearedOnFirstPage(client: ServiceClient): Promise<Appeared | undefined> {
		if (this.extent === undefined) return undefined;
		const records = await this.firstPage(client, pageSizeLimits.maximum);
		const isJoined = this.byId.size === 0 || records.some((record) => this.has(record));
		if (!isJoined || !isNewestFirst(records)) return undefined;
		return { created: records.filter((record) => this.isUnknown(client, record)), unclear: [] };
	}

	private isUnknown(client: ServiceClient, record: ServiceRecord): boolean {
		if (this.has(record) || wasCreatedHere(client, record)) return false;
		return !(compareIds(idOf(record), this.highestId) <= 0);
	}

	/**
	 * Finds a created document in the list: on its first page or, if others fill that page or the newest are not first,
	 * further on.
	 * @returns the document as the list shows it
	 */
	async atHead(client: ServiceClient, made: ServiceRecord): Promise<ServiceRecord | undefined> {
		const records = await this.firstPage(client);
		const displayed = records.find((record) => idOf(record) === idOf(made));
		const isFull = records.length > 0 && !records.some((record) => this.has(record));
		const mayFollow = isFull || this.extent === 'all';
		return displayed ?? (mayFollow ? await this.furtherOn(client, idOf(made)) : undefined);
	}

	/**
	 * The created documents that the first page of the list should show, but does not. If the newest are not first, this
	 * reads the whole list.
	 */
	async notListed(client: ServiceClient, created: string[]): Promise<string[]> {
		const page = await this.firstPage(client);
		const isPageEnough = isNewestFirst(page);
		if (!isPageEnough && this.extent !== 'all') return [];
		const records = isPageEnough ? page : await readHead(client, maxInAnyOrder);
		const ids = new Set(records.map(idOf));
		const oldest = idOf(page.at(-1) ?? {});
		const belongs = (id: string) =>
			!isPageEnough || page.length === 0 || compareIds(id, oldest) > 0;
		return created.filter((id) => !ids.has(id) && belongs(id));
	}

	private async firstPage(client: ServiceClient, count = this.count): Promise<ServiceRecord[]> {
		const size = Math.min(count, pageSizeLimits.maximum);
		this.newestPage = (await searchDocuments(client, {}, []).fetch(0, size)).records;
		return this.newestPage;
	}

	private async furtherOn(client: ServiceClient, id: string): Promise<ServiceRecord | undefined> {
		const { extent, listed } = this;
		const most = extent === 'all' ? maxInAnyOrder : this.count + maxFromOthers;
		const isEnd = (record: ServiceRecord) =>
			idOf(record) === id || (extent !== 'all' && listed.has(idOf(record)));
		const records = await readHead(client, most, isEnd);
		return records.find((record) => idOf(record) === id);
	}
}

/** Whether each document is older than the previous one. True for a single one. */
function isNewestFirst(records: ServiceRecord[]): boolean {
	const order = CreationOrder.of(records);
	return order.holds && !order.rises;
}

const extentOf = (records: ServiceRecord[], count: number) =>
	records.length < count ? 'all' : isNewestFirst(records) ? 'newest' : undefined;

/**
 * Documents from the head of the whole list.
 * @param most maximum number of documents
 * @param isEnough stops earlier
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
