import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { Decimal } from '../../../../shared/decimal';
import type { CheckedLine } from './lineSending';
import {
	exactly,
	middle,
	over,
	overlap,
	roundedOff,
	shownRange,
	sum,
	times,
	widened,
	writtenAs,
	type Range,
} from './range';

const startFromVatIncluded = 1;
const manually = 2;

/**
 * The totals of a document against its lines and its VAT summary, as far as the chosen rounding cannot explain a
 * difference (specification 2.1: vatRecapCalculationMode, roundingType).
 * @param lines undefined where they are not known
 * @throws ServiceError (badInput) with both numbers
 */
export function checkTotals(body: IDataObject, lines: CheckedLine[] | undefined): void {
	const total = Decimal.from(body.total);
	const base = Decimal.from(body.totalVatExcl);
	const rounding = Number(body.roundingType ?? 1);
	const mode = Number(body.vatRecapCalculationMode ?? 0);
	if (Array.isArray(body.vatRecap)) {
		const recap = (body.vatRecap as IDataObject[]).map((row, index) => recapRow(row, index, mode));
		const sums = { total: sumOf(recap, 'total'), base: sumOf(recap, 'base') };
		const source = 'the VAT summary adds up to';
		if (sums.total) compare('total', total, [rounded(sums.total, rounding)], source);
		if (sums.base) compare('totalVatExcl', base, [sums.base], source);
	}
	if (!lines || lines.length === 0) return;
	const source = 'the lines add up to';
	compare(
		'total',
		total,
		possibleTotals(lines, mode).map((one) => rounded(one, rounding)),
		source,
	);
	compare('totalVatExcl', base, possibleBases(lines, mode), source);
}

/** With VAT: the lines added up, or in the mode that starts without VAT their bases with VAT by rate on top. */
function possibleTotals(lines: CheckedLine[], mode: number): Range[] {
	const added = sumOf(lines, 'total');
	if (mode === startFromVatIncluded || mode === manually) return added ? [added] : [];
	const byRate = byGroup(lines, 'base', (bases, rate) => {
		const vat = roundedOff(over(times(bases, rate), Decimal.hundred));
		return { low: bases.low.plus(vat.low), high: bases.high.plus(vat.high) };
	});
	return [added, byRate].filter((one) => one !== undefined);
}

/** Without VAT, likewise. */
function possibleBases(lines: CheckedLine[], mode: number): Range[] {
	const added = sumOf(lines, 'base');
	if (mode !== startFromVatIncluded) return added ? [added] : [];
	const byRate = byGroup(lines, 'total', (totals, rate) =>
		roundedOff(over(times(totals, Decimal.hundred), Decimal.hundred.plus(rate))),
	);
	return [added, byRate].filter((one) => one !== undefined);
}

/** Adds up what each VAT rate makes of its lines; undefined where a rate or an amount is not known. */
function byGroup(
	lines: CheckedLine[],
	name: 'total' | 'base',
	make: (amounts: Range, rate: Decimal) => Range,
): Range | undefined {
	const groups = new Map<string, CheckedLine[]>();
	for (const line of lines) {
		const { group } = line.vat;
		const others = groups.get(group);
		if (others) others.push(line);
		else groups.set(group, [line]);
	}
	const made: Range[] = [];
	for (const group of groups.values()) {
		const { rate, isReversed } = group[0].vat;
		const amounts = sumOf(group, name);
		if (amounts === undefined || rate === undefined || isReversed) return undefined;
		if (Decimal.hundred.plus(rate).isZero) return undefined;
		made.push(make(amounts, rate));
	}
	return sum(made);
}

function sumOf<Name extends string>(
	rows: Array<Partial<Record<Name, Range>>>,
	name: Name,
): Range | undefined {
	const amounts = rows.map((row) => row[name]);
	return amounts.every((one): one is Range => one !== undefined) ? sum(amounts) : undefined;
}

/** 1 None, 2 RoundNearest, 3 Round Up, 4 Round Down, to whole units of the currency; a credit note mirrors its invoice. */
function rounded(exact: Range, roundingType: number): Range {
	const cents = roundedOff(exact);
	const whole = Decimal.unit(0);
	if (roundingType === 2) return widened(cents, whole.half());
	if (roundingType !== 3 && roundingType !== 4) return cents;
	const isNegative = cents.high.compare(Decimal.zero) < 0;
	return (roundingType === 3) === isNegative
		? { low: cents.low.minus(whole), high: cents.high }
		: { low: cents.low, high: cents.high.plus(whole) };
}

/** One row of a VAT summary, whose amounts must agree: with the rate too, unless they are set by hand. */
function recapRow(row: IDataObject, index: number, mode: number): { total?: Range; base?: Range } {
	const [base, vat, total, rate] = ['base', 'vatAmount', 'total', 'vatRate'].map((name) =>
		Decimal.from(row[name]),
	);
	const refuse = (is: Decimal, words: string) =>
		refuseInput(
			`vatRecap[${index}].vatAmount`,
			`VAT Amount of VAT Rate ${index + 1} in the VAT summary is ${is.toString()}, but ${words}`,
			'Correct one of the two, or leave the VAT summary out: the service computes it.',
		);
	if (base && vat && total && !base.plus(vat).equals(total)) {
		refuse(vat, `its total and base differ by ${total.minus(base).toString()}`);
	}
	const isReversed = Number(row.vatRateType) === reverseCharge;
	if (base && vat && rate && mode !== manually && !isReversed) {
		const expected = over(times(writtenAs(base), rate), Decimal.hundred);
		if (!overlap(expected, writtenAs(vat))) {
			refuse(vat, `${rate.toString()} % of ${base.toString()} is ${middle(expected)}`);
		}
	}
	return {
		total: total ? exactly(total) : base && vat && exactly(base.plus(vat)),
		base: base ? exactly(base) : total && vat && exactly(total.minus(vat)),
	};
}

const reverseCharge = 4;

const labels = { total: 'Total', totalVatExcl: 'Total Without VAT' };

function compare(
	name: keyof typeof labels,
	given: Decimal | undefined,
	possible: Range[],
	source: string,
): void {
	if (given === undefined || possible.length === 0) return;
	if (possible.some((one) => overlap(one, roundedOff(exactly(given))))) return;
	refuseInput(
		name,
		`${labels[name]} is ${given.toString()}, but ${source} ${possible.map(shownRange).join(' or ')}`,
		`Correct one of the two, or leave ${labels[name]} empty: the service adds it up. A whole total needs a Rounding Type.`,
	);
}
