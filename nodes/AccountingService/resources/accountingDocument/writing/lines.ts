import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { ExactNumber } from '../../../../shared/client/json';
import { Decimal } from '../../../../shared/decimal';
import { givenLineFields } from './lineForm';

/** The amounts of a line. The service takes all of them, or one, and computes the others from it (facts 6.1). */
const amountNames = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl', 'vatValue'] as const;
type AmountName = (typeof amountNames)[number];

/** Price and total with VAT, and without it. */
const sides = [
	['unitPrice', 'total'],
	['unitPriceVatExcl', 'totalVatExcl'],
] as const;

/** What a line does not say itself. */
export interface LineContext {
	/** From 0 on. */
	index: number;
	/** Whether price and amount are with VAT. */
	includeVat: boolean;
	/** Of the document. */
	currency: unknown;
	/** What VAT adds, in percent; undefined if only the service knows it. */
	rate?: Decimal;
}

/**
 * A line as it is sent: one amount as it was given, or all five.
 * @param line checked, with price and amount as the form has them
 * @throws ServiceError (badInput) with both numbers if unit price and total contradict each other
 */
export function lineToSend(line: IDataObject, context: LineContext): IDataObject {
	const given = named(line, context);
	const amounts = new LineAmounts(given, context);
	amounts.refuseMissing();
	for (const [price] of sides) {
		for (const [, total] of sides) amounts.refuseContradiction(price, total);
	}
	const { length } = amounts.names;
	return length === 1 || length === amountNames.length ? given : amounts.completed();
}

/** Gives price and amount the names that the service has for them. */
function named({ price, amount, ...line }: IDataObject, { index, includeVat }: LineContext) {
	const [priceName, totalName] = sides[includeVat ? 0 : 1];
	for (const [own, name, value] of [
		['price', priceName, price],
		['amount', totalName, amount],
	] as const) {
		if (value === undefined) continue;
		if (line[name] !== undefined) {
			refuseInput(
				`lineItems[${index}].${name}`,
				`${labelOf(own)} and ${labelOf(name)} of Line ${index + 1} are the same amount, given twice`,
				'Leave one of them empty.',
			);
		}
		line[name] = value;
	}
	return line;
}

const labelOf = (name: string): string => givenLineFields[name]?.label ?? name;

class LineAmounts {
	private readonly amount: Partial<Record<AmountName, Decimal>>;

	/** Those that are given. */
	readonly names: AmountName[];

	private readonly quantity?: Decimal;

	constructor(
		private readonly given: IDataObject,
		private readonly context: LineContext,
	) {
		this.names = amountNames.filter((name) => given[name] !== undefined);
		this.amount = Object.fromEntries(this.names.map((name) => [name, Decimal.from(given[name])]));
		this.quantity = Decimal.from(given.qt);
	}

	/** Nothing that changes money is assumed: no quantity of 1, no price of 0. */
	refuseMissing(): void {
		const { names, quantity, context } = this;
		if (names.every((name) => name === 'vatValue')) {
			const what = names.length === 0 ? 'no amount' : 'no amount but that of VAT';
			const todo = 'Enter a unit price or a line total. The service computes the rest.';
			this.refuse('total', `Line ${context.index + 1} has ${what}`, todo);
		}
		const needsQuantity = names.length > 1 || names[0].startsWith('unitPrice');
		if (quantity ? !quantity.isZero : !needsQuantity) return;
		const is = quantity ? '0' : 'empty';
		this.refuse('qt', `${this.nameOf('qt')} is ${is}`, 'Enter how many units the amounts are for.');
	}

	/**
	 * A price and a total may differ by what rounding each of them to its last digit explains. Across the sides of VAT the
	 * rate is applied to one of them, whose result may have been rounded too.
	 */
	refuseContradiction(priceName: AmountName, totalName: AmountName): void {
		const { [priceName]: price, [totalName]: total } = this.amount;
		const { quantity } = this;
		const { rate, currency } = this.context;
		const { hundred, zero } = Decimal;
		const isAcross = !sides.some(([one, other]) => one === priceName && other === totalName);
		if (!price || !total || !quantity) return;
		// With a third amount the VAT follows from the amounts.
		if (isAcross && (!rate || this.names.length > 2)) return;
		const withVat = hundred.plus((isAcross && rate) || zero);
		const [ofPrice, ofTotal] = totalName === 'total' ? [withVat, hundred] : [hundred, withVat];
		const product = quantity.times(price);
		const between = isAcross ? zero.rounded(decimalsOf(currency)).halfUnit() : zero;
		const allowed = price
			.halfUnit()
			.times(quantity.abs())
			.plus(between)
			.times(ofPrice)
			.plus(total.halfUnit().times(ofTotal));
		const difference = product.times(ofPrice).minus(total.times(ofTotal));
		if (difference.abs().compare(allowed) <= 0) return;
		const atRate = isAcross ? `, at a VAT rate of ${String(rate)} %` : '';
		this.refuse(
			totalName,
			`${this.nameOf(totalName)} is ${total.toString()}, but ${labelOf('qt')} × ${labelOf(priceName)} is ${product.toString()}${atRate}`,
			'Correct one of the two, or leave one empty: the service computes it.',
		);
	}

	/** All five. What is given stays; the rest is rounded as the currency is. */
	completed(): IDataObject {
		const { given, quantity = Decimal.zero } = this;
		const decimals = decimalsOf(this.context.currency);
		const [total, base] = this.totals(decimals);
		const all: Record<AmountName, Decimal> = {
			unitPrice: total.over(quantity, decimals),
			unitPriceVatExcl: base.over(quantity, decimals),
			total,
			totalVatExcl: base,
			vatValue: total.minus(base),
		};
		const entries = amountNames.map((name) => [
			name,
			given[name] ?? new ExactNumber(all[name].toString()),
		]);
		return { ...given, ...Object.fromEntries(entries) };
	}

	/** With VAT, and without it: as given, from a price, or from the other by the VAT. */
	private totals(decimals: number): [total: Decimal, base: Decimal] {
		const { vatValue } = this.amount;
		const [total, base] = sides.map(([priceName, totalName]) => {
			const product = this.amount[priceName]?.times(this.quantity ?? Decimal.zero);
			return this.amount[totalName] ?? product?.rounded(decimals);
		});
		if (total && base) return [total, base];
		if (total && vatValue) return [total, total.minus(vatValue)];
		if (base && vatValue) return [base.plus(vatValue), base];
		const { rate, index } = this.context;
		const factor = rate && Decimal.hundred.plus(rate);
		if (total && factor?.isZero === false) {
			return [total, total.times(Decimal.hundred).over(factor, decimals)];
		}
		if (base && factor) return [base.times(factor).over(Decimal.hundred, decimals), base];
		return this.refuse(
			'vatRate',
			`${labelOf('vatRate')} of Line ${index + 1} is not known, so its other amounts cannot be computed`,
			'Enter the VAT Country, or VAT Rate (%) and VAT Rate Type. Or leave the unit price or the line total empty: the service takes all amounts of a line, or one.',
		);
	}

	private refuse(name: string, message: string, todo: string): never {
		return refuseInput(`lineItems[${this.context.index}].${name}`, message, todo);
	}

	/** "Quantity of Line 1" */
	private nameOf(name: string): string {
		return `${labelOf(name)} of Line ${this.context.index + 1}`;
	}
}

/** By ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. What is no code is refused with the other fields of the document. */
function decimalsOf(currency: unknown): number {
	if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 2;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency });
	return format.resolvedOptions().maximumFractionDigits ?? 2;
}
