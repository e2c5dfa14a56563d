import type { ServiceRecord } from '../client/envelope';
import { textFrom } from '../client/json';
import { Decimal } from '../decimal';
import { creditNote } from './choices';

/** No published source says which sign a credit note has, but the existing ones show it. */
export const isPositiveCreditNote = ({ type, total }: ServiceRecord): boolean =>
	textFrom(type) === String(creditNote) && (Decimal.from(total)?.compare(Decimal.zero) ?? 0) > 0;
