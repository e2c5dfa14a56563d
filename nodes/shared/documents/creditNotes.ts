import { isObject } from '../client/message';
import type { ServiceRecord } from '../client/envelope';
import { textFrom } from '../client/json';
import { Decimal } from '../decimal';
import { creditNote } from './choices';

const signOf = (amount: unknown) => Decimal.from(amount)?.compare(Decimal.zero) ?? 0;

/**
 * No published source says which sign a credit note has, but the existing ones show it. A positive total of reversed
 * quantities shows nothing: it takes back a discount.
 */
export const isPositiveCreditNote = ({ type, total, lineItems }: ServiceRecord): boolean =>
	textFrom(type) === String(creditNote) && signOf(total) > 0 && !hasReversedLine(lineItems);

const hasReversedLine = (lines: unknown) =>
	Array.isArray(lines) && lines.some((line) => isObject(line) && signOf(line.qt) < 0);
