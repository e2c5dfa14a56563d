import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import { checkRecord, checkRows } from '../../shared/fields/check';
import { valueAt } from '../../shared/fields/describe';
import { isBlank, requiredText, trimmed } from '../../shared/fields/values';
import type { OperationCall } from '../operation';
import { givenLineFields } from './form';
import { type VatRate, withVat } from './vatRates';

/**
 * The checked lines of the form. Numbers keep all their digits.
 * @returns undefined to keep the lines of the document
 * @throws ServiceError (badInput) that names the line and the field
 */
export function readLines({ form, host, itemIndex }: OperationCall): IDataObject[] | undefined {
	const place = { path: 'lineItems', label: 'Lines', timeZone: form.timeZone };
	switch (form.get('lineItemsFrom')) {
		case 'define':
			return definedRows(form.get('lineItems')).map((row, index) => {
				const own = { ...place, path: `lineItems[${index}]`, label: `Line ${index + 1}` };
				return checkRecord(givenLineFields, unfolded(row), own);
			});
		case 'inputField': {
			const input = host.getInputData()[itemIndex]?.json ?? {};
			return checkRows(givenLineFields, 'Line', listIn(form.get('lineItemsField'), input), place);
		}
		case 'json':
			return checkRows(givenLineFields, 'Line', form.get('lineItemsJson'), place);
		default:
			return undefined;
	}
}

function definedRows(value: unknown): IDataObject[] {
	const rows = (value as { row?: unknown } | undefined)?.row ?? [];
	return Array.isArray(rows) ? (rows as IDataObject[]) : [rows as IDataObject];
}

/** A row of the form with the field names of the service. */
function unfolded({ furtherFields: further, vatRateId, ...row }: IDataObject): IDataObject {
	const isLocator = typeof vatRateId === 'object' && vatRateId !== null && '__rl' in vatRateId;
	const rate = isLocator ? vatRateId.value : vatRateId;
	const line = { ...row, ...(further as IDataObject | undefined) };
	if (!isLocator || vatRateId.mode !== 'percentage') return { ...line, vatRateId: rate };
	const percentage = typeof rate === 'string' ? trimmed(rate).replace(/%$/, '') : rate;
	return isBlank(percentage) ? line : { ...line, vatRate: percentage };
}

