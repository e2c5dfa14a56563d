import type { ServiceRecord } from '../../../../shared/client/envelope';
import type { ServiceClient } from '../../../../shared/client/request';
import { pageSizeLimits } from '../../../../shared/client/dialect';
import { compareIds, idOf } from '../../../../shared/lists/ids';
import { Listing } from '../../../../shared/lists/listing';
import { searchDocuments } from '../documents';

/** Enough to know the newest id. */
export const fewest = pageSizeLimits.minimum;

/** Reads so many of the newest documents; a search without criteria lists them first (specification 4). */
async function readNewest(client: ServiceClient, count: number): Promise<ServiceRecord[]> {
	const source = searchDocuments(client, {}, []);
	if (count <= pageSizeLimits.maximum) return (await source.fetch(0, count)).records;
	const ids = new Set<string>();
	const listing = new Listing(source, {
		pageSize: pageSizeLimits.maximum,
		parallelPages: 2,
		isEnough: (record) => ids.add(idOf(record)).size >= count,
	});
	const records: ServiceRecord[] = [];
	for await (const batch of listing.batches()) for (const record of batch) records.push(record);
	return records;
}

/**
 * The newest documents of the service as far as this execution knows them: read once, kept up to date with what it
 * writes itself, and read anew only when an answer was lost (contract of writes, section 3).
 */
export class NewestDocuments {
	private readonly byId = new Map<string, ServiceRecord>();

	private newestId = '';

	private constructor(
		records: ServiceRecord[],
		private readonly count: number,
	) {
		for (const record of records) this.add(record);
	}

	/** @throws ServiceError (incomplete) where documents come and go too fast to be read without a gap */
	static async read(client: ServiceClient, count: number): Promise<NewestDocuments> {
		return new NewestDocuments(await readNewest(client, count), count);
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

	/** The documents that were not there when this was last known, read now. */
	async appeared(client: ServiceClient): Promise<ServiceRecord[]> {
		const records = await readNewest(client, Math.max(this.count, pageSizeLimits.maximum));
		return records.filter((record) => {
			const id = idOf(record);
			return !this.byId.has(id) && !(compareIds(id, this.newestId) <= 0);
		});
	}
}
