import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from '../../../../shared/client/exactJson';
import type { Decimal } from '../../../../shared/decimal';
import { checkLine } from './lineChecks';
import { amountNames, labelOf, LineMoney, sides, type AmountName, type LineVat } from './lineMoney';
import { isOnCents, type Range } from './range';

/** A line whose amounts agree. */
export interface CheckedLine {
	/** Everything that was given, with the names of the service. */
	given: IDataObject;
	/** What goes out: one amount, or all five. */
	sent: IDataObject;
	/** What the totals with and without VAT can be; undefined where only the service can compute them. */
	total?: Range;
	base?: Range;
	vat: LineVat;
}

/**
 * A line ready to be sent.
 * @param includeVat whether price and amount are with VAT
 * @throws ServiceError (badInput) with both numbers where its amounts contradict each other
 */
export function checkedLine(
	line: IDataObject,
	vat: LineVat,
	index: number,
	includeVat: boolean,
): CheckedLine {
	const money = new LineMoney(named(line, vat, index, includeVat), vat, index);
	checkLine(money);
	const { given } = money;
	const rest = Object.fromEntries(
		Object.entries(given).filter(([name]) => !amountNames.includes(name as AmountName)),
	);
	return {
		given,
		sent: { ...rest, ...amountsToSend(money, includeVat) },
		...money.computed(),
		vat,
	};
}

/** Gives price and amount the names that the service has for them. */
function named(
	{ price, amount, ...line }: IDataObject,
	vat: LineVat,
	index: number,
	includeVat: boolean,
): IDataObject {
	const given = { ...line };
	const side = sides[includeVat ? 0 : 1];
	for (const [own, value] of [
		[side[0], price],
		[side[1], amount],
	] as const) {
		if (value === undefined) continue;
		if (given[own] !== undefined) {
			const what = labelOf(own === side[0] ? 'price' : 'amount');
			new LineMoney(given, vat, index).refuse(
				own,
				`${what} and ${labelOf(own)} of Line ${index + 1} are the same amount, given twice`,
				'Leave one of them empty.',
			);
		}
		given[own] = value;
	}
	return given;
}

/** How many decimals a computed unit price gets. */
const priceDecimals = 4;

/**
 * One amount goes out as it is, and so do all five. Two to four are completed where both totals follow to the
 * cent; else a total goes out that is given, or the price where it says the same without rounding.
 */
function amountsToSend(line: LineMoney, includeVat: boolean): IDataObject {
	const { names, given, quantity, amount } = line;
	if (names.length === 1 || line.isComplete) return pick(given, names);
	const { vatValue } = amount;
	const [exactTotal, exactBase] = [line.exact('total'), line.exact('totalVatExcl')];
	const total = exactTotal ?? (vatValue && exactBase?.plus(vatValue));
	const base = exactBase ?? (vatValue && exactTotal?.minus(vatValue));
	if (total && base && quantity) return completed(given, quantity, total, base);
	if (vatValue) {
		line.refuse(
			'vatValue',
			`Line ${line.index + 1} has a VAT amount, but no total that it fits to the cent`,
			'Give it a total as well, or leave the VAT amount out: the service computes it.',
		);
	}
	const wanted = sides[includeVat ? 0 : 1];
	const other = sides[includeVat ? 1 : 0];
	// A total that is given is kept to the cent, whichever side it is on.
	const stating = sides.find(([, total]) => names.includes(total));
	const priced = wanted.some((name) => names.includes(name)) ? wanted : other;
	const [price, whole] = stating ?? priced;
	const product = amount[price] && quantity?.times(amount[price]);
	const stated = amount[whole];
	const isSame = stated !== undefined && product?.equals(stated) === true && isOnCents(stated);
	const priceSaysIt = stated === undefined || isSame;
	return pick(given, [priceSaysIt ? price : whole]);
}

function completed(
	given: IDataObject,
	quantity: Decimal,
	total: Decimal,
	base: Decimal,
): IDataObject {
	const all: Record<AmountName, Decimal> = {
		unitPrice: total.over(quantity, priceDecimals),
		unitPriceVatExcl: base.over(quantity, priceDecimals),
		total,
		totalVatExcl: base,
		vatValue: total.minus(base),
	};
	return Object.fromEntries(
		amountNames.map((name) => [name, given[name] ?? new ExactNumber(all[name].toString())]),
	) as IDataObject;
}

const pick = (given: IDataObject, names: readonly AmountName[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, given[name]]));
