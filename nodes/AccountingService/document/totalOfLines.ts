import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { stringifyExactly } from '../../shared/client/json';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { sumOf, type TotalName } from './lineParts';
import { objectsIn } from './rules';

/** Lines with one VAT rate. */
interface RateGroup {
	rate: Decimal | undefined;
	/** Whether the original charges VAT for them: not with a reverse charge. */
	hasVat: boolean;
	bases: Decimal[];
}

const rateKey = ({ vatRate, vatRateType, vatRateId, reverseChargeCode }: IDataObject) =>
	stringifyExactly([vatRate, vatRateType, vatRateId, reverseChargeCode]);

/** A line, or a part of one. */
interface Amount {
	line: IDataObject;
	name?: TotalName;
	total?: Decimal;
}

/**
 * The sum with VAT. VAT of totals without VAT is computed for each rate, as in the VAT recap.
 * @returns undefined if a line lacks its VAT rate
 */
export function totalOfLines(original: ServiceRecord, taken: Amount[]): Decimal | undefined {
	const lines = objectsIn(original.lineItems);
	const charged = new Set(
		lines.flatMap((line) => ((Decimal.from(line.vatValue)?.isZero ?? true) ? [] : [rateKey(line)])),
	);
	const included: Decimal[] = [];
	const groups = new Map<string, RateGroup>();
	for (const { line, name, total } of taken) {
		if (!total) continue;
		const key = rateKey(line);
		const known = groups.get(key);
		if (name === 'total') included.push(total);
		else if (known) known.bases.push(total);
		else groups.set(key, newGroup(line, charged.has(key), total));
	}
	const sums = [...groups.values()].map((group) => totalWithVat(group, original.currency));
	const known = sums.filter((sum) => sum !== undefined);
	return known.length === sums.length ? sumOf([...included, ...known]) : undefined;
}

const newGroup = (line: IDataObject, hasVat: boolean, base: Decimal): RateGroup => ({
	rate: Decimal.from(line.vatRate),
	hasVat,
	bases: [base],
});

function totalWithVat({ rate, hasVat, bases }: RateGroup, currency: unknown): Decimal | undefined {
	const base = sumOf(bases);
	if (!hasVat) return base;
	const hundred = Decimal.from(100)!;
	return rate && base.plus(base.times(rate).dividedBy(hundred, decimalsOf(currency, bases)));
}
