import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { refuseInput } from '../../../../shared/client/errors';
import { ExactNumber } from '../../../../shared/client/exactJson';
import { trimmed } from '../../../../shared/fields/values';
import type { OperationCall } from '../../../operation';
import { documentFields } from '../fields';
import { uniqueFields, type UniqueField } from './createForm';
import { differencesOf } from './documentDifferences';

/** What tells that a document exists already. */
export interface UniqueKey {
	field: UniqueField;
	value: string;
	/** "Order Number A-17" */
	name: string;
}

/** What is to be done with a document that exists, and how it is known again after a lost answer. */
export interface Intent {
	key?: UniqueKey;
	ifExists: IfExists;
	/** Whether a record is the document that is meant. */
	isMeant(record: ServiceRecord): boolean;
}

const choices = ['create', 'return', 'fail', 'update'] as const;
export type IfExists = (typeof choices)[number];

/** @throws ServiceError (badInput) where the field that is to be unique is empty */
export function intentOf({ form }: OperationCall, body: IDataObject): Intent {
	const field = uniqueFields.find((name) => name === form.get('uniqueBy'));
	if (field === undefined) {
		return { ifExists: 'create', isMeant: (record) => hasContent(record, body) };
	}
	const key = keyOf(field, body);
	const ifExists = choices.find((one) => one === (form.get('ifExists') ?? 'return'));
	if (ifExists === undefined) {
		refuseInput(
			'ifExists',
			`There is no "${String(form.get('ifExists')).slice(0, 20)}" for a document that exists`,
			`Use ${choices.join(', ')}.`,
		);
	}
	return { key, ifExists, isMeant: (record) => hasKey(record, key, body) };
}

function keyOf(field: UniqueField, body: IDataObject): UniqueKey {
	const value = trimmed(String(body[field] ?? ''));
	const { label } = documentFields[field];
	if (value === '') {
		refuseInput(
			field,
			`${label} is empty, but documents are to be unique by it`,
			`Enter ${label}, or choose another field in Unique By.`,
		);
	}
	return { field, value, name: `${label} ${value.slice(0, 60)}` };
}

/** What a record calls the field: the number that was asked for becomes the number of the document. */
export const recordField = (field: UniqueField): string =>
	field === 'explicitNo' ? 'accountingDocumentNo' : field;

/**
 * The same value on a document of the same type and direction: a credit note for an order is not its invoice. A
 * received document of another supplier is another one, whatever number that supplier gave it.
 */
function hasKey(record: ServiceRecord, { field, value }: UniqueKey, body: IDataObject): boolean {
	const found = record[recordField(field)];
	if (found === undefined || found === null || trimmed(String(found)) !== value) return false;
	const isSameKind = ['type', 'direction'].every(
		(name) => record[name] === undefined || Number(record[name]) === Number(body[name]),
	);
	return isSameKind && !(Number(body.direction) === 0 && isOtherContact(record, body));
}

/** By what identifies a contact, as far as both have it. */
function isOtherContact(record: ServiceRecord, body: IDataObject): boolean {
	const [theirs, ours] = [record.contact, body.contact].map((one) => (one ?? {}) as IDataObject);
	const known = ['contactId', 'companyRegNo', 'taxId', 'externalId']
		.map((name) => [textOf(theirs[name]), textOf(ours[name])])
		.find(([one, other]) => one !== '' && other !== '');
	return known !== undefined && known[0] !== known[1];
}

const textOf = (value: unknown) =>
	value instanceof ExactNumber
		? value.digits
		: value === undefined || value === null || typeof value === 'object'
			? ''
			: trimmed(String(value)).toLowerCase();

/** What a document that was sent is known by when its answer was lost and nothing is unique. */
const content = [
	'type',
	'direction',
	'contact',
	'currency',
	'issueDate',
	'dueDate',
	'taxDate',
	'bookingDate',
	'total',
	'totalVatExcl',
	'lineItems',
	...uniqueFields,
];

function hasContent(record: ServiceRecord, body: IDataObject): boolean {
	const known = Object.fromEntries(
		content.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
	);
	return differencesOf(known, record).length === 0;
}
