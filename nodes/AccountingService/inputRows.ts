import { inWords, someInWords } from '../shared/fields/values';

/** Names an input item in a message, e.g. "row 3". People count from 1, and n8n's own messages count items from 0. */
export const rowOf = (index: number): string => `row ${index + 1}`;

/** At the start of a message. */
export const rowAtStart = (index: number): string => `Row ${index + 1}`;

/** Names several input items, e.g. "rows 1 and 3". */
export const rowsOf = (indexes: number[]): string =>
	indexes.length === 1
		? rowOf(indexes[0])
		: `rows ${inWords(indexes.map((index) => String(index + 1)))}`;

/** At the start of a message: "Rows 1, 3 and 8 more". */
export const rowsAtStart = (indexes: number[]): string =>
	indexes.length === 1
		? rowAtStart(indexes[0])
		: `Rows ${someInWords(indexes.map((index) => String(index + 1)))}`;

/** More would make the message too long to read. */
const maxRanges = 100;

/** Names many input items: "rows 1 to 290, 292 and 295 to 300". @param indexes in any order, none of them twice */
export function rangesOf(indexes: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indexes.toSorted((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range && range.last === index - 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}
	const names = ranges.map(({ first, last }) =>
		first === last ? String(first + 1) : `${first + 1} to ${last + 1}`,
	);
	return `rows ${someInWords(names, maxRanges, 'more ranges')}`;
}