/** The list of an expression, or of the input field at a dotted path. */
function listIn(field: unknown, input: IDataObject): unknown {
	if (typeof field === 'object' && field !== null) return field;
	const name = requiredText(field, 'lineItemsField', 'Field with Lines');
	if (/^[[{]/.test(name)) return name;
	const found = input[name] ?? valueAt(input, name);
	if (found !== undefined && found !== null) return found;
	return refuseInput(
		'lineItemsField',
		`The input item has no field ${name.slice(0, 60)}`,
		'Correct Field with Lines.',
	);
}

/**
 * The amounts of a line. The service accepts all of them, or computes the others from one
 * (docs/api/resources.md#computed-amounts).
 */
const amountNames = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl', 'vatValue'] as const;
type AmountName = (typeof amountNames)[number];

/** The values of the document that its lines depend on. */
export interface LineContext {
	/** Whether price and amount include VAT. */
	includeVat: boolean;
	currency: unknown;
	vatCountryType: unknown;
	/** The service's list; undefined without a VAT Country. */
	rates: VatRate[] | undefined;
}

/**
 * The lines of the request body, each with one given amount or all five.
 * @param lines from {@link readLines}
 * @throws ServiceError (badInput), with both numbers if a unit price and a line total contradict each other
 */
export function linesToSend(lines: IDataObject[], context: LineContext): IDataObject[] {
	return lines.map((one, index) => {
		const { line, rate } = withVat(one, index, context);
		const entered = withServiceNames(line, index, context.includeVat);
		return new LineAmounts(entered, index, decimalsOf(context.currency), rate).toSend();
	});
}

/** Renames price and amount to the names of the service. */
function withServiceNames(
	{ price, amount, ...line }: IDataObject,
	index: number,
	includeVat: boolean,
) {
	for (const [own, name, value] of [
		['price', includeVat ? 'unitPrice' : 'unitPriceVatExcl', price],
		['amount', includeVat ? 'total' : 'totalVatExcl', amount],
	] as const) {
		if (value === undefined) continue;
		if (line[name] !== undefined) {
			refuseInput(
				`lineItems[${index}].${name}`,
				`${labelOf(own)} and ${labelOf(name)} of Line ${index + 1} are both filled in, but mean the same amount`,
				'Leave one of them empty.',
			);
		}
		line[name] = value;
	}
	return line;
}

const labelOf = (name: string): string => givenLineFields[name].label;

class LineAmounts {
	private readonly amount: Partial<Record<AmountName, Decimal>>;

	private readonly names: AmountName[];

	private readonly quantity: Decimal;

	constructor(
		private readonly entered: IDataObject,
		private readonly index: number,
		/** Decimals of the currency. */
		private readonly decimals: number,
		/** The VAT to add, in percent; undefined if only the service knows it. */
		private readonly rate?: Decimal,
	) {
		this.names = amountNames.filter((name) => entered[name] !== undefined);
		this.amount = Object.fromEntries(this.names.map((name) => [name, Decimal.from(entered[name])]));
		this.quantity = Decimal.from(entered.qt) ?? Decimal.zero;
	}

	toSend(): IDataObject {
		this.refuseMissing();
		if (this.names.length === 1) return this.entered;
		const [total, base] = this.totals();
		this.refuseContradiction('unitPrice', 'total', 'totalVatExcl', total);
		this.refuseContradiction('unitPriceVatExcl', 'totalVatExcl', 'total', base);
		const all: Record<AmountName, Decimal> = {
			unitPrice: total.over(this.quantity, this.decimals),
			unitPriceVatExcl: base.over(this.quantity, this.decimals),
			total,
			totalVatExcl: base,
			vatValue: total.minus(base),
		};
		const missing = amountNames.filter((name) => !this.names.includes(name));
		const computed = missing.map((name) => [name, new ExactNumber(all[name].toString())]);
		return { ...this.entered, ...Object.fromEntries(computed) };
	}

	/** The node never assumes a value that changes an amount, such as a quantity of 1 or a price of 0. */
	private refuseMissing(): void {
		const { names, entered, index, quantity } = this;
		if (names.every((name) => name === 'vatValue')) {
			const what = names.length === 0 ? 'no amount' : 'only a VAT amount';
			const todo = 'Enter a unit price or a line total. The service computes the rest.';
			this.refuse('total', `Line ${index + 1} has ${what}`, todo);
		}
		const needsQuantity = names.length > 1 || names[0].startsWith('unitPrice');
		if (!quantity.isZero || (entered.qt === undefined && !needsQuantity)) return;
		const is = entered.qt === undefined ? 'empty' : '0';
		this.refuse('qt', `${this.nameOf('qt')} is ${is}`, 'Enter the number of units.');
	}

	/** The totals with and without VAT. One is given or computed from the price, the other one follows from the VAT. */
	private totals(): [total: Decimal, base: Decimal] {
		const { quantity, decimals, rate } = this;
		const { vatValue, unitPrice, unitPriceVatExcl, total: givenTotal, totalVatExcl } = this.amount;
		const factor = rate && Decimal.hundred.plus(rate);
		const [product, net] = [unitPrice, unitPriceVatExcl].map((price) =>
			price?.times(quantity).rounded(decimals),
		);
		const total = givenTotal ?? (totalVatExcl ? undefined : product);
		const base = totalVatExcl ?? (givenTotal ? undefined : net);
		if (total && base) return [total, base];
		if (total) {
			const byRate =
				factor?.isZero === false && total.times(Decimal.hundred).over(factor, decimals);
			return [total, vatValue ? total.minus(vatValue) : byRate || net || this.refuseUnknownRate()];
		}
		const from = base ?? Decimal.zero;
		const byRate = factor && from.times(factor).over(Decimal.hundred, decimals);
		return [vatValue ? from.plus(vatValue) : (byRate ?? product ?? this.refuseUnknownRate()), from];
	}

	/**
	 * A price and a total may differ by the rounding of their last digits. If only one of them includes VAT, there is one
	 * more rounding, to the decimals of the currency.
	 * @param sideTotal the total that includes VAT if the price does
	 */
	private refuseContradiction(
		priceName: AmountName,
		totalName: AmountName,
		otherName: AmountName,
		sideTotal: Decimal,
	): void {
		const { quantity, rate, amount } = this;
		const price = amount[priceName];
		const isAcross = amount[totalName] === undefined;
		const name = isAcross ? otherName : totalName;
		const total = amount[name];
		if (!price || !total) return;
		const product = quantity.times(price);
		const between = isAcross ? Decimal.zero.rounded(this.decimals).halfUnit() : Decimal.zero;
		const allowed = price.halfUnit().times(quantity.abs()).plus(total.halfUnit()).plus(between);
		if (product.minus(sideTotal).abs().compare(allowed) <= 0) return;
		const atRate = isAcross && rate ? `, at a VAT rate of ${rate.toString()} %` : '';
		this.refuse(
			name,
			`${this.nameOf(name)} is ${total.toString()}, but ${labelOf('qt')} × ${labelOf(priceName)} is ${product.toString()}${atRate}`,
			'Correct one of the two. Or leave one empty, and the service computes it.',
		);
	}

	private refuseUnknownRate(): never {
		return this.refuse(
			'vatRate',
			`${this.nameOf('vatRate')} is not known, so its other amounts cannot be computed`,
			'Enter the VAT Country, or VAT Rate (%) and VAT Rate Type. Or enter only one amount, and the service computes the others.',
		);
	}

	private refuse(name: string, message: string, todo: string): never {
		return refuseInput(`lineItems[${this.index}].${name}`, message, todo);
	}

	/** "Quantity of Line 1" */
	private nameOf(name: string): string {
		return `${labelOf(name)} of Line ${this.index + 1}`;
	}
}

/** By currency. In a profile, creating a format took as long as all other checks of an invoice. */
const knownDecimals = new Map<string, number>();

/** By ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. The rules of the document reject an invalid code. */
function decimalsOf(currency: unknown): number {
	if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 2;
	const known = knownDecimals.get(currency);
	if (known !== undefined) return known;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency });
	const { maximumFractionDigits = 2 } = format.resolvedOptions();
	knownDecimals.set(currency, maximumFractionDigits);
	return maximumFractionDigits;
}
