import type { ServiceRecord } from '../client/envelope';
import { keyOf } from './ids';

/**
 * The keys of the records seen so far, in their order. IDs in rising or falling order, as in a list sorted by creation,
 * go into one array of numbers (8 MB per million); others go into a map.
 */
export class Seen {
	private ordered = new Float64Array(256);

	private orderedCount = 0;

	private falls = false;

	private readonly others = new Map<string, number>();

	/** Number of distinct records. */
	count = 0;

	/** The first records. */
	readonly start: ServiceRecord[] = [];

	/** A number that rises in the order in which records were added; undefined for an unknown record. */
	placeOf(record: ServiceRecord): number | undefined {
		const key = keyOf(record);
		const at = this.find(numberOf(key));
		return at >= 0 ? at : this.others.get(String(key));
	}

	has(record: ServiceRecord): boolean {
		return this.placeOf(record) !== undefined;
	}

	/** @returns false if the record was added before */
	add(record: ServiceRecord): boolean {
		if (this.has(record)) return false;
		const key = keyOf(record);
		const number = numberOf(key);
		this.count++;
		if (this.start.length < startLength) this.start.push(record);
		if (number !== undefined && this.continues(number)) this.append(number);
		else this.others.set(String(key), this.end + perOther);
		return true;
	}

	/** The highest position so far. */
	get end(): number {
		return this.orderedCount - 1 + this.others.size * perOther;
	}

	/** Adds records. @returns those that are new */
	fresh(records: ServiceRecord[]): ServiceRecord[] {
		return records.filter((record) => this.add(record));
	}

	private continues(value: number): boolean {
		if (this.orderedCount === 0) return true;
		const step = value - this.ordered[this.orderedCount - 1];
		if (this.orderedCount === 1) this.falls = step < 0;
		return this.falls ? step < 0 : step > 0;
	}

	private append(value: number): void {
		if (this.orderedCount === this.ordered.length) {
			const larger = new Float64Array(this.orderedCount * 2);
			larger.set(this.ordered);
			this.ordered = larger;
		}
		this.ordered[this.orderedCount++] = value;
	}

	private find(value: number | undefined): number {
		if (value === undefined) return -1;
		let [low, high] = [0, this.orderedCount - 1];
		while (low <= high) {
			const middle = (low + high) >> 1;
			const found = this.ordered[middle];
			if (found === value) return middle;
			if (this.falls ? found > value : found < value) low = middle + 1;
			else high = middle - 1;
		}
		return -1;
	}
}

const startLength = 200;

/** Records in the map get positions between the ordered ones. No list has 2^26 of them. */
const perOther = 2 ** -26;

/** A number and the string of its digits are one ID. "007" and "7" are two. */
function numberOf(key: number | string): number | undefined {
	const number = Number(key);
	if (!Number.isSafeInteger(number)) return undefined;
	return typeof key === 'number' || String(number) === key ? number : undefined;
}
