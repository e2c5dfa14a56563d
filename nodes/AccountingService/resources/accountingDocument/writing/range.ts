import { Decimal } from '../../../../shared/decimal';

/** The values that rounding leaves possible, both ends included. */
export interface Range {
	low: Decimal;
	high: Decimal;
}

/** Amounts have two decimals unless they are written with more. */
const amountDecimals = 2;

/** What rounding an amount can take or add at the most. */
export const halfCent = Decimal.unit(amountDecimals).half();

export const exactly = (value: Decimal): Range => ({ low: value, high: value });

/** What may have been written as this amount: the service computes amounts to two decimals. */
export const writtenAs = (amount: Decimal): Range => widened(exactly(amount), halfCent);

/** What may have been written as this unit price, which may have more decimals. */
export const pricedAt = (price: Decimal): Range =>
	widened(exactly(price), Decimal.unit(Math.max(amountDecimals, price.scale)).half());

/** What a computed amount may become when it is rounded to two decimals, up or down. */
export function roundedOff(range: Range): Range {
	const isWhole = isOnCents(range.low) && isOnCents(range.high);
	return isWhole ? range : widened(range, halfCent);
}

export const widened = ({ low, high }: Range, by: Decimal): Range => ({
	low: low.minus(by),
	high: high.plus(by),
});

export const sum = (ranges: Range[]): Range => ({
	low: ranges.reduce((total, { low }) => total.plus(low), Decimal.zero),
	high: ranges.reduce((total, { high }) => total.plus(high), Decimal.zero),
});

export const times = ({ low, high }: Range, by: Decimal): Range =>
	inOrder(low.times(by), high.times(by));

/** More digits than any amount that is compared. */
const quotientDecimals = 20;

/** @throws RangeError for a division by zero */
export const over = ({ low, high }: Range, by: Decimal): Range =>
	inOrder(low.over(by, quotientDecimals), high.over(by, quotientDecimals));

export const overlap = (a: Range, b: Range): boolean =>
	a.low.compare(b.high) <= 0 && b.low.compare(a.high) <= 0;

/** Whether an amount has no more than two decimals, trailing zeros apart. */
export const isOnCents = (amount: Decimal): boolean =>
	amount.over(one, amountDecimals).equals(amount);

const one = Decimal.unit(0);

function inOrder(a: Decimal, b: Decimal): Range {
	return a.compare(b) <= 0 ? { low: a, high: b } : { low: b, high: a };
}

/** For a message. */
export const shownRange = ({ low, high }: Range): string =>
	low.equals(high) ? low.toString() : `${low.toString()} to ${high.toString()}`;

/** The value that rounding has blurred, to four decimals, for a message. */
export const middle = ({ low, high }: Range): string =>
	low.plus(high).half().over(one, 4).toString();
