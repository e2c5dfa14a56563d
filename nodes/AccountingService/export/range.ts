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

/** A range of a list by IDs, in the order of the list. The documents themselves may no longer exist. */
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
		range?.finish();
	}
	return { batches: batches(), progress, result: listing.result };
}

/**
 * Keeps a reading within its bounds. In a list in the order of IDs, it finds the start even if the document no longer
 * exists. Otherwise it reads from the first page until it finds the document, and Until ID is not possible.
 */
class Range {
	/** The page to start with; undefined for the first one. */
	from?: Page;

	private isPastStart: boolean;

	private constructor(
		private readonly bounds: Bounds,
		private readonly direction: 1 | -1,
		private readonly isOrdered: boolean,
	) {
		this.isPastStart = bounds.afterId === null;
	}

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
		const isOrdered = holds && (afterId === null || place !== undefined);
		const isRising = isTold ? rises : compareIds(afterId ?? '', untilId ?? '') < 0;
		const range = new Range(bounds, isRising ? 1 : -1, isOrdered);
		if (untilId !== null) range.refuseUnfit(untilId);
		if (place && place.page.records.length > 0) range.from = place.page;
		return range;
	}

	/**
	 * Checks the order of one response. Pages overlap, so the list is in order if each page is. New documents that are read
	 * later do not matter. Without Until ID, only the start of the range depends on the order.
	 * @throws ServiceError (incomplete) if the order of the records does not allow the bounds
	 */
	requireOrder(records: ServiceRecord[]): void {
		const { untilId } = this.bounds;
		if (!this.isOrdered) return;
		for (let at = 1; at < records.length; at++) {
			const [before, id] = [idOf(records[at - 1]), idOf(records[at])];
			if (untilId !== null) {
				if (!this.isBeyond(id, before)) throw outOfOrder(id, 'Until ID');
			} else if (this.isAfterStart(before) && !this.isAfterStart(id)) {
				throw outOfOrder(id, 'Resume After ID');
			}
		}
	}

	/** The records of a batch within the bounds. Call it for every batch in order. */
	recordsOf(batch: ServiceRecord[]): ServiceRecord[] {
		return batch.filter((record) => this.isAfterStart(idOf(record)) && !this.isPastEnd(record));
	}

	/** Whether the record is after the range, so that the reading can stop. */
	isPastEnd(record: ServiceRecord): boolean {
		const { untilId } = this.bounds;
		return untilId !== null && this.isBeyond(idOf(record), untilId);
	}

	/** Call it at the end of the list. @throws ServiceError (badInput) if the list did not have the first document */
	finish(): void {
		if (this.isOrdered || this.isPastStart) return;
		refuseInput(
			'afterId',
			`The list has no document ${this.bounds.afterId} (Resume After ID)`,
			'The list is not in the order of IDs, so it must contain the document. Enter another ID, or limit the export by dates instead (Issued From and Issued To).',
		);
	}

	private isAfterStart(id: string): boolean {
		const { afterId } = this.bounds;
		if (afterId === null) return true;
		if (this.isOrdered) return this.isBeyond(id, afterId);
		const wasPast = this.isPastStart;
		this.isPastStart ||= id === afterId;
		return wasPast;
	}

	private isBeyond(id: string, other: string): boolean {
		return compareIds(id, other) * this.direction > 0;
	}

	private refuseUnfit(untilId: string): void {
		const { afterId } = this.bounds;
		if (!this.isOrdered) {
			refuseInput(
				'untilId',
				'Until ID cannot be used, because the list is not in the order of IDs',
				'Split the export by dates instead (Issued From and Issued To).',
			);
		}
		if (afterId !== null && this.isBeyond(afterId, untilId)) {
			refuseInput(
				'untilId',
				`In this list, document ${untilId} (Until ID) comes before document ${afterId} (Resume After ID)`,
				'Swap the two, or change Sort Direction.',
			);
		}
	}
}

function outOfOrder(id: string, bound: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`Document ${id.slice(0, 40)} is not in the order of IDs, so ${bound} cannot be used`,
		{ description: 'Split the export by dates instead (Issued From and Issued To).' },
	);
}
