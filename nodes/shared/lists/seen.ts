import type { ServiceRecord } from '../client/envelope';
import { keyOf } from './ids';

/** Stretches of places that are looked through for each record. */
const mostUnknown = 10;

/**
 * The records that have come so far. Ids that rise or fall, as ids of a list by creation do, fill plain
 * arrays of numbers (16 MB for a million); others go into a map.
 *
 * Each has a place in the order of the list: whole numbers in the order of coming, and fractions between
 * them for records that were found between others. A place may be unknown again (NaN): of records that
 * should have come after another one, and did not.
 */
export class Seen {
	private ordered = new Float64Array(256);

	/** Places of the ordered ones. */
	private places = new Float64Array(256);

	private orderedCount = 0;

	private falls = false;

	private readonly others = new Map<string, number>();

	/** Places from just behind the first to the second are unknown; rising, and none touches another. */
	private unknown: Array<[number, number]> = [];

	/** How many different records. */
	count = 0;

	/** The lowest place and the highest one. */
	first = 0;

	last = -1;

	/** @returns undefined for a record that has not come yet, NaN for one whose place is unknown */
	placeOf(record: ServiceRecord): number | undefined {
		const key = keyOf(record);
		const at = this.find(numberOf(key));
		const place = at >= 0 ? this.places[at] : this.others.get(String(key));
		if (place === undefined) return undefined;
		return this.unknown.some(([from, to]) => place > from && place <= to) ? Number.NaN : place;
	}

	has(record: ServiceRecord): boolean {
		return this.placeOf(record) !== undefined;
	}

	/**
	 * Takes a record in. One that has come already gets the place, if one is given.
	 * @param given the place, behind all others unless given
	 * @returns false when it has come already
	 */
	add(record: ServiceRecord, given?: number): boolean {
		const key = keyOf(record);
		const number = numberOf(key);
		const at = this.find(number);
		const isNew = at < 0 && !this.others.has(String(key));
		if (!isNew && given === undefined) return false;
		const place = given ?? this.last + 1;
		if (at >= 0) this.places[at] = place;
		else if (isNew && number !== undefined && this.continues(number)) this.append(number, place);
		else this.others.set(String(key), place);
		if (isNew) this.count++;
		this.first = Math.min(this.first, place);
		this.last = Math.max(this.last, place);
		return isNew;
	}

	/** Takes records in. @returns those that had not come yet */
	fresh(records: ServiceRecord[]): ServiceRecord[] {
		return records.filter((record) => this.add(record));
	}

	/** The places of all that came behind this one are no longer known. */
	forgetBehind(place: number): void {
		if (place >= this.last) return;
		const overlapping = this.unknown.filter(([, to]) => to >= place);
		const apart = this.unknown.filter(([, to]) => to < place);
		const from = Math.min(place, ...overlapping.map(([start]) => start));
		this.unknown = [...apart, [from, this.last]];
		if (this.unknown.length <= mostUnknown) return;
		// What lies between two stretches is forgotten as well, rather than believed wrongly.
		const [[first], [, second], ...others] = this.unknown;
		this.unknown = [[first, second], ...others];
	}

	private continues(value: number): boolean {
		if (this.orderedCount === 0) return true;
		const step = value - this.ordered[this.orderedCount - 1];
		if (this.orderedCount === 1) this.falls = step < 0;
		return this.falls ? step < 0 : step > 0;
	}

	private append(value: number, place: number): void {
		const at = this.orderedCount++;
		if (at === this.ordered.length) {
			const [ordered, places] = [new Float64Array(at * 2), new Float64Array(at * 2)];
			ordered.set(this.ordered);
			places.set(this.places);
			[this.ordered, this.places] = [ordered, places];
		}
		this.ordered[at] = value;
		this.places[at] = place;
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

/** A number and the text of the same digits are one id; texts of other numbers are not. */
function numberOf(key: number | string): number | undefined {
	const number = Number(key);
	if (!Number.isSafeInteger(number)) return undefined;
	return typeof key === 'number' || String(number) === key ? number : undefined;
}
