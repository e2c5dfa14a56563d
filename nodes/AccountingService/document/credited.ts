import type { ServiceRecord } from '../../shared/client/envelope';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { creditedParts, type CreditedParts, sumOf, totalNameOf, wholeOf } from './lineParts';
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
	/** Whether this credit note is more than the rest. */
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
	const sum = credited.plus(own);
	const isSameSign = sum.compare(Decimal.zero) === invoiced.compare(Decimal.zero);
	const more = sum.abs().minus(invoiced.abs());
	const isTooMuch = isSameSign && more.compare(roundingOf(original, notes + 1)) > 0;
	return { invoiced, credited, isTooMuch };
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
