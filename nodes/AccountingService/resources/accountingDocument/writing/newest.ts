import { pageSizeLimits } from '../../../../shared/client/settings';
import type { ServiceRecord } from '../../../../shared/client/envelope';
import { tried } from '../../../../shared/client/errors';
import type { ServiceClient } from '../../../../shared/client/client';
import { compareIds, idOf } from '../../../../shared/lists/ids';
import { firstPage, isNewestFirst, readNewest, type Newest } from './newestReading';

/**
 * The newest documents of the service as far as this execution knows them: read once, kept up to date with what it
 * writes itself, and read anew only when an answer was lost (contract of writes, section 3).
 */
export class NewestDocuments {
	private readonly byId = new Map<string, ServiceRecord>();

	private newestId = '';

	private constructor(
		/** Undefined if the list does not show which ones are the newest. */
		readonly listed: Newest | undefined,
		private readonly count: number,
	) {
		for (const record of listed?.records ?? []) this.add(record);
	}

	/** For finding one that exists. @throws ServiceError (incomplete) as {@link readNewest} */
	static async read(client: ServiceClient, count: number): Promise<NewestDocuments> {
		return new NewestDocuments(await readNewest(client, count), count);
	}

	/** For knowing which one is new after a lost answer. An application may be allowed to create, but not to search. */
	static async glance(client: ServiceClient): Promise<NewestDocuments> {
		const count = pageSizeLimits.minimum;
		const seen = await tried(async () => await firstPage(client, count));
		if (seen.failure?.kind === 'cancelled') throw seen.failure;
		const records = seen.failure ? undefined : seen.value;
		const listed = records && isNewestFirst(records) ? { records, isAll: false } : undefined;
		return new NewestDocuments(listed, count);
	}

	/** Adds a document that was written, or puts it in place of what was known of it. */
	add(record: ServiceRecord): void {
		const id = idOf(record);
		this.byId.set(id === '' ? `without id ${this.byId.size}` : id, record);
		if (this.newestId === '' || compareIds(id, this.newestId) > 0) this.newestId = id;
	}

	/** Whether the document was there before, so that a response that shows it is about another one (a cache, a gateway). */
	knows(record: ServiceRecord): boolean {
		return this.byId.has(idOf(record));
	}

	find(isMeant: (record: ServiceRecord) => boolean): ServiceRecord[] {
		return [...this.byId.values()].filter(isMeant);
	}

	/**
	 * The documents that were not there when this was last known, read now.
	 * @throws ServiceError (incomplete) as {@link readNewest}
	 */
	async appeared(client: ServiceClient): Promise<ServiceRecord[]> {
		// If it was not known which documents were there, none can be told to be new.
		if (this.listed === undefined) return [];
		const { records } = await readNewest(client, Math.max(this.count, pageSizeLimits.maximum));
		return records.filter((record) => {
			const id = idOf(record);
			return !this.byId.has(id) && !(compareIds(id, this.newestId) <= 0);
		});
	}

	/**
	 * A document that was created here, if a list whose newest ones come first can show it so: on its first page, within
	 * what is searched, unless others have filled that page meanwhile.
	 * @returns it as the list shows it, or as it was created if its place says nothing
	 */
	async atHead(client: ServiceClient, made: ServiceRecord): Promise<ServiceRecord[]> {
		const size = Math.min(this.count, pageSizeLimits.maximum);
		const records = await firstPage(client, size);
		const shown = records.filter((record) => idOf(record) === idOf(made));
		if (shown.length > 0) return shown;
		const isKnown = (record: ServiceRecord) => this.byId.has(idOf(record));
		const saysNothing = this.listed?.isAll || (records.length > 0 && !records.some(isKnown));
		return saysNothing ? [made] : [];
	}
}
