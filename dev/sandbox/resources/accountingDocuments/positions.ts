/** The existing keys in rising order of IDs. A lookup takes time in the logarithm of the number of changes. */

/** Index of the first member of a rising list that is not below `wanted`. */
function lowerBound(list: readonly number[], wanted: number): number {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (list[middle] < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}

export class Positions {
	/** Ordinals of deleted generated documents, rising. */
	private readonly deleted: number[] = [];
	/** Odd keys in use, rising. */
	private readonly outOfOrder: number[] = [];
	/** A key is never used twice, so that the ID of a deleted document does not return. */
	private readonly usedPlaces = new Set<number>();

	constructor(private generated: number) {}

	get count(): number {
		return this.generated - this.deleted.length + this.outOfOrder.length;
	}

	/** Key of the document at a position, counted from 0. */
	keyAt(position: number): number {
		let low = 0;
		let high = this.outOfOrder.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.positionOfOutOfOrder(middle) < position) low = middle + 1;
			else high = middle;
		}
		const isOutOfOrder =
			low < this.outOfOrder.length && this.positionOfOutOfOrder(low) === position;
		return isOutOfOrder ? this.outOfOrder[low] : this.generatedAt(position - low) * 2;
	}

	/** Every key, rising. */
	forEachKey(visit: (key: number) => void): void {
		let nextDeleted = 0;
		let nextOdd = 0;
		for (let ordinal = 0; ordinal < this.generated; ordinal++) {
			if (this.deleted[nextDeleted] === ordinal) nextDeleted++;
			else visit(ordinal * 2);
			if (this.outOfOrder[nextOdd] === ordinal * 2 + 1) visit(this.outOfOrder[nextOdd++]);
		}
	}

	has(key: number): boolean {
		if (key % 2 === 1) return this.outOfOrder[lowerBound(this.outOfOrder, key)] === key;
		const ordinal = key / 2;
		return ordinal < this.generated && this.deleted[lowerBound(this.deleted, ordinal)] !== ordinal;
	}

	/** A new key above all others. */
	addNewest(): number {
		return this.generated++ * 2;
	}

	/** A new key below that of the newest document. Throws if none is free. */
	addOutOfOrder(): number {
		if (this.count === 0) throw new Error('There is no newest document to place another one below');
		let place = (this.keyAt(this.count - 1) >>> 1) - 1;
		while (this.usedPlaces.has(place)) place--;
		if (place < 0) throw new Error('No free id is left below the newest document');
		this.usedPlaces.add(place);
		const key = place * 2 + 1;
		this.outOfOrder.splice(lowerBound(this.outOfOrder, key), 0, key);
		return key;
	}

	/** The key must exist. */
	remove(key: number): void {
		if (key % 2 === 1) this.outOfOrder.splice(lowerBound(this.outOfOrder, key), 1);
		else this.deleted.splice(lowerBound(this.deleted, key / 2), 0, key / 2);
	}

	/** Ordinal of the generated document at a position among the existing ones. */
	private generatedAt(position: number): number {
		let low = 0;
		let high = this.deleted.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.deleted[middle] - middle <= position) low = middle + 1;
			else high = middle;
		}
		return position + low;
	}

	private positionOfOutOfOrder(index: number): number {
		const generatedBefore = (this.outOfOrder[index] + 1) / 2;
		return generatedBefore - lowerBound(this.deleted, generatedBefore) + index;
	}
}
