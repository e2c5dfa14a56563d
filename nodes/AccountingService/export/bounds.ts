import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import { compareIds, idOf, sameRecords } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';
import type { Judge } from '../../shared/lists/source';
import { Survey } from './survey';

type Direction = 1 | -1;

/** A stretch of a list by the ids at its ends, in the order of the list. The documents may be gone. */
export interface Bounds {
	/** Not in the stretch. */
	afterId?: string;
	/** In the stretch. */
	untilId?: string;
}

/** A search and the same in the other direction, to see whether the service heeds the direction. */
export interface AskedDirection {
	asked: Direction;
	other: PageSource;
}

/**
 * Keeps a reading within its bounds. Where the ids rise or fall along the list the place to begin at is
 * found by halving, also when the document itself is gone; elsewhere the list is read from its beginning
 * until the document comes, and has no place to end at.
 */
export class BoundedReading {
	/** 0-based page to begin with: one that begins before the place, where the list did not move. */
	firstPage = 0;

	private direction: Direction = -1;

	private isOrdered = false;

	private hasBegun = false;

	private isPastStart: boolean;

	private latestId?: string;

	constructor(private readonly bounds: Bounds) {
		this.isPastStart = bounds.afterId === undefined;
	}

	/**
	 * Finds the page to begin with. All pages that are looked at have to agree that the list is in the
	 * order of ids.
	 * @throws ServiceError (rejected) when the service ignores the direction, (badInput) when the list has
	 * no order that the bounds could hold in; and whatever the source throws
	 */
	async find(source: PageSource, pageSize: number, asked?: AskedDirection): Promise<void> {
		const { afterId, untilId } = this.bounds;
		const survey = new Survey(source, pageSize, toldByTheReading);
		await survey.look(0);
		this.direction = survey.direction ?? asked?.asked ?? this.directionOfBounds();
		const page =
			afterId === undefined || !survey.isOrdered ? 0 : await survey.pageOf(afterId, this.direction);
		this.isOrdered = survey.isOrdered;
		if (asked) await this.refuseIgnoredDirection(survey, pageSize, asked);
		if (untilId !== undefined) this.refuseUnfit(untilId);
		// One page of room for documents that are deleted meanwhile, which moves the others forward.
		if (this.isOrdered) this.firstPage = Math.max(0, page - 1);
	}

	/**
	 * The records of a batch that are within the bounds; asked for every batch from {@link firstPage} on, in turn.
	 * @param goesBack whether this one may begin above the one before it; within itself each is in order
	 * @throws ServiceError (incomplete) when the list moved so far meanwhile that the place was missed, or
	 * is not in the order that its ends depend on
	 */
	keptOf(batch: ServiceRecord[], goesBack: boolean): ServiceRecord[] {
		if (goesBack) this.latestId = undefined;
		return batch.filter((record) => this.keeps(record));
	}

	private keeps(record: ServiceRecord): boolean {
		const id = idOf(record);
		if (!this.isPastStart && !this.passesStart(id)) return false;
		// What was moved to the head of the list, or created there, comes after its end.
		if (
			this.isOrdered &&
			this.bounds.afterId !== undefined &&
			!this.isBeyond(id, this.bounds.afterId)
		)
			return false;
		if (this.bounds.untilId === undefined) return true;
		if (this.latestId !== undefined && !this.isBeyond(id, this.latestId)) throw outOfOrder(id);
		this.latestId = id;
		return !this.isPastEnd(record);
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

	/** @returns whether the record is the first one of the stretch */
	private passesStart(id: string): boolean {
		const { afterId } = this.bounds;
		if (!this.isOrdered) {
			this.isPastStart = id === afterId;
			return false;
		}
		this.isPastStart = this.isBeyond(id, afterId);
		if (this.isPastStart && !this.hasBegun && this.firstPage > 0) throw missedPlace();
		this.hasBegun = true;
		return this.isPastStart;
	}

	private isBeyond(id: string, other?: string): boolean {
		return other !== undefined && compareIds(id, other) * this.direction > 0;
	}

	private directionOfBounds(): Direction {
		const { afterId, untilId } = this.bounds;
		if (afterId === undefined || untilId === undefined) return -1;
		return compareIds(afterId, untilId) < 0 ? 1 : -1;
	}

	private async refuseIgnoredDirection(
		survey: Survey,
		pageSize: number,
		{ asked, other }: AskedDirection,
	): Promise<void> {
		const first = await survey.look(0);
		if (first.length < 2) return;
		if (this.isOrdered) {
			if (this.direction !== asked) throw ignoredDirection();
			return;
		}
		const { records } = await other.fetch(0, pageSize);
		if (sameRecords(first, records)) throw ignoredDirection();
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

/** Where the list has one page whichever is asked for the reading begins there, and tells it. */
const toldByTheReading: Judge = {
	problem: async () => undefined,
	notice: () => undefined,
};

function ignoredDirection(): ServiceError {
	return new ServiceError('rejected', 'The service ignores the sort direction of the search', {
		description:
			'It gives the same order for both, so what comes after a document would be the wrong half. Enter the name that your service has for it as "Sort Direction Parameter" in the credential under "Customize Parameter Names", or choose the order that the service has.',
		fields: ['sortDirection'],
	});
}

function missedPlace(): ServiceError {
	return new ServiceError(
		'incomplete',
		'So many documents were deleted that the place to resume at was missed',
		{ description: 'Run it again when fewer documents change.' },
	);
}

function outOfOrder(id: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`The document ${id.slice(0, 40)} is out of the order of IDs, so that IDs are no bounds of a share`,
		{ description: 'Share the export by dates instead (Issued From and Issued To).' },
	);
}
