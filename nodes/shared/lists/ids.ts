import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../client/envelope';

/** Where a record that stands for another one without an id has what tells that one from others. */
export const identity = Symbol('identity');

/** Text of a record's id, equal for a number and the string of the same digits. */
export function idOf(record: ServiceRecord): string {
	return record.id === undefined || record.id === null ? '' : String(record.id);
}

/** What tells a record from the others of its list: its id, else everything that it says. */
export function keyOf(record: ServiceRecord): number | string {
	const { id = null } = record;
	if (id !== null && id !== '') return id;
	const own = (record as { [identity]?: string })[identity];
	return own ?? `=${createHash('sha1').update(JSON.stringify(record)).digest('base64')}`;
}

export function isSame(a: ServiceRecord, b: ServiceRecord): boolean {
	return String(keyOf(a)) === String(keyOf(b));
}

export function sameRecords(a: ServiceRecord[], b: ServiceRecord[]): boolean {
	return a.length === b.length && a.every((record, index) => isSame(record, b[index]));
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
