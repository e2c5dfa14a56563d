import type { ServiceRecord } from '../client/envelope';

/** Text of a record's id, equal for a number and the string of the same digits. */
export function idOf(record: ServiceRecord): string {
	return record.id === undefined || record.id === null ? '' : String(record.id);
}

export function idsOf(records: ServiceRecord[]): string[] {
	return records.map(idOf);
}

export function sameIds(a: ServiceRecord[], b: ServiceRecord[]): boolean {
	return a.length === b.length && a.every((record, index) => idOf(record) === idOf(b[index]));
}

/** Below 0 when id a comes first; int64 ids beyond 2^53 are compared exactly. NaN for other texts. */
export function compareIds(a: string, b: string): number {
	if (!/^-?\d+$/.test(a) || !/^-?\d+$/.test(b)) return Number.NaN;
	const [left, right] = [Number(a), Number(b)];
	if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left - right;
	return BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b));
}

/** Whether ids only ever rise, or only ever fall: the order of creation, or its reverse. */
export class CreationOrder {
	private last?: number | string;

	private direction = 0;

	holds = true;

	static of(records: Iterable<ServiceRecord>): CreationOrder {
		const order = new CreationOrder();
		for (const record of records) order.add(record);
		return order;
	}

	add(record: ServiceRecord): void {
		const { last } = this;
		const id = record.id ?? '';
		if (last !== undefined && this.holds) {
			// Most ids are numbers; to make texts of all of them would take time for nothing.
			const areNumbers = typeof id === 'number' && typeof last === 'number';
			const step = Math.sign(areNumbers ? id - last : compareIds(String(id), String(last)));
			this.direction ||= step;
			this.holds = step !== 0 && step === this.direction;
		}
		this.last = id;
	}

	/** Whether the ids rise, the newest record last. */
	get rises(): boolean {
		return this.direction > 0;
	}
}

/**
 * The ids handed out so far. While they come in one direction, as ids of a list by creation do, they
 * fill a plain array of numbers (8 MB for a million); else a set of texts takes over.
 */
export class SeenIds {
	private ordered = new Float64Array(1024);

	private length = 0;

	private falling?: boolean;

	private others?: Set<string>;

	/**
	 * @param id a number and the text of the same digits are one id
	 * @returns true when the id is new
	 */
	add(id: number | string): boolean {
		if (this.others) {
			const text = String(id);
			if (this.others.has(text)) return false;
			this.others.add(text);
			return true;
		}
		const value = Number(id);
		if (id === '' || !Number.isSafeInteger(value)) return this.scatter().add(id);
		if (this.length === 0 || this.continues(value)) {
			this.append(value);
			return true;
		}
		return this.find(value) ? false : this.scatter().add(id);
	}

	private continues(value: number): boolean {
		const step = value - this.ordered[this.length - 1];
		if (this.length === 1 && step !== 0) this.falling = step < 0;
		return this.falling ? step < 0 : step > 0;
	}

	private append(value: number): void {
		if (this.length === this.ordered.length) {
			const wider = new Float64Array(this.length * 2);
			wider.set(this.ordered);
			this.ordered = wider;
		}
		this.ordered[this.length++] = value;
	}

	private find(value: number): boolean {
		let [low, high] = [0, this.length - 1];
		while (low <= high) {
			const middle = (low + high) >> 1;
			const found = this.ordered[middle];
			if (found === value) return true;
			if (this.falling ? found > value : found < value) low = middle + 1;
			else high = middle - 1;
		}
		return false;
	}

	/** Out-of-order ids: from here on every id is a text in a set. */
	private scatter(): this {
		this.others = new Set();
		for (let index = 0; index < this.length; index++) this.others.add(String(this.ordered[index]));
		this.ordered = new Float64Array(0);
		return this;
	}
}
