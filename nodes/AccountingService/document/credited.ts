import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { Decimal, decimalsOf } from '../../shared/decimal';
import type { TakenLine } from './copiedLines';
import {
	creditedParts,
	type CreditedParts,
	isWithoutTotal,
	linesByDescription,
	sumOf,
	totalNameOf,
	wholeOf,
} from './lineParts';
import { objectsIn } from './rules';
import { totalOfLines } from './totalOfLines';

/** What earlier credit notes contain of their original, with its signs. */
export interface Credited extends CreditedParts {
	/** Undefined if one of the totals is unknown, or in another currency. */
	total?: Decimal;
	notes: number;
}

/** What was invoiced and credited, with the signs of the original. */
export interface CreditBalance {
	invoiced: Decimal;
	credited: Decimal;
	/** Whether this credit note is more than the rest, beyond what rounding explains. */
	isTooMuch: boolean;
}

export const signed = (amount: Decimal, isReversed: boolean): Decimal =>
	isReversed ? Decimal.zero.minus(amount) : amount;

/** @param isReversed whether credit notes have the opposite sign */
export function creditedOf(
	original: ServiceRecord,
	notes: ServiceRecord[],
	isReversed: boolean,
): Credited {
	const known = notes.flatMap((note) => totalOf(original, note) ?? []);
	return {
		...creditedParts(original, notes),
		total: known.length === notes.length ? signed(sumOf(known), isReversed) : undefined,
		notes: notes.length,
	};
}

/** A preview has not got the total of the service. */
function totalOf(original: ServiceRecord, note: ServiceRecord): Decimal | undefined {
	if (note.currency !== undefined && note.currency !== original.currency) return undefined;
	const total = Decimal.from(note.total);
	if (total || note.lineItems === undefined) return total;
	const rows = objectsIn(note.lineItems).map((line) => {
		const name = totalNameOf(original, line);
		return { line, name, total: wholeOf(line, name)?.total };
	});
	return totalOfLines(original, rows);
}

/** @param own the total of a new credit note, with the sign of the original */
export function balanceOf(
	original: ServiceRecord,
	{ total: credited, notes }: Credited,
	own: Decimal,
): CreditBalance | undefined {
	const invoiced = Decimal.from(original.total);
	if (!invoiced || !credited) return undefined;
	const excess = excessOf({ invoiced, credited }, own);
	const isTooMuch = excess.compare(roundingOf(original, notes + 1)) > 0;
	return { invoiced, credited, isTooMuch };
}

/** @param own as in {@link balanceOf} @returns how much more than the total is credited with it: zero, or positive */
export function excessOf(
	{ invoiced, credited }: Pick<CreditBalance, 'invoiced' | 'credited'>,
	own: Decimal,
): Decimal {
	const sum = credited.plus(own);
	const isSameSign = sum.sign === invoiced.sign;
	const more = sum.abs().minus(invoiced.abs());
	return isSameSign && more.sign > 0 ? more : Decimal.zero;
}

/** Lines with one description, of which more would be credited than was invoiced. */
export interface TooMany {
	/** 1 is the first line of the original. */
	lineNumbers: number[];
	invoiced: Decimal;
	credited: Decimal;
	own: Decimal;
}

/**
 * The total of a credit note may be within the rounding of the others, although its line is credited already. So this
 * compares the quantities.
 * @param taken the lines of a new credit note
 */
export function tooManyIn(
	original: ServiceRecord,
	taken: TakenLine[],
	{ parts }: Credited,
): TooMany | undefined {
	const lines = objectsIn(original.lineItems);
	const byIndex = new Map(taken.map((one) => [one.index, one]));
	const quantityOf = ({ qt }: IDataObject) => Decimal.from(qt) ?? Decimal.one;
	const sizeOf = (quantities: Decimal[]) => sumOf(quantities.map((one) => one.abs()));
	for (const same of linesByDescription(lines).values()) {
		const indexes = same.filter((index) => !isWithoutTotal(original, lines[index]));
		const chosen = indexes.flatMap((index) => byIndex.get(index) ?? []);
		const invoiced = sizeOf(indexes.map((index) => quantityOf(lines[index])));
		const credited = sizeOf(indexes.flatMap((index) => parts[index].map((part) => part.quantity)));
		const own = sizeOf(chosen.map(({ line, quantity }) => quantity ?? quantityOf(line)));
		if (own.isZero || credited.plus(own).compare(invoiced) <= 0) continue;
		return { lineNumbers: indexes.map((index) => index + 1), invoiced, credited, own };
	}
	return undefined;
}

/** How far rounding may take the sum of credit notes from the total: for each VAT rate, or by the Rounding Type. */
function roundingOf(original: ServiceRecord, documents: number): Decimal {
	const lines = objectsIn(original.lineItems);
	const rates = new Set(lines.map(({ vatRate }) => Decimal.from(vatRate)?.toString()));
	const isRounded = Number(original.roundingType ?? 1) > 1;
	const half = Decimal.zero.halfUnit(isRounded ? 0 : decimalsOf(original.currency, []));
	const times = Decimal.from(2 * documents * Math.max(1, rates.size))!;
	return half.times(times);
}
