import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { Decimal } from '../../../../shared/decimal';
import { givenLineFields } from './lineForm';
import {
	exactly,
	halfCent,
	isOnCents,
	over,
	pricedAt,
	roundedOff,
	times,
	widened,
	writtenAs,
	type Range,
} from './range';

/** The amounts of a line that the service takes all, or one of them to compute the others from (facts 6.1). */
export const amountNames = [
	'unitPrice',
	'unitPriceVatExcl',
	'total',
	'totalVatExcl',
	'vatValue',
] as const;
export type AmountName = (typeof amountNames)[number];

/** The two sides of VAT, price and total of each: with it, and without it. */
export const sides = [
	['unitPrice', 'total'],
	['unitPriceVatExcl', 'totalVatExcl'],
] as const;
export type TotalName = (typeof sides)[number][1];

/** What is known of the VAT of a line. */
export interface LineVat {
	/** Percent; undefined where only the service knows it. */
	rate?: Decimal;
	/** The customer pays the VAT, so it may be no part of the amounts. */
	isReversed: boolean;
	/** Lines of one entry of the VAT summary have the same. */
	group: string;
}

/** A line as numbers, and what they can have been before they were rounded. */
export class LineMoney {
	readonly amount: Partial<Record<AmountName, Decimal>> = {};

	/** The amounts that are given. */
	readonly names: AmountName[];

	readonly quantity?: Decimal;

	constructor(
		readonly given: IDataObject,
		readonly vat: LineVat,
		readonly index: number,
	) {
		for (const name of amountNames) this.amount[name] = Decimal.from(given[name]);
		this.names = amountNames.filter((name) => this.amount[name] !== undefined);
		this.quantity = Decimal.from(given.qt);
	}

	get isComplete(): boolean {
		return this.names.length === amountNames.length;
	}

	/** A total before it was rounded: as given, or from the price. */
	possible(name: TotalName): Range | undefined {
		const total = this.amount[name];
		if (total) return writtenAs(total);
		const price = this.priceOf(name);
		// A price may have been made of a total that was rounded.
		return price && this.quantity && widened(times(pricedAt(price), this.quantity), halfCent);
	}

	/** A total to the cent: as given, or quantity × price where no rounding comes in. */
	exact(name: TotalName): Decimal | undefined {
		const product = this.product(name);
		return this.amount[name] ?? (product && isOnCents(product) ? product : undefined);
	}

	/** What the service can make of the totals; undefined where only the service can compute them. */
	computed(): { total?: Range; base?: Range } {
		const { rate, isReversed } = this.vat;
		const [total, base] = [this.computedFrom('total'), this.computedFrom('totalVatExcl')];
		if ((total && base) || rate === undefined || isReversed) return { total, base };
		const factor = Decimal.hundred.plus(rate);
		if (factor.isZero) return { total, base };
		return total
			? { total, base: roundedOff(over(times(total, Decimal.hundred), factor)) }
			: { base, total: base && roundedOff(over(times(base, factor), Decimal.hundred)) };
	}

	/** @throws ServiceError (badInput) always */
	refuse(name: string, message: string, todo: string): never {
		return refuseInput(`lineItems[${this.index}].${name}`, message, todo);
	}

	/** "Quantity of Line 1" */
	labelOf(name: string): string {
		return `${labelOf(name)} of Line ${this.index + 1}`;
	}

	private computedFrom(name: TotalName): Range | undefined {
		const total = this.amount[name];
		const product = this.product(name);
		return total ? exactly(total) : product && roundedOff(exactly(product));
	}

	private product(name: TotalName): Decimal | undefined {
		const price = this.priceOf(name);
		return price && this.quantity?.times(price);
	}

	private priceOf(name: TotalName): Decimal | undefined {
		return this.amount[name === 'total' ? 'unitPrice' : 'unitPriceVatExcl'];
	}
}

export const labelOf = (name: string): string => givenLineFields[name]?.label ?? name;
