import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { inWords, isBlank } from '../../shared/fields/values';
import { givenLineFields } from './lineForm';

/**
 * The amounts of a line. The service accepts all of them, or computes the others from one that is not the VAT amount
 * (docs/api/resources.md#computed-amounts). Nothing is published about other combinations, so the node sends none.
 */
export const lineAmounts = [
	'unitPrice',
	'unitPriceVatExcl',
	'total',
	'totalVatExcl',
	'vatValue',
] as const;

const unitPrices: readonly string[] = ['unitPrice', 'unitPriceVatExcl'];

/** What Unit Price and Line Total of the form mean, by Amounts Include VAT. */
const meanings = (includeVat: boolean): IDataObject =>
	includeVat
		? { price: 'unitPrice', amount: 'total' }
		: { price: 'unitPriceVatExcl', amount: 'totalVatExcl' };

/**
 * A line with exactly one amount or all five, under the names of the service, with the digits that were entered.
 * @param index in the document, from 0
 * @param includeVat whether Unit Price and Line Total include VAT
 * @throws ServiceError (badInput) that names the line and the field
 */
export function withAmounts(line: IDataObject, index: number, includeVat: boolean): IDataObject {
	const meaning = meanings(includeVat);
	const rest = Object.fromEntries(
		Object.entries(line).filter(([name]) => !Object.hasOwn(meaning, name)),
	);
	const filled = [...Object.keys(meaning), ...lineAmounts].filter((name) => !isBlank(line[name]));
	const amounts = Object.fromEntries(
		filled.map((name) => [String(meaning[name] ?? name), line[name]]),
	);
	const names = Object.keys(amounts);
	const isUnambiguous = names.length === filled.length;
	if (isUnambiguous && names.length === lineAmounts.length) return { ...rest, ...amounts };
	if (filled.length !== 1 || names[0] === 'vatValue') {
		return refuseAmounts(filled, isUnambiguous ? names : [], index);
	}
	refuseQuantity(line, index, filled[0], unitPrices.includes(names[0]));
	return { ...rest, ...amounts };
}

/** @param names of the service, if each filled field means another amount */
function refuseAmounts(filled: string[], names: string[], index: number): never {
	const missing = lineAmounts.filter((name) => !names.includes(name));
	const place = `Line Item ${index + 1}`;
	const [field = 'price'] = filled;
	const path = `lineItems[${index}].${field}`;
	if (missing.length === 1) {
		refuseInput(
			path,
			`${place} has four amounts, but no ${amountLabel(missing[0])}`,
			`Enter ${amountLabel(missing[0])} too. Or enter only one amount, and the service computes the others.`,
		);
	}
	const given = filled.length === 0 ? 'no amount' : inWords(filled.map(amountLabel));
	refuseInput(
		path,
		`${place} has ${filled.length === 1 ? `only a ${given}` : given}`,
		'Enter one of Unit Price and Line Total, with or without VAT. The service computes the others. Or enter all five amounts.',
	);
}

/** A unit price needs a quantity, and no unit price belongs to a total of 0 units. */
function refuseQuantity(
	{ qt }: IDataObject,
	index: number,
	amount: string,
	isUnitPrice: boolean,
): void {
	const quantity = Decimal.from(qt);
	const isUsable = quantity ? !quantity.isZero : !isUnitPrice;
	if (isUsable) return;
	refuseInput(
		`lineItems[${index}].qt`,
		`${amountLabel('qt')} of Line Item ${index + 1} is ${quantity ? '0' : 'empty'}`,
		`Enter the number of units. The service needs it for ${amountLabel(amount)}.`,
	);
}

/**
 * Finds a total that quantity and unit price do not explain, not even by rounding.
 * @param line with all amounts
 * @param currency of the document, to whose decimals the service may have rounded
 * @returns a sentence, or undefined
 */
export function unexplainedTotal(line: IDataObject, currency: unknown): string | undefined {
	const quantity = Decimal.from(line.qt);
	if (!quantity || !lineAmounts.every((name) => !isBlank(line[name]))) return undefined;
	const decimals = decimalsOf(currency, []);
	for (const [priceName, totalName] of [
		['unitPriceVatExcl', 'totalVatExcl'],
		['unitPrice', 'total'],
	]) {
		const [price, total] = [Decimal.from(line[priceName]), Decimal.from(line[totalName])];
		if (!price || !total) continue;
		const computed = quantity.times(price);
		const half = total.halfUnit(decimals);
		// The service computes one total from the other, so both may be rounded.
		const rounding = price.halfUnit(decimals).times(quantity.abs()).plus(half).plus(half);
		if (computed.minus(total).abs().compare(rounding) <= 0) continue;
		return `${amountLabel('qt')} × ${amountLabel(priceName)} is ${computed.toString(decimals)}, but ${amountLabel(totalName)} is ${total.toString(decimals)}`;
	}
	return undefined;
}

const amountLabel = (name: string): string => givenLineFields[name].label;
