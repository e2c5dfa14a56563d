import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { ExactNumber } from '../../../../shared/client/exactJson';
import { Decimal } from '../../../../shared/decimal';
import {
	labelOf,
	type ServiceField,
	type ServiceFields,
} from '../../../../shared/fields/serviceField';
import { documentFields } from '../fields';

/** A field that came back otherwise than it was sent. */
export interface Difference {
	/** "Quantity of Line 1" */
	label: string;
	/** With both values where those are no customer's data. */
	words: string;
}

/**
 * What the service made otherwise than it was told (contract of writes, 6). Fields that were not sent are the
 * service's own to fill.
 */
export function differencesOf(sent: IDataObject, came: ServiceRecord): Difference[] {
	const { explicitNo, ...rest } = sent;
	// The number given comes back as the document's own (specification 2.1).
	const number = explicitNo === undefined ? {} : { accountingDocumentNo: explicitNo };
	return differences(documentFields, { ...rest, ...number }, came);
}

function differences(
	fields: ServiceFields,
	sent: IDataObject,
	came: Record<string, unknown>,
	of = '',
): Difference[] {
	return Object.entries(sent).flatMap(([name, value]) => {
		const field = fields[name];
		if (value === undefined) return [];
		const label = `${field?.label ?? name}${of}`;
		if (field === undefined) {
			return JSON.stringify(value) === JSON.stringify(came[name]) ? [] : [{ label, words: label }];
		}
		return differencesAt(field, value, came[name], label, of);
	});
}

function differencesAt(
	field: ServiceField,
	sent: unknown,
	came: unknown,
	label: string,
	of: string,
): Difference[] {
	if (field.kind === 'group' && isObject(sent)) {
		const inner = isObject(came) ? came : {};
		return differences(field.fields ?? {}, sent, inner, ` of ${field.label}${of}`);
	}
	if (field.kind === 'rows' && Array.isArray(sent)) {
		const rows: unknown[] = Array.isArray(came) ? came : [];
		if (rows.length !== sent.length) {
			return [{ label, words: `${label} (${sent.length} sent, ${rows.length} came)` }];
		}
		return sent.flatMap((row, index) => {
			const own = ` of ${field.row ?? 'Row'} ${index + 1}${of}`;
			const other = rows[index];
			return isObject(row)
				? differences(field.fields ?? {}, row, isObject(other) ? other : {}, own)
				: [];
		});
	}
	if (isSame(field, sent, came)) return [];
	return [{ label, words: `${label}${valuesOf(field, sent, came)}` }];
}

function isSame({ kind }: ServiceField, sent: unknown, came: unknown): boolean {
	if (isEmpty(sent) || isEmpty(came)) return isEmpty(sent) && isEmpty(came);
	const [one, other] = [Decimal.from(sent), Decimal.from(came)];
	switch (kind) {
		case 'amount':
		case 'number':
		case 'whole':
		case 'choice':
			return one !== undefined && other !== undefined && one.equals(other);
		case 'date':
			return plain(sent).slice(0, 10) === plain(came).slice(0, 10);
		case 'json':
			return JSON.stringify(sent) === JSON.stringify(came);
		default:
			return plain(sent) === plain(came);
	}
}

function valuesOf({ kind, choices }: ServiceField, sent: unknown, came: unknown): string {
	if (!['amount', 'number', 'whole', 'choice', 'date', 'flag'].includes(kind)) return '';
	const shown = (value: unknown) =>
		isEmpty(value) ? 'nothing' : plain(choices ? labelOf(choices, value) : value).slice(0, 40);
	return ` (${shown(sent)} sent, ${shown(came)} came)`;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const plain = (value: unknown) =>
	value instanceof ExactNumber ? value.digits : typeof value === 'object' ? '' : String(value);

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** So many are named; the others are counted. */
const named = 10;

/** "Order Number, Quantity of Line 1 (2 sent, 3 came)" */
export function listed(found: Difference[]): string {
	const more = found.length > named ? ` and ${found.length - named} more` : '';
	return `${found
		.slice(0, named)
		.map(({ words }) => words)
		.join(', ')}${more}`;
}
