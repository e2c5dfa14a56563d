import type { IDataObject } from 'n8n-workflow';

import { ExactNumber } from '../../shared/client/json';
import { isObject } from '../../shared/client/message';
import { Decimal } from '../../shared/decimal';
import { acceptedFields, type ServiceFields } from '../../shared/fields/describe';
import { isEmpty } from '../../shared/fields/values';

/** The published fields with a value, at any depth, without those that only the service sets. */
export function pick(
	fields: ServiceFields,
	record: object,
	names?: readonly string[],
): IDataObject {
	const values = record as IDataObject;
	const picked = acceptedFields(fields).flatMap(([name, { fields: inner }]) => {
		const value = values[name];
		if (isEmpty(value) || (names && !names.includes(name))) return [];
		if (!inner) return [[name, value]];
		if (Array.isArray(value))
			return [[name, value.filter(isObject).map((row) => pick(inner, row))]];
		return isObject(value) ? [[name, pick(inner, value)]] : [];
	});
	return Object.fromEntries(picked) as IDataObject;
}

/** With the opposite sign of these amounts. */
export function negated(values: IDataObject, names: readonly string[]): IDataObject {
	const reversed = names.flatMap((name) => {
		const value = Decimal.from(values[name]);
		return value ? [[name, new ExactNumber(Decimal.zero.minus(value).toString())]] : [];
	});
	return { ...values, ...Object.fromEntries(reversed) } as IDataObject;
}
