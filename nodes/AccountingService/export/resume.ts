import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import { CreationOrder, compareIds, idOf } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';

/**
 * Going on after a document, in the order of the list. Where the ids rise or fall along the list its
 * place is found by halving, also when the document itself is gone; elsewhere the list is read from
 * its beginning until the document comes.
 */
export class Resume {
	/** 0-based page to begin with: one that begins before the place, where the list did not move. */
	firstPage = 0;

	private ordered = false;

	private passed = false;

	private begun = false;

	/** @param direction 1 when ids are expected to rise along the list, -1 when they are to fall */
	constructor(
		private readonly afterId: string,
		private direction: 1 | -1,
	) {}

	/**
	 * Finds the page to begin with, in about twenty requests for a million documents. All pages that
	 * are looked at have to agree that the list is in the order of ids.
	 * @throws whatever the source throws
	 */
	async find(source: PageSource, pageSize: number): Promise<void> {
		const looked = new Map<number, ServiceRecord[]>();
		const look = async (page: number) => {
			const answer = await source.fetch(page, pageSize);
			looked.set(page, answer.records);
			return answer;
		};
		const first = await look(0);
		this.direction = directionOf(first.records) ?? this.direction;
		let low = 0;
		let high = (first.pagesCount ?? 1) - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			const [head] = (await look(middle)).records;
			if (head && !this.isBeyond(head)) low = middle;
			else high = middle - 1;
		}
		const pages = [...looked].sort(([a], [b]) => a - b);
		this.ordered = CreationOrder.of(pages.flatMap(([, records]) => records)).holds;
		// One page of room for documents that are deleted meanwhile, which moves the others forward.
		if (this.ordered) this.firstPage = Math.max(0, low - 1);
	}

	/**
	 * Whether a record comes after the document; asked for every record from {@link firstPage} on.
	 * @throws ServiceError (incomplete) when the list moved so far meanwhile that the place was missed
	 */
	keeps(record: ServiceRecord): boolean {
		if (this.passed) return true;
		if (!this.ordered) {
			this.passed = idOf(record) === this.afterId;
			return false;
		}
		this.passed = this.isBeyond(record);
		if (this.passed && !this.begun && this.firstPage > 0) {
			throw new ServiceError(
				'incomplete',
				'So many documents were deleted that the place to resume at was missed',
				{ description: 'Run it again when fewer documents change.' },
			);
		}
		this.begun = true;
		return this.passed;
	}

	/** To be called at the end of the list. @throws ServiceError (badInput) when the place never came */
	finish(): void {
		if (this.ordered || this.passed) return;
		refuseInput(
			'resumeAfterId',
			`The list has no document with the ID ${this.afterId} to resume after`,
			'This list is not in the order of IDs, so the document itself has to be in it. Resume after another document, or narrow the export by dates instead.',
		);
	}

	private isBeyond(record: ServiceRecord): boolean {
		return compareIds(idOf(record), this.afterId) * this.direction > 0;
	}
}

function directionOf(records: ServiceRecord[]): 1 | -1 | undefined {
	if (records.length < 2) return undefined;
	return compareIds(idOf(records[1]), idOf(records[0])) < 0 ? -1 : 1;
}
