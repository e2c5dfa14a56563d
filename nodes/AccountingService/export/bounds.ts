import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import { whilePagesFit, type PageSource } from '../../shared/lists/listing';
import { locate } from '../../shared/lists/locate';
import type { Page } from '../../shared/lists/page';
import { PageReader } from '../../shared/lists/pageReader';

type Direction = 1 | -1;

/** A stretch of a list by the ids at its ends, in the order of the list. The documents may be gone. */
export interface Bounds {
	/** Not in the stretch. */
	afterId?: string;
	/** In the stretch. */
	untilId?: string;
}

/**
 * Keeps a reading within its bounds. If the list is in the order of IDs, the place to begin at is found
 * even if the document itself is gone; otherwise the list is read from its beginning until the document
 * comes, and has no place to end at.
 */
export class BoundedReading {
	private direction: Direction = -1;

	private isOrdered = false;

	private isPastStart: boolean;

	private latestId?: string;

	constructor(private readonly bounds: Bounds) {
		this.isPastStart = bounds.afterId === undefined;
	}

	/**
	 * @returns the page to begin with; undefined for the first one
	 * @throws ServiceError (badInput) if the list has no order that the bounds could hold in; and whatever the
	 * source throws
	 */
	async find(source: PageSource, pageSize: number): Promise<Page | undefined> {
		const { afterId, untilId } = this.bounds;
		const reader = new PageReader(source, { pageSize, parallelPages: 1 });
		const first = await reader.ask({ index: 0, size: reader.largest });
		if (first.refusal) throw first.refusal;
		const { holds, rises } = CreationOrder.of(first.records);
		this.direction = first.records.length > 1 ? (rises ? 1 : -1) : this.directionOfBounds();
		const place =
			afterId === undefined
				? undefined
				: await whilePagesFit(source, locate(reader, afterId, { first }));
		this.isOrdered = holds && (afterId === undefined || place !== undefined);
		if (untilId !== undefined) this.refuseUnfit(untilId);
		return place && place.page.records.length > 0 ? place.page : undefined;
	}

	/**
	 * The records of a batch that are within the bounds; asked for every batch in turn.
	 * @param isRereading whether this one may begin above the one before it; within itself each is in order
	 * @throws ServiceError (incomplete) if a batch is not in the order that its end depends on
	 */
	keptOf(batch: ServiceRecord[], isRereading: boolean): ServiceRecord[] {
		if (isRereading) this.latestId = undefined;
		return batch.filter((record) => {
			const id = idOf(record);
			if (this.bounds.untilId !== undefined) {
				if (this.latestId !== undefined && !this.isBeyond(id, this.latestId)) throw outOfOrder(id);
				this.latestId = id;
			}
			return this.isAfterStart(id) && !this.isPastEnd(record);
		});
	}

	/** Whether the record comes after the last one of the stretch, so that no more need be read. */
	isPastEnd(record: ServiceRecord): boolean {
		const { untilId } = this.bounds;
		return untilId !== undefined && this.isBeyond(idOf(record), untilId);
	}

	/** To be called at the end of the list. @throws ServiceError (badInput) when the place never came */
	finish(): void {
		if (this.isOrdered || this.isPastStart) return;
		refuseInput(
			'resumeAfterId',
			`The list has no document with the ID ${this.bounds.afterId} to resume after`,
			'This list is not in the order of IDs, so the document itself has to be in it. Resume after another document, or narrow the export by dates instead.',
		);
	}

	private isAfterStart(id: string): boolean {
		const { afterId } = this.bounds;
		if (afterId === undefined) return true;
		if (this.isOrdered) return this.isBeyond(id, afterId);
		const wasPast = this.isPastStart;
		this.isPastStart ||= id === afterId;
		return wasPast;
	}

	private isBeyond(id: string, other?: string): boolean {
		return other !== undefined && compareIds(id, other) * this.direction > 0;
	}

	private directionOfBounds(): Direction {
		const { afterId, untilId } = this.bounds;
		if (afterId === undefined || untilId === undefined) return -1;
		return compareIds(afterId, untilId) < 0 ? 1 : -1;
	}

	private refuseUnfit(untilId: string): void {
		const { afterId } = this.bounds;
		if (!this.isOrdered) {
			refuseInput(
				'untilId',
				'Until ID needs a list that is in the order of IDs, and this one is not',
				'Share the export by dates instead (Issued From and Issued To).',
			);
		}
		if (afterId !== undefined && this.isBeyond(afterId, untilId)) {
			refuseInput(
				'untilId',
				`In this list the document ${untilId} (Until ID) comes before the document ${afterId} (Resume After ID)`,
				'Swap the two, or change Sort Direction.',
			);
		}
	}
}

function outOfOrder(id: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`The document ${id.slice(0, 40)} is out of the order of IDs, so that IDs are no bounds of a share`,
		{ description: 'Share the export by dates instead (Issued From and Issued To).' },
	);
}
