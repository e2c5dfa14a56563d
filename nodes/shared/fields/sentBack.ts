import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from '../client/exactJson';
import type { ServiceField, ServiceFields } from './serviceField';

/** A number that arrived as text, since no JavaScript number holds its digits. */
const longNumber = /^-?\d{1,40}(\.\d{1,40})?$/;

/**
 * A record as it came, made ready to be sent back: without what is GET only, with all digits of its numbers.
 * Fields that nobody published stay in: a replacement without them could clear them.
 */
export function sentBack(fields: ServiceFields, record: object): IDataObject {
	const kept = Object.entries(record).filter(([name]) => fields[name]?.getOnly !== true);
	return Object.fromEntries(
		kept.map(([name, value]) => [name, valueBack(fields[name], value)]),
	) as IDataObject;
}

function valueBack(field: ServiceField | undefined, value: unknown): unknown {
	if (field === undefined || value === null) return value;
	if (field.kind === 'group' && typeof value === 'object')
		return sentBack(field.fields ?? {}, value);
	if (field.kind === 'rows' && Array.isArray(value)) {
		return value.map((row: unknown) =>
			typeof row === 'object' && row !== null ? sentBack(field.fields ?? {}, row) : row,
		);
	}
	const isNumber = field.kind === 'id' || field.kind === 'amount' || field.kind === 'number';
	return isNumber && typeof value === 'string' && longNumber.test(value)
		? new ExactNumber(value)
		: value;
}
