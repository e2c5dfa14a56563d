import { ServiceError } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import type { SeenDocument } from './changeReader';

export type Direction = 1 | -1;

/** Documents that come one in an answer are seldom; after so many the first two tell the direction. */
const mostSingle = 10;

/**
 * The order of ids in which a list comes. Each answer is in that order; what is created or comes back
 * while the list is read is handed on later than its place.
 */
export class IdOrder {
	/** Undefined until two documents of one answer have come. */
	direction?: Direction;

	/** What the manifest says of it: null where there were too few documents to tell. */
	told: Direction | null = null;

	/** Answers that came before the direction was known. */
	private waiting: SeenDocument[][] = [];

	private latest?: bigint;

	/** @param former the direction of the list before, where there was one */
	constructor(private readonly former?: Direction) {}

	/**
	 * Takes an answer in.
	 * @returns the answers that can be compared by now
	 * @throws ServiceError (badInput) for another order than before
	 */
	take(answer: SeenDocument[]): SeenDocument[][] {
		if (answer.length > 0) this.waiting.push(answer);
		if (this.direction === undefined && !this.isTold(answer)) return [];
		return this.waiting.splice(0);
	}

	/** What is left of a list too short to tell a direction; its ids rise here. */
	rest(): SeenDocument[] {
		if (this.direction === undefined) {
			this.direction = this.former ?? 1;
			this.told = this.former ?? null;
		}
		return this.waiting
			.splice(0)
			.flat()
			.sort((a, b) => (this.isBefore(numberOf(a), numberOf(b)) ? -1 : 1));
	}

	isBefore(id: bigint, other: bigint): boolean {
		return this.direction === -1 ? id > other : id < other;
	}

	/**
	 * The ids of an answer.
	 * @throws ServiceError (incomplete) for an answer that is not in the order of ids
	 */
	idsOf(answer: SeenDocument[]): bigint[] {
		const ids = answer.map(numberOf);
		const at = ids.findIndex((id, index) => index > 0 && !this.isBefore(ids[index - 1], id));
		if (at >= 0) {
			throw notInOrder(`The document ${ids[at]} is out of the order of IDs`);
		}
		return ids;
	}

	/** Whether the document comes later than its place. */
	isLate(id: bigint): boolean {
		if (this.latest !== undefined && !this.isBefore(this.latest, id)) return true;
		this.latest = id;
		return false;
	}

	private isTold(answer: SeenDocument[]): boolean {
		const { waiting, former } = this;
		const [first, second] = waiting.length < mostSingle ? answer : waiting.flat();
		if (second === undefined) return false;
		this.direction = this.told = numberOf(first) < numberOf(second) ? 1 : -1;
		if (former === undefined || former === this.direction) return true;
		throw new ServiceError('badInput', 'The list is in another order than the earlier manifest', {
			description: 'Set Sort Direction as it was, or begin anew without a manifest.',
			fields: ['sortDirection'],
		});
	}
}

function numberOf(document: SeenDocument): bigint {
	const text = idOf(document);
	if (/^[1-9]\d{0,18}$/.test(text)) return BigInt(text);
	const name = text === '' ? 'A document without an ID' : `The ID ${text.slice(0, 40)}`;
	throw notInOrder(`${name} has no place in the order of IDs, which are whole numbers`);
}

function notInOrder(message: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`${message}, so that the list cannot be compared with the one before`,
		{
			description:
				'Export Changes needs a list in the order of IDs. Choose Documents That Match a Search, or Export to File.',
		},
	);
}
