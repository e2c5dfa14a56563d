import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { givenLineFields } from './form';

/**
 * The amounts of a line, and what each is: with VAT, without, or the VAT itself. The service accepts all of them, or
 * computes the others from one (docs/api/resources.md#computed-amounts).
 */
const amountKinds = {
	unitPrice: 'total',
	unitPriceVatExcl: 'base',
	totalVatExcl: 'base',
	total: 'total',
	vatValue: 'vat',
} as const;

type AmountName = keyof typeof amountKinds;

const amountNames = Object.keys(amountKinds) as AmountName[];

const isPrice = (name: AmountName) => name.startsWith('unitPrice');

/** The fields with an amount: prices, then totals. Amounts Include VAT says what price and amount mean. */
const amountFields = [
	...(['price', 'unitPrice', 'unitPriceVatExcl'] as const),
	...(['amount', 'totalVatExcl', 'total', 'vatValue'] as const),
];

function meaningOf(field: (typeof amountFields)[number], includeVat: boolean): AmountName {
	if (field === 'price') return includeVat ? 'unitPrice' : 'unitPriceVatExcl';
	if (field === 'amount') return includeVat ? 'total' : 'totalVatExcl';
	return field;
}

/** The VAT of a line. */
export interface LineVat {
	/** In percent of the amount without VAT; undefined if it is missing, or if only the service has it. */
	rate?: Decimal;
	/** The line has neither a rate nor a type. */
	isMissing?: true;
	/** The customer pays the VAT, so the amounts do not include it. */
	isReversed?: true;
}

/** An amount that the user entered. */
interface Given {
	field: string;
	name: AmountName;
	value: Decimal;
}

/** Completes the amounts of a line, and refuses those that contradict each other. */
export class LineAmounts {
	private readonly given: Given[];

	private readonly amount: Partial<Record<AmountName, Decimal>>;

	private readonly names: AmountName[];

	/** The line with the names of the service. */
	private readonly entered: IDataObject;

	private readonly quantity: Decimal;

	/** Of the totals and the VAT amount. */
	private readonly decimals: number;

	/** @param includeVat whether the amounts of the form include VAT */
	constructor(
		line: IDataObject,
		private readonly index: number,
		includeVat: boolean,
		private readonly currency: unknown,
		private readonly vat: LineVat,
	) {
		this.given = amountFields.flatMap((field) => {
			const value = Decimal.from(line[field]);
			return value ? [{ field, name: meaningOf(field, includeVat), value }] : [];
		});
		this.names = [...new Set(this.given.map(({ name }) => name))];
		this.amount = Object.fromEntries(this.given.map(({ name, value }) => [name, value]));
		this.entered = { ...line };
		for (const { field, name } of this.given) this.entered[name] ??= line[field];
		for (const field of ['price', 'amount']) delete this.entered[field];
		this.quantity = Decimal.from(line.qt) ?? Decimal.zero;
		const { total, totalVatExcl, vatValue } = this.amount;
		// A unit price may have more decimals than what is to be paid.
		this.decimals = decimalsOf(currency, [total, totalVatExcl, vatValue]);
	}

	/** @throws ServiceError (badInput) that names the line and the field */
	toSend(): IDataObject {
		this.refuseMissing();
		this.refuseContradictions();
		if (this.names.length === 1) return this.entered;
		const [total, base] = this.totals();
		this.refuseOtherVat(total.minus(base));
		const { quantity } = this;
		const ofPrices = decimalsOf(this.currency, Object.values(this.amount));
		const all: Record<AmountName, Decimal> = {
			unitPrice: total.over(quantity, ofPrices),
			unitPriceVatExcl: base.over(quantity, ofPrices),
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
			this.refuse('total', `Line Item ${index + 1} has ${what}`, todo);
		}
		const needsQuantity = names.length > 1 || isPrice(names[0]);
		if (!quantity.isZero || (entered.qt === undefined && !needsQuantity)) return;
		const is = entered.qt === undefined ? 'empty' : '0';
		this.refuse('qt', `${this.nameOf('qt')} is ${is}`, 'Enter the number of units.');
	}

	/** The totals with and without VAT. One is given or computed from the price, the other one follows from the VAT. */
	private totals(): [total: Decimal, base: Decimal] {
		const { decimals } = this;
		const { unitPrice, unitPriceVatExcl, total: givenTotal, totalVatExcl } = this.amount;
		const vatValue = this.vat.isReversed ? undefined : this.amount.vatValue;
		const product = (price?: Decimal) => price?.times(this.quantity).rounded(decimals);
		const [gross, net] = [product(unitPrice), product(unitPriceVatExcl)];
		const total = givenTotal ?? (totalVatExcl ? undefined : gross);
		const base = totalVatExcl ?? (givenTotal ? undefined : net);
		if (total && base) return [total, base];
		if (total) {
			const factor = this.factorWithout(net);
			const byRate =
				factor?.isZero === false && total.times(Decimal.hundred).over(factor, decimals);
			return [total, vatValue ? total.minus(vatValue) : byRate || net || this.refuseUnknownRate()];
		}
		const from = base ?? Decimal.zero;
		const byRate = this.factorWithout(gross)?.times(from).over(Decimal.hundred, decimals);
		return [vatValue ? from.plus(vatValue) : (byRate ?? gross ?? this.refuseUnknownRate()), from];
	}

