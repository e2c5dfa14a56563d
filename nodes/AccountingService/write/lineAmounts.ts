import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { Decimal } from '../../shared/decimal';
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
	const { price, amount, ...rest } = line;
	const names = [...Object.keys(meaning), ...lineAmounts].filter((name) => !isBlank(line[name]));
	if (names.length === lineAmounts.length && lineAmounts.every((name) => names.includes(name)))
		return rest;
	if (names.length !== 1 || names[0] === 'vatValue') return refuseAmounts(names, index);
	const [given] = names;
	const name = String(meaning[given] ?? given);
	if (unitPrices.includes(name)) refuseNoQuantity(line, index);
	return { ...rest, [name]: line[given] };
}

function refuseAmounts(names: string[], index: number): never {
	const missing = lineAmounts.filter((name) => !names.includes(name));
	const place = `Line Item ${index + 1}`;
	const [field = 'price'] = names;
	const path = `lineItems[${index}].${field}`;
	if (names.length === lineAmounts.length - 1 && missing.length === 1) {
		refuseInput(
			path,
			`${place} has four amounts, but no ${labelOf(missing[0])}`,
			`Enter ${labelOf(missing[0])} too. Or enter only one amount, and the service computes the others.`,
		);
	}
	const given = names.length === 0 ? 'no amount' : inWords(names.map(labelOf));
	refuseInput(
		path,
		`${place} has ${names.length === 1 ? `only a ${given}` : given}`,
		'Enter one of Unit Price and Line Total, with or without VAT. The service computes the others. Or enter all five amounts.',
	);
}

function refuseNoQuantity({ qt }: IDataObject, index: number): void {
	const quantity = Decimal.from(qt);
	if (quantity && !quantity.isZero) return;
	refuseInput(
		`lineItems[${index}].qt`,
		`${labelOf('qt')} of Line Item ${index + 1} is ${quantity ? '0' : 'empty'}`,
		'Enter the number of units. A unit price needs it.',
	);
}

/**
 * Whether a line with all amounts has a total that quantity and unit price do not explain, not even by rounding.
 * @returns undefined if it does, else the computed and the entered total
 */
export function otherTotal(line: IDataObject): [computed: string, total: string] | undefined {
	const quantity = Decimal.from(line.qt);
	if (!quantity || !lineAmounts.every((name) => !isBlank(line[name]))) return undefined;
	for (const [priceName, totalName] of [
		['unitPriceVatExcl', 'totalVatExcl'],
		['unitPrice', 'total'],
	]) {
		const [price, total] = [Decimal.from(line[priceName]), Decimal.from(line[totalName])];
		if (!price || !total) continue;
		const computed = quantity.times(price);
		const error = price.halfUnit(2).times(quantity.abs()).plus(total.halfUnit(2));
		if (computed.minus(total).abs().compare(error) > 0)
			return [computed.toString(2), total.toString(2)];
	}
	return undefined;
}

const labelOf = (name: string): string => givenLineFields[name].label;
