import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { refuseInput } from '../../../../shared/client/errors';
import { ExactNumber } from '../../../../shared/client/json';
import { trimmed } from '../../../../shared/fields/values';
import type { OperationCall } from '../../../operation';
import { contactName } from '../../../../shared/documents/contactName';
import { documentFields } from '../../../../shared/documents/fields';
import { uniqueFields, type UniqueField } from './createForm';

/** By what a document is known to exist, and what is done with it then. */
export interface Unique {
	field: UniqueField;
	value: string;
	/** "Order Number A-17" */
	name: string;
	ifExists: 'return' | 'fail' | 'update';
}

/**
 * @returns undefined if the item is to be created whatever exists
 * @throws ServiceError (badInput) if the field that is to be unique is empty
 */
export function uniqueOf({ form }: OperationCall, body: IDataObject): Unique | undefined {
	const field = uniqueFields.find((name) => name === form.get('uniqueBy'));
	const given = form.get('ifExists') ?? 'return';
	if (field === undefined || given === 'create') return undefined;
	const ifExists = (['return', 'fail', 'update'] as const).find((one) => one === given);
	if (ifExists === undefined) {
		refuseInput(
			'ifExists',
			`There is no "${String(given).slice(0, 20)}" for a document that exists`,
			'Use create, return, fail, update.',
		);
	}
	const value = trimmed(String(body[field] ?? ''));
	const { label } = documentFields[field];
	if (value === '') {
		refuseInput(
			field,
			`${label} is empty, but documents are to be unique by it`,
			`Enter ${label}, or choose another field in Unique By.`,
		);
	}
	return { field, value, name: `${label} ${value.slice(0, 60)}`, ifExists };
}

/** The same value on a document of the same type and direction: a credit note for an order is not its invoice. */
export function hasKey(
	record: ServiceRecord,
	{ field, value }: Unique,
	body: IDataObject,
): boolean {
	// The number that was sent becomes the number of the document (specification 2.1).
	const found = record[field === 'explicitNo' ? 'accountingDocumentNo' : field];
	if (found === undefined || found === null || trimmed(String(found)) !== value) return false;
	return isSameKind(record, body);
}

export const isSameKind = (record: ServiceRecord, body: IDataObject): boolean =>
	['type', 'direction'].every(
		(name) => record[name] === undefined || Number(record[name]) === Number(body[name]),
	);

const identifiers = ['contactId', 'companyRegNo', 'taxId', 'externalId'];

/**
 * Suppliers number their documents by themselves, so a received document is the same one only if its supplier is:
 * by identifiers, or by names if there are no identifiers that both have (contract of writes, section 3).
 */
export function supplierOf(record: ServiceRecord, body: IDataObject): 'same' | 'other' | 'unclear' {
	if (Number(body.direction) !== 0) return 'same';
	const contacts = [record.contact, body.contact].map((one) => (one ?? {}) as IDataObject);
	const compared = (read: (contact: IDataObject) => unknown) => {
		const [theirs, ours] = contacts.map((contact) => comparable(read(contact)));
		return theirs === '' || ours === '' ? [] : [theirs === ours];
	};
	const byIdentifiers = identifiers.flatMap((name) => compared((contact) => contact[name]));
	const isSame = new Set(byIdentifiers.length > 0 ? byIdentifiers : compared(contactName));
	if (isSame.size !== 1) return 'unclear';
	return isSame.has(true) ? 'same' : 'other';
}

/** "CZ 0123-4" and "cz01234" are one identifier, and so are 01234 and 1234. */
function comparable(value: unknown): string {
	const text = value instanceof ExactNumber ? value.digits : String(value ?? '');
	const plain = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
	return plain.replace(/^0+(?=.)/, '').toLowerCase();
}
