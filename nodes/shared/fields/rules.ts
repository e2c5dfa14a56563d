import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { acceptedFields, type ServiceFields } from './serviceField';

/** Refuses an object with two fields of which one has to be empty (contract of writes, 4). */
export function refuseBoth(fields: ServiceFields, object: IDataObject, at = ''): void {
	for (const [name, { excludes, label }] of Object.entries(fields)) {
		if (excludes === undefined || object[name] == null || object[excludes] == null) continue;
		refuseInput(
			at === '' ? name : `${at}.${name}`,
			`${label} and ${fields[excludes]?.label ?? excludes} exclude each other`,
			'Fill in one of them.',
		);
	}
}

/**
 * Refuses a body in which something is missing that the service does not do without, however deep.
 * @throws ServiceError (badInput) that names the field
 */
export function refuseMissing(fields: ServiceFields, body: IDataObject, at = ''): void {
	for (const [name, field] of acceptedFields(fields)) {
		const { label, required, kind, fields: inner = {} } = field;
		const value = body[name];
		const path = at === '' ? name : `${at}.${name}`;
		if (value === undefined || value === null) {
			if (required) refuseInput(path, `${label} is missing`, `The service needs ${path}. Add it.`);
		} else if (kind === 'group') {
			refuseMissing(inner, value as IDataObject, path);
		} else if (kind === 'rows') {
			(value as IDataObject[]).forEach((row, index) =>
				refuseMissing(inner, row, `${path}[${index}]`),
			);
		}
	}
}
