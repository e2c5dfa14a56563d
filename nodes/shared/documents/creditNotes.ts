import { isObject } from '../client/message';
import type { ServiceRecord } from '../client/envelope';
import { textFrom } from '../client/json';
import { Decimal } from '../decimal';
import { creditNote } from './choices';

export const signOf = (amount: unknown) => Decimal.from(amount)?.sign ?? 0;

/**
 * No published source says which sign a credit note has, but the existing ones show it. A positive total of lines
 * with negative quantities shows nothing: it takes back a discount.
 */
export const isPositiveCreditNote = ({ type, total, lineItems }: ServiceRecord): boolean =>
	textFrom(type) === String(creditNote) && signOf(total) > 0 && !isReversed(lineItems);

function isReversed(lines: unknown): boolean {
	const signs = (Array.isArray(lines) ? lines : []).filter(isObject).map(({ qt }) => signOf(qt));
	const counted = signs.filter((sign) => sign !== 0);
	return counted.length > 0 && counted.every((sign) => sign < 0);
}
