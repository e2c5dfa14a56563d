import type { IDataObject } from 'n8n-workflow';

import { stated } from '../../shared/client/settings';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ExactNumber } from '../../shared/client/json';
import type { Constraint } from './constraint';

/** Totals of a range, and the parameters that ask for them. */
interface Range extends Constraint {
	parameters: IDataObject;
	/** No document has one of them. */
	leavesNone: boolean;
}

/** A range that parts the documents, or one above all of them where all have the same total. */
export function rangeOf(records: readonly ServiceRecord[]): Range {
	const totals = [...new Set(records.map(totalOf).filter(Number.isFinite))].sort((a, b) => a - b);
	const from = totals[Math.floor(totals.length / 3)] ?? 0;
	const to = totals[Math.floor((2 * totals.length) / 3)] ?? 0;
	const leavesNone = totals.length < 3;
	const [low, high] = leavesNone ? [beyondAll, 2 * beyondAll] : [from, to];
	return {
		leavesNone,
		parameters: {
			[stated.valueFrom]: exact(low),
			[stated.valueTo]: exact(high),
		},
		isMet: (record) => totalOf(record) >= low && totalOf(record) <= high,
	};
}

/** No document has such a total. */
const beyondAll = 100_000_000_000;

/** A number as it is sent, in a body and in an address. */
export const exact = (value: number) =>
	new ExactNumber(String(value)) as unknown as IDataObject[string];

/** NaN where a document has none. */
export function totalOf({ total }: ServiceRecord): number {
	return typeof total === 'number' ? total : Number.NaN;
}
