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
