import type { IDataObject } from 'n8n-workflow';

import { shortened } from '../../shared/client/redact';
import { amountText } from '../../shared/decimal';
import type { Measure } from './groups';
import { escapedHtml } from './html';

/** Precedes the number of documents of an amount. */
export const countStart = '\u00a0(';

/**
 * A row of a table that aligns right and does not wrap. Cells need few attributes of their own, since some mail clients
 * cut off long messages.
 * @param texts the number of cells that are not numbers
 */
export function htmlRow(tag: 'td' | 'th', cells: string[], texts: number): string {
	const all = cells.map((cell, index) => {
		const side = index < texts ? ' align="left"' : '';
		// A long name must not push the amounts out of view, even without spaces.
		const isLong = index < texts && cell.length > 20;
		const width = isLong
			? ' style="min-width:130px;white-space:normal;overflow-wrap:anywhere"'
			: '';
		return `<${tag}${side}${width}>${escapedHtml(cell)}</${tag}>`;
	});
	return `<tr align="right" style="border-bottom:1px solid #999">${all.join('')}</tr>`;
}

/** The amount, and of how many documents, unless of all. */
export function amountIn(item: IDataObject, { name }: Measure, currency: unknown): string {
	const count = item[`${name}Count`];
	if (count === 0) return item[name] === null ? '?' : '–';
	const text = formatted(item[name], currency);
	return `${text}${count === item.documents ? '' : `${countStart}${String(count)})`}`;
}

/** With thin spaces between thousands: 1 210.50. */
export const formatted = (value: unknown, currency: unknown): string =>
	amountText(value, currency, '\u2009');

export function cellText(value: unknown): string {
	if (value === null || value === '') return '–';
	return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : shortened(String(value), 200);
}
