import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { stringifyExactly } from '../../shared/client/json';
import { Decimal, decimalsOf } from '../../shared/decimal';
import type { TakenLine } from './copiedLines';
import { type Credited, isWithoutTotal, sumOf } from './lineParts';
import { objectsIn } from './rules';

/** What the total of a copy should be. */
export interface ExpectedTotal {
	total: Decimal;
	/** Whether the service rounds it afterwards, by the Rounding Type. */
	isUnrounded: boolean;
}

/**
 * The total of a copy of some lines: what earlier credit notes left of the original if this one completes it, else
 * what the lines add up to.
 * @param notes earlier credit notes, with the signs of the original
 * @returns undefined if a line lacks its VAT rate
 */
export function expectedOfLines(
	original: ServiceRecord,
	taken: TakenLine[],
	credited: Credited,
	notes: Array<Decimal | undefined>,
): ExpectedTotal | undefined {
	const total = Decimal.from(original.total);
	const totals = notes.filter((one) => one !== undefined);
	const isKnown = total && totals.length === notes.length && credited.isExplained;
	if (isKnown && isRest(original, taken, credited)) {
		return { total: total.minus(sumOf(totals)), isUnrounded: false };
	}
	const sum = totalOfLines(original, taken);
	return sum && { total: sum, isUnrounded: true };
}

function isRest(original: ServiceRecord, taken: TakenLine[], { parts }: Credited): boolean {
	const byIndex = new Map(taken.map((one) => [one.index, one]));
	return objectsIn(original.lineItems).every((line, index) => {
		if (isWithoutTotal(original, line)) return true;
		const whole = Decimal.from(line.qt) ?? Decimal.one;
		const own = byIndex.get(index);
		const quantities = (parts[index] ?? []).map(({ quantity }) => quantity);
		return sumOf([...quantities, ...(own ? [own.quantity ?? whole] : [])]).equals(whole);
	});
}

/** Lines with one VAT rate. */
interface RateGroup {
	rate: Decimal | undefined;
	/** Whether the original charges VAT for them: not with a reverse charge. */
	hasVat: boolean;
	bases: Decimal[];
}

const rateOf = ({ vatRate, vatRateType, vatRateId, reverseChargeCode }: IDataObject) =>
	stringifyExactly([vatRate, vatRateType, vatRateId, reverseChargeCode]);

/** The sum with VAT. VAT of totals without VAT is computed for each rate, as in the VAT recap. */
function totalOfLines(original: ServiceRecord, taken: TakenLine[]): Decimal | undefined {
	const lines = objectsIn(original.lineItems);
	const charged = new Set(
		lines.flatMap((line) => ((Decimal.from(line.vatValue)?.isZero ?? true) ? [] : [rateOf(line)])),
	);
	const included: Decimal[] = [];
	const groups = new Map<string, RateGroup>();
	for (const { line, name, total } of taken) {
		if (!total) continue;
		const key = rateOf(line);
		const known = groups.get(key);
		if (name === 'total') included.push(total);
		else if (known) known.bases.push(total);
		else groups.set(key, newGroup(line, charged.has(key), total));
	}
	const sums = [...groups.values()].map((group) => withVat(group, original.currency));
	const known = sums.filter((sum) => sum !== undefined);
	return known.length === sums.length ? sumOf([...included, ...known]) : undefined;
}

const newGroup = (line: IDataObject, hasVat: boolean, base: Decimal): RateGroup => ({
	rate: Decimal.from(line.vatRate),
	hasVat,
	bases: [base],
});

function withVat({ rate, hasVat, bases }: RateGroup, currency: unknown): Decimal | undefined {
	const base = sumOf(bases);
	if (!hasVat) return base;
	const hundred = Decimal.from(100)!;
	return rate && base.plus(base.times(rate).dividedBy(hundred, decimalsOf(currency, bases)));
}
