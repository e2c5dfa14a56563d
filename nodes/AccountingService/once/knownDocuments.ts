import type { IDataObject } from 'n8n-workflow';

import { pageSizeLimits } from '../../shared/client/settings';
import type { ServiceRecord } from '../../shared/client/envelope';
import { optionally, ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import { compareIds, idOf } from '../../shared/lists/ids';
import { coverageOf, isNewestFirst, maxInAnyOrder, newestDocuments } from './newestDocuments';
import { isOwnCreation } from './memories';
import { hasKey, valuesToSearch } from './unique';
import type { Key } from '../document/key';

/** How far a search for copies goes on to their original, if Look Back is lower. A copy is newer than its original. */
const maxForCopies = 2_000;

/** Maximum number of new documents of others to skip in the search for a lost one. */
const maxFromOthers = 1_000;

/** Documents that the list shows since it was read first. */
export interface Since {
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

	/** What {@link findInList} read last. */
	newest: ServiceRecord[] = [];

	/** Consecutive IDs from the head of the list. */
	private readonly listed: ReadonlySet<string>;

	private lowestId = '';

	private constructor(
		records: ServiceRecord[],
		private readonly count: number,
		/** Undefined if unknown. */
		private readonly coverage: 'all' | 'newest' | undefined,
	) {
		this.listed = new Set(records.map(idOf));
		for (const record of records) {
			this.add(record);
			if (this.lowestId === '' || compareIds(idOf(record), this.lowestId) < 0)
				this.lowestId = idOf(record);
		}
	}

	/**
	 * To find existing documents. A search without criteria lists the newest first (docs/api/requests.md#search). If the IDs
	 * are not in descending order, this reads the whole list.
	 * @param count how many
	 * @param downTo an ID to read on to, at most 2,000 documents or `count`
	 * @throws ServiceError (incomplete) if the newest ones may be missing
	 */
	static async read(
		client: ServiceClient,
		count: number,
		downTo?: string,
	): Promise<KnownDocuments> {
		const most = downTo === undefined ? count : Math.max(count, maxForCopies);
		let [read, isEnough] = [0, false];
		const stopWhen = (record: ServiceRecord) => {
			const isReached = downTo === undefined || compareIds(idOf(record), downTo) <= 0;
			isEnough ||= ++read >= count && isReached;
			return isEnough;
		};
		const some = await newestDocuments(client, most, stopWhen);
		const coverage = coverageOf(some, isEnough ? count : most);
		if (coverage) return new KnownDocuments(some, count, coverage);
		const all = await newestDocuments(client, maxInAnyOrder);
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
	static async readNewest(client: ServiceClient): Promise<KnownDocuments> {
		const count = pageSizeLimits.minimum;
		const read = await optionally(async () => await newestDocuments(client, count));
		const records = read.failure ? [] : read.value;
		return new KnownDocuments(
			records,
			count,
			read.failure ? undefined : coverageOf(records, count),
		);
	}

	/** How many documents to read again. */
	private get depth(): number {
		return Math.max(this.count, pageSizeLimits.maximum);
	}

	/** Whether {@link createdSince} can find new documents. */
	get canTellNew(): boolean {
		return this.coverage !== undefined;
	}

	/** Whether Look Back covers all documents. */
	get isWholeList(): boolean {
		return this.coverage === 'all';
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

	get(id: string): ServiceRecord | undefined {
		return this.byId.get(id);
	}

	/** What the list showed at the beginning: none that this execution has created. A deleted one has no values. */
	get listedDocuments(): ServiceRecord[] {
		return [...this.listed].map((id) => this.byId.get(id)).filter((one) => one !== undefined);
	}

	/** Whether all documents that are newer than this one are known. */
	reaches(id: string): boolean {
		return this.isWholeList || (this.canTellNew && compareIds(this.lowestId, id) <= 0);
	}

	/** "2,000 documents, back to ID 10000017" */
	get extent(): string {
		return `${this.listed.size.toLocaleString('en')} documents, back to ID ${this.lowestId}`;
	}

	/** Documents with the key. */
	withKey(key: Key, body: IDataObject): ServiceRecord[] {
		const keys = [...(this.byValue.get(key.value) ?? [])];
		const records = keys.map((each) => this.byId.get(each)).filter((one) => one !== undefined);
		return records.filter((record) => hasKey(record, key, body));
	}

	/**
	 * Reads the list again. Unknown documents before the first known one are new. If the list is not in the order of IDs, an
	 * old document may have moved there.
	 * @throws ServiceError as the list
	 */
	async createdSince(client: ServiceClient): Promise<Since | undefined> {
		const { coverage, listed } = this;
		if (coverage === undefined) return undefined;
		let [read, isJoined] = [0, false];
		const records = await this.readAgain(client, (record) => {
			isJoined ||= listed.has(idOf(record));
			return ++read >= this.depth && isJoined && coverage !== 'all';
		});
		const isUnknown = (record: ServiceRecord) => this.isUnknown(client, record);
		const firstListed = records.findIndex((record) => listed.has(idOf(record)));
		const isInOrder = isNewestFirst(records.filter((record) => !isUnknown(record)));
		const above = isInOrder ? Math.max(firstListed, 0) : 0;
		const end = coverage === 'all' ? records.length : above;
		return {
			created: records.slice(0, end).filter(isUnknown),
			unclear: records.slice(end).filter(isUnknown),
		};
	}

	/**
	 * The same by one request.
	 * @returns undefined if the first page cannot tell: the newest are not first, or others fill it
	 */
	async createdSinceOnFirstPage(client: ServiceClient): Promise<Since | undefined> {
		if (this.coverage === undefined) return undefined;
		const records = await newestDocuments(client, pageSizeLimits.maximum, () => true);
		const isJoined = this.byId.size === 0 || records.some((record) => this.has(record));
		if (!isJoined || !isNewestFirst(records)) return undefined;
		return { created: records.filter((record) => this.isUnknown(client, record)), unclear: [] };
	}

	private isUnknown(client: ServiceClient, record: ServiceRecord): boolean {
		if (this.has(record) || isOwnCreation(client, record)) return false;
		return !(compareIds(idOf(record), this.highestId) <= 0);
	}

	/**
	 * Finds a created document in the list: on its first page or, if others fill that page or the newest are not first,
	 * further on.
	 * @returns the document as the list shows it
	 */
	async findInList(client: ServiceClient, id: string): Promise<ServiceRecord | undefined> {
		const isIt = (record: ServiceRecord) => idOf(record) === id;
		const isBelow = (record: ServiceRecord) => this.coverage !== 'all' && this.wasListed(record);
		const isEnd = (record: ServiceRecord) => isIt(record) || isBelow(record);
		const onFirstPage = Math.min(this.count, pageSizeLimits.maximum);
		this.newest = await newestDocuments(client, onFirstPage, isEnd);
		const isFull = this.newest.length > 0 && !this.newest.some((record) => this.has(record));
		if (!this.newest.some(isIt) && (isFull || this.coverage === 'all')) {
			this.newest = await this.readAgain(client, isEnd);
		}
		return this.newest.find(isIt);
	}

	/**
	 * The list down to what was known before this execution, at most Look Back documents: usually one page.
	 * @returns undefined if the newest are not first
	 */
	async sinceFirstRead(client: ServiceClient): Promise<ServiceRecord[] | undefined> {
		const records = await newestDocuments(client, this.depth, this.wasListed);
		if (isNewestFirst(records)) return records;
		if (this.coverage !== 'all') return undefined;
		return await newestDocuments(client, maxInAnyOrder);
	}

	/** Whether the document was in the list before this execution. */
	readonly wasListed = (record: ServiceRecord): boolean => this.listed.has(idOf(record));

	private async readAgain(
		client: ServiceClient,
		stopWhen: (record: ServiceRecord) => boolean,
	): Promise<ServiceRecord[]> {
		const most = this.coverage === 'all' ? maxInAnyOrder : this.depth + maxFromOthers;
		return await newestDocuments(client, most, stopWhen);
	}
}