	/** 100 plus the VAT rate. A line without a rate has no VAT, unless its amounts say otherwise. */
	private factorWithout(otherTotal: Decimal | undefined): Decimal | undefined {
		const { rate = this.vat.isMissing && !otherTotal ? Decimal.zero : undefined } = this.vat;
		return rate && Decimal.hundred.plus(rate);
	}

	/** Every two of the given amounts. Those that need no VAT rate for it come first. */
	private refuseContradictions(): void {
		const { given } = this;
		const pairs = given.flatMap((one, at) => given.slice(at + 1).map((other) => [one, other]));
		const isAcross = ([one, other]: Given[]) => amountKinds[one.name] !== amountKinds[other.name];
		for (const [one, other] of pairs.filter((pair) => !isAcross(pair))) this.compare(one, other);
		const { rate, isReversed } = this.vat;
		if (!rate) return;
		for (const [one, other] of pairs.filter(isAcross)) {
			if (!isReversed || other.name !== 'vatValue') this.compare(one, other, rate);
		}
	}

	/**
	 * The difference of two amounts may come from rounding: of both to the decimals of the currency, or more if they have
	 * more, and of the product of quantity and price.
	 * @param rate if only one of the two includes VAT, or one is the VAT
	 */
	private compare(one: Given, other: Given, rate?: Decimal): void {
		const { decimals } = this;
		const [first, second] = [one.value, other.value];
		const isProduct = isPrice(one.name) && !isPrice(other.name);
		const quantity = isProduct ? this.quantity : unit;
		const value = first.times(quantity);
		const [share, otherShare] = [one, other].map(({ name }) => (rate ? shareOf(name, rate) : unit));
		const larger = share.or(otherShare);
		const between = isProduct ? Decimal.zero.halfUnit(decimals) : Decimal.zero;
		const error = first.halfUnit(decimals).times(quantity.abs()).plus(between);
		const allowed = error.times(larger).plus(second.halfUnit(decimals).times(share));
		const difference = value.times(otherShare).minus(second.times(share)).abs();
		if (difference.compare(allowed) <= 0) return;
		const label = `${isProduct ? `${labelOf('qt')} × ` : ''}${labelOf(one.field)}`;
		const atRate = rate ? `, at a VAT rate of ${rate.toString()} %` : '';
		this.refuseBoth(other, `${label} is ${value.toString()}${atRate}`);
	}

	/** If the totals with and without VAT are given, the VAT is their difference, whatever the rate. */
	private refuseOtherVat(difference: Decimal): void {
		const { given, decimals, quantity } = this;
		const vat = given.find(({ name }) => name === 'vatValue');
		if (!vat || this.vat.isReversed) return;
		const allowed = given
			.map(({ name, value }) => {
				const error = value.halfUnit(decimals);
				return isPrice(name) ? error.times(quantity.abs()).plus(error) : error;
			})
			.reduce((sum, error) => sum.plus(error), vat.value.halfUnit(decimals));
		if (difference.minus(vat.value).abs().compare(allowed) <= 0) return;
		this.refuseBoth(vat, `the amounts with and without VAT differ by ${difference.toString()}`);
	}

	private refuseUnknownRate(): never {
		return this.refuse(
			'vatRate',
			`${this.nameOf('vatRate')} is not known, so its other amounts cannot be computed`,
			'Enter the VAT Country, or VAT Rate (%) and VAT Rate Type. Or enter only one amount, and the service computes the others.',
		);
	}

	private refuseBoth({ field, value }: Given, but: string): never {
		return this.refuse(
			field,
			`${this.nameOf(field)} is ${value.toString()}, but ${but}`,
			'Correct one of the two. Or leave one empty, and the service computes it.',
		);
	}

	private refuse(name: string, message: string, todo: string): never {
		return refuseInput(`lineItems[${this.index}].${name}`, message, todo);
	}

	/** "Quantity of Line Item 1" */
	private nameOf(name: string): string {
		return `${labelOf(name)} of Line Item ${this.index + 1}`;
	}
}

const labelOf = (name: string): string => givenLineFields[name].label;

const unit = Decimal.one;

/** What an amount is of a line whose amount without VAT is 100. */
function shareOf(name: AmountName, rate: Decimal): Decimal {
	if (amountKinds[name] === 'vat') return rate;
	return amountKinds[name] === 'base' ? Decimal.hundred : Decimal.hundred.plus(rate);
}
