import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import type { SearchCriteria } from '../../shared/documents/criteria';
import { listDocuments, searchDocuments } from '../../shared/documents/sources';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import {
	Listing,
	whilePagesFit,
	type PageSource,
	type ReadOptions,
	type Result,
} from '../../shared/lists/listing';
import { locate } from '../../shared/lists/locate';
import type { Page } from '../../shared/lists/page';
import { PageReader } from '../../shared/lists/pageReader';
import type { DeclaredRequest } from '../operation';

/** A range of a list in the order of IDs. The documents themselves may no longer exist. */
export interface Bounds {
	/** Exclusive; null for no bound. */
	afterId: string | null;
	/** Inclusive; null for no bound. */
	untilId: string | null;
}

export interface ReadingPlan {
	client: ServiceClient;
	/** Undefined for all documents. */
	criteria?: SearchCriteria;
	scope: string[];
	read: ReadOptions;
	bounds: Bounds;
}

/** The progress of a reading. */
export interface Progress {
	/** Including those that a filter of the node excludes. */
	documents: number;
	lastId: string;
}

/** The documents of a list within the bounds. */
export interface Reading {
	batches: AsyncGenerator<ServiceRecord[]>;
	progress: Progress;
	/** Valid after the last batch. */
	result: Result;
}

export const listRequests: DeclaredRequest[] = [
	{ route: 'GET /v2/accountingdocuments', basis: 'document-lists [S]' },
	{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
];

/** The pages of a search, or of all documents. */
export function sourceOf(
	client: ServiceClient,
	criteria: SearchCriteria | undefined,
	scope: string[],
): PageSource {
	return criteria ? searchDocuments(client, criteria, scope) : listDocuments(client, scope);
}

/**
 * @param kept reduces a document, but keeps its identity
 * @throws ServiceError as the client
 */
export async function beginReading(
	{ client, criteria, scope, bounds, read }: ReadingPlan,
	kept: (record: ServiceRecord) => ServiceRecord,
): Promise<Reading> {
	const pages = sourceOf(client, criteria, scope);
	const reduced = (check?: (records: ServiceRecord[]) => void): PageSource => ({
		...pages,
		fetch: async (page, size, hooks) => {
			const answer = await pages.fetch(page, size, hooks);
			check?.(answer.records);
			return { ...answer, records: answer.records.map(kept) };
		},
	});
	const isBounded = bounds.afterId !== null || bounds.untilId !== null;
	const range = isBounded ? await Range.find(reduced(), bounds, read.pageSize) : undefined;
	const source = reduced((records) => range?.requireOrder(records));
	const isEnough = range && ((record: ServiceRecord) => range.isPastEnd(record));
	const listing = new Listing(source, { ...read, from: range?.from, isEnough });
	const progress: Progress = { documents: 0, lastId: '' };
	async function* batches() {
		for await (const batch of listing.batches()) {
			const records = range?.recordsOf(batch) ?? batch;
			yield records;
			progress.documents += records.length;
			progress.lastId = idOf(records.at(-1) ?? { id: progress.lastId });
		}
	}
	return { batches: batches(), progress, result: listing.result };
}

/** Keeps a reading of a list in the order of IDs within its bounds. The documents at the bounds may no longer exist. */
class Range {
	private constructor(
		private readonly bounds: Bounds,
		private readonly direction: 1 | -1,
		/** The page to start with; undefined for the first one. */
		readonly from?: Page,
	) {}

	/** @throws ServiceError (badInput) if the order of the list does not allow the bounds; as the source */
	static async find(source: PageSource, bounds: Bounds, pageSize: number): Promise<Range> {
		const { afterId, untilId } = bounds;
		const reader = new PageReader(source, { pageSize, parallelPages: 1 });
		const first = await reader.ask({ index: 0, size: reader.largest });
		if (first.refusal) throw first.refusal;
		const { holds, rises } = CreationOrder.of(first.records);
		const isTold = first.records.length > 1;
		const place =
			afterId === null
				? undefined
				: await whilePagesFit(source, locate(reader, afterId, { first }));
		if (!holds || (afterId !== null && !place)) refuseUnordered(bounds);
		const isRising = isTold ? rises : compareIds(afterId ?? '', untilId ?? '') < 0;
		const start = place && place.page.records.length > 0 ? place.page : undefined;
		const range = new Range(bounds, isRising ? 1 : -1, start);
		range.refuseSwapped();
		return range;
	}

	/**
	 * Checks the order of one response. Pages overlap, so the list is in order if each page is. New documents that are read
	 * later do not matter. Without Until ID, only the start of the range depends on the order.
	 * @throws ServiceError (incomplete) if the order of the records does not allow the bounds
	 */
	requireOrder(records: ServiceRecord[]): void {
		const { untilId } = this.bounds;
		for (let at = 1; at < records.length; at++) {
			const [before, id] = [idOf(records[at - 1]), idOf(records[at])];
			if (untilId !== null) {
				if (!this.isBeyond(id, before)) throw outOfOrder(id, 'Until ID');
			} else if (this.isAfterStart(before) && !this.isAfterStart(id)) {
				throw outOfOrder(id, 'Resume After ID');
			}
		}
	}

	/** The records of a batch within the bounds. */
	recordsOf(batch: ServiceRecord[]): ServiceRecord[] {
		return batch.filter((record) => this.isAfterStart(idOf(record)) && !this.isPastEnd(record));
	}

	/** Whether the record is after the range, so that the reading can stop. */
	isPastEnd(record: ServiceRecord): boolean {
		const { untilId } = this.bounds;
		return untilId !== null && this.isBeyond(idOf(record), untilId);
	}

	private isAfterStart(id: string): boolean {
		const { afterId } = this.bounds;
		return afterId === null || this.isBeyond(id, afterId);
	}

	private isBeyond(id: string, other: string): boolean {
		return compareIds(id, other) * this.direction > 0;
	}

	private refuseSwapped(): void {
		const { afterId, untilId } = this.bounds;
		if (afterId === null || untilId === null || !this.isBeyond(afterId, untilId)) return;
		refuseInput(
			'untilId',
			`In this list, document ${untilId} (Until ID) comes before document ${afterId} (Resume After ID)`,
			'Swap the two, or change Sort Direction.',
		);
	}
}

const useDates = 'Export by dates instead, with Issued From and Issued To.';

/** In such a list, documents that were created or changed since may come before the one to resume after. */
function refuseUnordered({ afterId }: Bounds): never {
	const [field, name] = afterId === null ? ['untilId', 'Until ID'] : ['afterId', 'Resume After ID'];
	return refuseInput(
		field,
		`${name} cannot be used, because the list is not in the order of IDs`,
		useDates,
	);
}

function outOfOrder(id: string, bound: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`Document ${id.slice(0, 40)} is not in the order of IDs, so ${bound} cannot be used`,
		{ description: useDates },
	);
}
