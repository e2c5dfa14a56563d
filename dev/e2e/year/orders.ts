import type { AccountingDocument } from '../../sandbox';
import { toUnits } from '../lib/decimal';
import type { Row } from './company';

/** Every order number has exactly one document, each with the quantities, prices, VAT rates and cents of its rows. */
export function orderDifferences(
	expected: Map<string, Row[]>,
	documents: AccountingDocument[],
): string[] {
	const byOrder = new Map<string, AccountingDocument[]>();
	for (const document of documents) {
		const order = String(document.orderNo);
		byOrder.set(order, [...(byOrder.get(order) ?? []), document]);
	}
	return [...expected].flatMap(([order, rows]) => {
		const found = byOrder.get(order) ?? [];
		if (found.length !== 1) return [`${order} has ${found.length} documents`];
		const lines = found[0]?.lineItems ?? [];
		const sent = rows.map((row) => [row.item, Number(row.quantity), Number(row.price), row.vat]);
		const kept = lines.map((line) => [
			...[line.description, line.qt, line.unitPriceVatExcl, line.vatRate],
		]);
		const net = rows.reduce((sum, { quantity, price }) => sum + cents(quantity, price), 0n);
		const same = JSON.stringify(sent) === JSON.stringify(kept);
		const total = String(found[0]?.totalVatExcl);
		if (same && toUnits(total) === net * 1_000_000n) return [];
		return [`${order} has the lines ${JSON.stringify(kept)} and ${total} without VAT`];
	});
}

/** Hundredths of a unit, rounded to the nearest. */
function cents(quantity: string, price: string): bigint {
	const product = toUnits(quantity) * toUnits(price);
	const scale = 10n ** 14n;
	return (product + scale / 2n) / scale;
}
