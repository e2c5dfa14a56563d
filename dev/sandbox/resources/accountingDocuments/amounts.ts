/**
 * Amounts that the service computes (docs/api/resources.md#computed-amounts), in whole decimals. Their
 * rounding is not published: amounts have two decimals here, unit prices four.
 */
import { Decimal, type Rounding } from '../../decimal';
import type { DocumentInput, LineItem, VatRecapLine } from './contract';

const AMOUNT_DECIMALS = 2;
const PRICE_DECIMALS = 4;
const HUNDRED = Decimal.of(100);
const REVERSE_CHARGE = 4;
const DO_NOT_APPLY_VAT = 3;

/** A document's rounding by number: 1 None, 2 RoundNearest, 3 Round Up, 4 Round Down; to whole units of the currency. */
const ROUNDINGS: Record<number, Rounding | undefined> = { 2: 'nearest', 3: 'up', 4: 'down' };

const of = (amount: number | null | undefined): Decimal => Decimal.of(amount ?? 0);
const money = (amount: Decimal): Decimal => amount.rounded(AMOUNT_DECIMALS);
const sum = (amounts: readonly Decimal[]): Decimal =>
	amounts.reduce((total, amount) => total.plus(amount), Decimal.ZERO);

/** The percentage that VAT adds. With reverse charge, the customer pays it, so the document's amounts do not include it. */
function chargedRate(line: LineItem): Decimal {
	const isReversed = line.vatRateType === REVERSE_CHARGE || Boolean(line.reverseChargeCode);
	return isReversed ? Decimal.ZERO : of(line.vatRate);
}

const vatOn = (base: Decimal, rate: Decimal): Decimal =>
	base.times(rate).dividedBy(HUNDRED, AMOUNT_DECIMALS);
const vatWithin = (total: Decimal, rate: Decimal): Decimal =>
	total.times(rate).dividedBy(HUNDRED.plus(rate), AMOUNT_DECIMALS);

const FOUND_FROM_ONE = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl'] as const;
const COMPUTED = [...FOUND_FROM_ONE, 'vatValue'] as const;

export const isComplete = (line: LineItem): boolean => COMPUTED.every((name) => line[name] != null);

/** Whether a line has one amount from which the others follow. */
export function givesOneAmount(line: LineItem): boolean {
	const input = COMPUTED.filter((name) => line[name] != null);
	return input.length === 1 && input[0] !== 'vatValue';
}

/** The line with all of its amounts. A missing quantity is 1; computed amounts need a quantity that is not 0. */
export function completedLine(line: LineItem): LineItem {
	const qt = line.qt ?? 1;
	if (isComplete(line)) return { ...line, qt };
	const rate = chargedRate(line);
	const quantity = of(qt);
	let total: Decimal;
	let base: Decimal;
	if (line.unitPrice != null || line.total != null) {
		total = line.total == null ? money(of(line.unitPrice).times(quantity)) : of(line.total);
		base = total.minus(vatWithin(total, rate));
	} else {
		base =
			line.totalVatExcl == null
				? money(of(line.unitPriceVatExcl).times(quantity))
				: of(line.totalVatExcl);
		total = base.plus(vatOn(base, rate));
	}
	const price = (amount: Decimal): number => amount.dividedBy(quantity, PRICE_DECIMALS).toNumber();
	return {
		...line,
		qt,
		unitPrice: line.unitPrice ?? price(total),
		unitPriceVatExcl: line.unitPriceVatExcl ?? price(base),
		total: total.toNumber(),
		totalVatExcl: base.toNumber(),
		vatValue: total.minus(base).toNumber(),
	};
}

type Mode = DocumentInput['vatRecapCalculationMode'];

/** One row of the VAT recap, of the lines that share a rate and its type. */
function recapLine(lines: readonly LineItem[], mode: Mode): VatRecapLine {
	const rate = chargedRate(lines[0]);
	let base = sum(lines.map((line) => of(line.totalVatExcl)));
	let total = sum(lines.map((line) => of(line.total)));
	if (mode === 1) base = total.minus(vatWithin(total, rate));
	else if (mode !== 2) total = base.plus(vatOn(base, rate));
	return {
		vatRate: lines[0].vatRate ?? 0,
		base: base.toNumber(),
		vatAmount: total.minus(base).toNumber(),
		total: total.toNumber(),
		vatRateType: lines[0].vatRateType ?? DO_NOT_APPLY_VAT,
	};
}

/** Modes: 0 StartFromVatExcluded, 1 StartFromVatIncluded, 2 Manually (here: the unchanged sums of the lines). */
export function recapOf(lines: readonly LineItem[], mode: Mode): VatRecapLine[] {
	const groups = new Map<string, LineItem[]>();
	for (const line of lines) {
		const isReversed = Boolean(line.reverseChargeCode);
		const name = `${line.vatRate ?? 0} ${line.vatRateType ?? DO_NOT_APPLY_VAT} ${isReversed}`;
		groups.set(name, [...(groups.get(name) ?? []), line]);
	}
	return [...groups.values()]
		.map((group) => recapLine(group, mode))
		.sort((a, b) => b.vatRate - a.vatRate);
}

export type Totals = {
	total: number;
	totalVatExcl: number;
	totalVatAmount: number;
	roundingAmount: number;
};

/** A document's totals from its VAT recap; given totals are kept. */
export function totalsOf(
	recap: readonly VatRecapLine[],
	input: Pick<DocumentInput, 'total' | 'totalVatExcl' | 'roundingType'>,
): Totals {
	const exact = sum(recap.map((line) => of(line.total)));
	const rounding = ROUNDINGS[input.roundingType ?? 1];
	const computed = rounding === undefined ? exact : exact.rounded(0, rounding);
	const total = input.total == null ? computed : of(input.total);
	return {
		total: total.toNumber(),
		totalVatExcl: input.totalVatExcl ?? sum(recap.map((line) => of(line.base))).toNumber(),
		totalVatAmount: sum(recap.map((line) => of(line.vatAmount))).toNumber(),
		roundingAmount: rounding === undefined ? 0 : total.minus(exact).toNumber(),
	};
}
