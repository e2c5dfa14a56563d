import type { ServiceRecord } from '../../shared/client/envelope';
import { Decimal } from '../../shared/decimal';
import type { TakenLine } from './copiedLines';
import type { Credited } from './credited';
import { isWithoutTotal, sumOf } from './lineParts';
import { totalOfLines } from './totalOfLines';
import { objectsIn } from './rules';

/** What the total of a copy should be. */
export interface ExpectedTotal {
	total: Decimal;
	/** With VAT rounded in each line. It is not published which of the two the service shows. */
	totalByLine?: Decimal;
	/** Whether the service rounds it afterwards, by the Rounding Type. */
	isUnrounded: boolean;
}

/**
 * The total of a copy of some lines: what earlier credit notes left of the original if this one completes it, else
 * what the lines add up to.
 * @returns undefined if a line lacks its VAT rate
 */
export function expectedOfLines(
	original: ServiceRecord,
	taken: TakenLine[],
	credited: Credited,
): ExpectedTotal | undefined {
	const total = Decimal.from(original.total);
	if (total && credited.total && credited.isExplained && isRest(original, taken, credited)) {
		return { total: total.minus(credited.total), isUnrounded: false };
	}
	const sum = totalOfLines(original, taken);
	return sum && { total: sum, totalByLine: totalByLine(original, taken), isUnrounded: true };
}

/** With the VAT that each line has, or that a part of one gets. */
function totalByLine(original: ServiceRecord, taken: TakenLine[]): Decimal {
	const totals = taken.map(
		(one) => (!one.quantity && Decimal.from(one.line.total)) || totalOfLines(original, [one]),
	);
	return sumOf(totals.filter((total) => total !== undefined));
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
