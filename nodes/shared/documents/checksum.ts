import { hash } from 'node:crypto';

import type { ServiceRecord } from '../client/envelope';
import { Decimal } from '../decimal';
import { dayOf } from '../fields/dates';
import { idOf } from '../lists/ids';
import { documentFields } from './documentRecord';
import { vatRecapFields } from './lineFields';

/**
 * Which document it is, the dates that decide its month, and its amounts. Two lists may show other fields differently,
 * and a service may change those without anyone's doing.
 */
const covered = ['type', 'direction', 'issueDate', 'taxDate', 'currency'];
const amounts = ['total', 'totalVatExcl', 'totalVatAmount'];
const coveredFields = [...covered, ...amounts].map(
	(name) => [name, documentFields[name].kind] as const,
);
const recapFields = Object.entries(vatRecapFields).map(([name, { kind }]) => [name, kind] as const);

/** The same text for 121 and "121.00", and for a date with and without a time. */
function coveredTexts(record: ServiceRecord, of: typeof coveredFields): Array<string | null> {
	return of.map(([name, kind]) => {
		const value = record[name] ?? null;
		if (value === null || value === '') return null;
		const text = JSON.stringify(value);
		if (kind === 'date') return dayOf(value) || text;
		// Without an exponent, JSON has no digit too many: no need for a Decimal, which took a tenth of an export's time.
		if (typeof value === 'number' && !text.includes('e')) return text;
		return Decimal.from(value)?.toString() ?? text;
	});
}

/** A number from 0 to 2^128 - 1 that differs if a date or an amount of the document differs. */
export function checksumOf(record: ServiceRecord): bigint {
	const recap = Array.isArray(record.vatRecap) ? (record.vatRecap as ServiceRecord[]) : [];
	const rows = recap.map((row) => coveredTexts(row, recapFields));
	const text = JSON.stringify([idOf(record), coveredTexts(record, coveredFields), rows]);
	// A Hash object for each document took 5 % of an export's time.
	return BigInt(`0x${hash('sha256', text).slice(0, 32)}`);
}

/**
 * The sum of the documents' checksums, modulo 2^128, as 32 hexadecimal digits. So their order does not matter, those of
 * parts can be added up, and a document that is there twice shows.
 */
export const checksumText = (sum: bigint): string =>
	(sum % (1n << 128n)).toString(16).padStart(32, '0');
