import { Decimal } from '../../../../shared/decimal';
import { labelOf, sides, type AmountName, type LineMoney } from './lineMoney';
import { middle, over, overlap, pricedAt, times, writtenAs, type Range } from './range';

/**
 * The amounts of a line against each other, as far as rounding cannot explain a difference.
 * @throws ServiceError (badInput) with both numbers
 */
export function checkLine(line: LineMoney): void {
	checkPresence(line);
	checkPrices(line);
	checkVat(line);
}

/** Nothing that changes money is assumed: no quantity of 1, no price of 0. */
function checkPresence(line: LineMoney): void {
	const { names, quantity, index, isComplete } = line;
	if (names.length === 0 || (names.length === 1 && names[0] === 'vatValue')) {
		const what = names.length === 0 ? 'no amount' : 'no amount but that of VAT';
		const todo = 'Give it a unit price or a total; the service computes what is left out.';
		line.refuse('total', `Line ${index + 1} has ${what}`, todo);
	}
	const needsQuantity = names.length > 1 || names[0].startsWith('unitPrice');
	const isMissing = quantity === undefined ? needsQuantity : quantity.isZero && !isComplete;
	if (!isMissing) return;
	const is = quantity === undefined ? 'empty' : '0';
	line.refuse('qt', `${line.labelOf('qt')} is ${is}`, 'Enter how many units the amounts are for.');
}

/** Quantity × unit price against the total, on each side of VAT. */
function checkPrices(line: LineMoney): void {
	const { amount, quantity } = line;
	if (quantity === undefined) return;
	for (const [price, total] of sides) {
		const unit = amount[price];
		if (unit === undefined || amount[total] === undefined) continue;
		const product = `${labelOf('qt')} × ${labelOf(price)} is ${quantity.times(unit).toString()}`;
		compare(line, total, times(pricedAt(unit), quantity), product);
	}
}

/** With VAT, without VAT and the VAT itself against each other, and against the rate. */
function checkVat(line: LineMoney): void {
	const { vat, amount } = line;
	const { total, totalVatExcl, vatValue } = amount;
	if (total && totalVatExcl && vatValue) {
		const left = total.minus(totalVatExcl);
		compare(line, 'vatValue', writtenAs(left), `the totals differ by ${left.toString()}`);
	}
	// Under reverse charge some state the VAT and some do not.
	if (vat.rate === undefined || vat.isReversed) return;
	const whole = Decimal.hundred.plus(vat.rate);
	if (whole.isZero) return;
	const [withVat, base] = [line.possible('total'), line.possible('totalVatExcl')];
	const rate = `a rate of ${vat.rate.toString()} %`;
	if (base) {
		const ofBase = over(times(base, vat.rate), Decimal.hundred);
		compare(line, 'vatValue', ofBase, `${rate} of ${middle(base)} is ${middle(ofBase)}`);
		const expected = over(times(base, whole), Decimal.hundred);
		const words = `${middle(base)} without VAT and ${rate} make ${middle(expected)}`;
		if (withVat) compare(line, total ? 'total' : 'unitPrice', expected, words, withVat);
	} else if (withVat) {
		const within = over(times(withVat, vat.rate), whole);
		compare(line, 'vatValue', within, `${rate} within ${middle(withVat)} is ${middle(within)}`);
	}
}

/** @param actual what the amount can have been, unless that follows from how it is written */
function compare(
	line: LineMoney,
	name: AmountName,
	expected: Range,
	words: string,
	actual?: Range,
): void {
	const value = line.amount[name];
	if (value === undefined || overlap(expected, actual ?? writtenAs(value))) return;
	line.refuse(
		name,
		`${line.labelOf(name)} is ${value.toString()}, but ${words}`,
		'Rounding cannot explain the difference. Correct one of the two, or leave one out: the service computes it.',
	);
}
