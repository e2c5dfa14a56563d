import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { Decimal } from '../../../../shared/decimal';
import { checkTotals } from './documentMoney';

const one = Decimal.unit(0);

/**
 * A VAT summary that is entered by hand, whose rows must add up to its totals (facts, section 6.2). How the document
 * rounds is not known here: a whole total may differ by less than 1 from what it was rounded from.
 * @throws ServiceError (badInput) with both numbers
 */
export function checkSummary(body: IDataObject): void {
	checkTotals({ ...body, total: undefined }, undefined);
	const rows = body.vatRecap as IDataObject[];
	const amounts = ({ total, base, vatAmount }: IDataObject) =>
		added([total]) ?? added([base, vatAmount]);
	compare(body, added(rows.map(amounts)), 'the VAT summary adds up to');
}

/** undefined where one of them is not given. */
function added(values: unknown[]): Decimal | undefined {
	let sum = Decimal.zero;
	for (const value of values) {
		const amount = value instanceof Decimal ? value : Decimal.from(value);
		if (!amount) return undefined;
		sum = sum.plus(amount);
	}
	return sum;
}

function compare(body: IDataObject, exact: Decimal | undefined, source: string): void {
	const total = Decimal.from(body.total);
	if (!total || !exact) return;
	const difference = total.minus(exact).abs();
	const isWhole = total.minus(total.over(one, 0)).isZero;
	if (difference.isZero || (isWhole && difference.compare(one) < 0)) return;
	refuseInput(
		'total',
		`Total is ${total.toString()}, but ${source} ${exact.toString()}`,
		'Correct one of the two. Only a whole total may be rounded.',
	);
}
