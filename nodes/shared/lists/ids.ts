import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../client/envelope';
import { parseJsonExactly, textFrom } from '../client/json';

/** The ID as text, the same for a number, a string of its digits and an exact number. '' unless the ID is text or a number. */
export const idOf = ({ id }: ServiceRecord): string => textFrom(id);

/** An ID in the output, as records have it: a number, or text if that would lose digits. */
export const idForOutput = (id: string) => parseJsonExactly(id) as number | string;

const isId = (id: unknown): id is number | string =>
	typeof id === 'number' || typeof id === 'string';

/** A unique key of a record in its list: its ID, else a hash of all its fields. */
export function keyOf(record: ServiceRecord): number | string {
	const { id } = record;
	if (isId(id) && id !== '') return id;
	return `=${createHash('sha1').update(JSON.stringify(record)).digest('base64')}`;
}

export function isSame(a: ServiceRecord, b: ServiceRecord): boolean {
	return String(keyOf(a)) === String(keyOf(b));
}

export function sameRecords(a: ServiceRecord[], b: ServiceRecord[]): boolean {
	return a.length === b.length && a.every((record, index) => isSame(record, b[index]));
}

/** How many of these records are among others. */
export function countCommon(records: ServiceRecord[], others: ServiceRecord[]): number {
	const keys = new Set(others.map((record) => String(keyOf(record))));
	return records.filter((record) => keys.has(String(keyOf(record)))).length;
}

/** Whether two lists have the same records, in any order. */
export function sameRecordSet(a: ServiceRecord[], b: ServiceRecord[]): boolean {
	return a.length === b.length && countCommon(a, b) === a.length;
}

/** Whether these are the records of the same page, of which a few may have moved, rather than of the page after it. */
export function isSamePlace(records: ServiceRecord[], before: ServiceRecord[]): boolean {
	const isAmong = (record: ServiceRecord, others: ServiceRecord[]) =>
		others.some((other) => isSame(record, other));
	const firstHalf = before.slice(0, Math.ceil(before.length / 2));
	return (
		before.slice(0, 1).some((record) => isAmong(record, records)) ||
		records.slice(0, 1).some((record) => isAmong(record, firstHalf))
	);
}

/** Below 0 if ID a is lower. Exact for int64 IDs above 2^53. NaN if an ID is not an integer. */
export function compareIds(a: string, b: string): number {
	if (!/^-?\d+$/.test(a) || !/^-?\d+$/.test(b)) return Number.NaN;
	const [left, right] = [BigInt(a), BigInt(b)];
	return left < right ? -1 : Number(left > right);
}

/** Whether IDs only rise or only fall, i.e. follow the order of creation or its reverse. */
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
		const id = isId(record.id) ? record.id : '';
		if (last !== undefined && this.holds) {
			const step = compareIds(String(id), String(last));
			this.direction ||= step;
			this.holds = step !== 0 && step === this.direction;
		}
		this.last = id;
	}

	/** Whether the newest record comes last. */
	get rises(): boolean {
		return this.direction > 0;
	}
}
