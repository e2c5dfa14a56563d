import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { textFrom } from '../../shared/client/json';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { lineItemFields } from '../../shared/documents/lineFields';
import { acceptedFields } from '../../shared/fields/describe';
import { differences } from '../../shared/fields/differences';
import { isEmpty, trimmed } from '../../shared/fields/values';
import { lineAmounts } from './lineAmounts';
import { objectsIn } from './rules';

/** Start From VAT Included. */
const vatIncluded = 1;

export type TotalName = 'total' | 'totalVatExcl';

/** A quantity of a line and its total, with the signs of the original. */
export interface LinePart {
	quantity: Decimal;
	total: Decimal;
}

/** The total from which the service computes the VAT recap, else the other one (docs/api/resources.md#computed-amounts). */
export function totalNameOf(
	{ vatRecapCalculationMode }: ServiceRecord,
	line: IDataObject,
): TotalName | undefined {
	const names: TotalName[] = ['totalVatExcl', 'total'];
	if (Number(vatRecapCalculationMode) === vatIncluded) names.reverse();
	return names.find((name) => !isEmpty(line[name]));
}

export const sumOf = (amounts: Decimal[]): Decimal =>
	amounts.reduce((sum, amount) => sum.plus(amount), Decimal.zero);

/**
 * The total of a part, rounded once to the currency. The part that completes the line gets the rest, so that all parts
 * add up to the line. A shown unit price may be rounded, so it is never used (docs/api/behaviours.md#healthy-services).
 * @param whole the line; its quantity is not zero
 */
export function totalOfPart(
	whole: LinePart,
	quantity: Decimal,
	earlier: LinePart[],
	currency: unknown,
): Decimal {
	const left = whole.quantity.minus(sumOf(earlier.map((part) => part.quantity)));
	if (quantity.equals(left)) return whole.total.minus(sumOf(earlier.map(({ total }) => total)));
	const share = whole.total.times(quantity);
	return share.dividedBy(whole.quantity, decimalsOf(currency, [whole.total]));
}

/** What the credit notes of a document contain of its lines. */
export interface CreditedParts {
	/** By index of the line. */
	parts: LinePart[][];
	/** Whether each line of a credit note is a part of a line of the original. */
	isExplained: boolean;
}

/** Fields that differ between a line and the same line of a credit note. */
const ofEachDocument = ['id', 'autoFinancialAccountStatus', 'storeItemId', 'qt', ...lineAmounts];

const sameInCopies = Object.fromEntries(
	acceptedFields(lineItemFields).filter(([name]) => !ofEachDocument.includes(name)),
);

/** Indexes of the lines with one description. Such lines cannot be told apart in credit notes. */
export function linesByDescription(lines: IDataObject[]): Map<string, number[]> {
	const byDescription = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		const name = descriptionOf(line);
		const same = byDescription.get(name);
		if (same) same.push(index);
		else byDescription.set(name, [index]);
	}
	return byDescription;
}

const descriptionOf = ({ description }: IDataObject) => trimmed(textFrom(description));

/**
 * Finds the lines of credit notes in their original. A line is a part of another one if its total is the share of its
 * quantity, or the rest after such parts. Any other one may lower the price, so that no quantity is credited.
 */
export function creditedParts(original: ServiceRecord, notes: ServiceRecord[]): CreditedParts {
	const lines = objectsIn(original.lineItems);
	const parts: LinePart[][] = lines.map(() => []);
	const byDescription = linesByDescription(lines);
	let isExplained = notes.every(({ lineItems }) => lineItems !== undefined);
	for (const row of notes.flatMap(({ lineItems }) => objectsIn(lineItems))) {
		const candidates = byDescription.get(descriptionOf(row)) ?? [];
		const isPart = candidates.some((index) => {
			const part = partIn(original, lines[index], row, parts[index]);
			if (part) parts[index].push(part);
			return part !== undefined;
		});
		isExplained &&= isPart || isWithoutTotal(original, row);
	}
	return { parts, isExplained };
}

/**
 * The line as a part. Without a quantity, it is one unit.
 * @param name of its total
 * @returns undefined without a total
 */
export function wholeOf(line: IDataObject, name: TotalName | undefined): LinePart | undefined {
	const total = Decimal.from(line[name ?? '']);
	return total && { quantity: Decimal.from(line.qt) ?? Decimal.one, total };
}

/** A text, for example. */
export const isWithoutTotal = (original: ServiceRecord, line: IDataObject): boolean =>
	wholeOf(line, totalNameOf(original, line))?.total.isZero ?? true;

/** @param row of a credit note @returns undefined if it is no part of what is left of the line */
function partIn(
	original: ServiceRecord,
	line: IDataObject,
	row: IDataObject,
	earlier: LinePart[],
): LinePart | undefined {
	const name = totalNameOf(original, line);
	const [whole, credited] = [wholeOf(line, name), wholeOf(row, name)];
	if (!whole || !credited || whole.quantity.isZero) return undefined;
	const isSameSign = signOfQuantity(credited) === signOfQuantity(whole);
	const part = isSameSign ? credited : negative(credited);
	const left = whole.quantity.minus(sumOf(earlier.map(({ quantity }) => quantity)));
	if (part.quantity.abs().compare(left.abs()) > 0) return undefined;
	const unit = whole.total.halfUnit(decimalsOf(original.currency, [])).times(Decimal.from(2)!);
	const apart = whole.total.times(part.quantity).minus(part.total.times(whole.quantity)).abs();
	if (apart.compare(unit.times(whole.quantity.abs())) > 0) return undefined;
	const described = Object.fromEntries(
		Object.keys(sameInCopies).flatMap((name) => (isEmpty(line[name]) ? [] : [[name, line[name]]])),
	);
	return differences(sameInCopies, described, row).length === 0 ? part : undefined;
}

const signOfQuantity = ({ quantity }: LinePart) => quantity.sign;

const negative = ({ quantity, total }: LinePart): LinePart => ({
	quantity: Decimal.zero.minus(quantity),
	total: Decimal.zero.minus(total),
});
