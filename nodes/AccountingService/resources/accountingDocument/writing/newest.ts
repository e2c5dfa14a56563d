import type { ServiceRecord } from '../../../../shared/client/envelope';
import type { ServiceClient } from '../../../../shared/client/request';
import { pageSizeLimits } from '../../../../shared/client/dialect';
import { compareIds, idOf } from '../../../../shared/lists/ids';
import { glanceAtNewest, readNewest } from './newestReading';

/**
 * The newest documents of the service as far as this execution knows them: read once, kept up to date with what it
 * writes itself, and read anew only when an answer was lost (contract of writes, section 3).
 */
export class NewestDocuments {
	private readonly byId = new Map<string, ServiceRecord>();

	private newestId = '';

	private constructor(
		/** As the list shows them; undefined where it does not show which are the newest. */
		readonly listed: readonly ServiceRecord[] | undefined,
		private readonly count: number,
	) {
		for (const record of listed ?? []) this.add(record);
	}

	/** For finding one that exists. @throws ServiceError (incomplete) as {@link readNewest} */
	static async read(client: ServiceClient, count: number): Promise<NewestDocuments> {
		return new NewestDocuments(await readNewest(client, count), count);
	}

	/** For knowing which one is new after a lost answer. */
	static async glance(client: ServiceClient): Promise<NewestDocuments> {
		const count = pageSizeLimits.minimum;
		return new NewestDocuments(await glanceAtNewest(client, count), count);
	}

	/** Adds a document that was written, or puts it in place of what was known of it. */
	add(record: ServiceRecord): void {
		const id = idOf(record);
		this.byId.set(id === '' ? `without id ${this.byId.size}` : id, record);
		if (this.newestId === '' || compareIds(id, this.newestId) > 0) this.newestId = id;
	}

	find(isMeant: (record: ServiceRecord) => boolean): ServiceRecord[] {
		return [...this.byId.values()].filter(isMeant);
	}

	/**
	 * The documents that were not there when this was last known, read now.
	 * @throws ServiceError (incomplete) as {@link readNewest}
	 */
	async appeared(client: ServiceClient): Promise<ServiceRecord[]> {
		// Where it was not known which documents were there, none can be told to be new.
		if (this.listed === undefined) return [];
		const records = await readNewest(client, Math.max(this.count, pageSizeLimits.maximum));
		return records.filter((record) => {
			const id = idOf(record);
			return !this.byId.has(id) && !(compareIds(id, this.newestId) <= 0);
		});
	}
}
