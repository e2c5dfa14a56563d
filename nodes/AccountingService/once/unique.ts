import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { textFrom } from '../../shared/client/json';
import { sideOf } from '../../shared/documents/choices';
import { contactName } from '../../shared/documents/contactFields';
import { dayOf } from '../../shared/fields/dates';
import { trimmed } from '../../shared/fields/values';
import { idOf } from '../../shared/lists/ids';
import { type Key, keyFields, type Unique } from '../document/key';
import type { Draft } from '../document/drafts';
import { differencesOf } from '../document/documentDifferences';
import type { OperationCall } from '../operation';
import { lock, type Lock } from './memories';

/** Whether a document has the same value, type and direction: an invoice and its credit note share an order number. */
export function hasKey(
	record: ServiceRecord,
	{ field, value, issueDate }: Key,
	body: IDataObject,
): boolean {
	const isSameDay = issueDate === undefined || dayOf(record.issueDate) === issueDate;
	return valueIn(record, field) === value && isSameDay && isSameKind(record, body);
}

function valueIn(record: ServiceRecord, field: Unique['field']): string {
	// The service returns the Explicit Number as accountingDocumentNo (docs/api/resources.md#accounting-document).
	const number = field === 'explicitNo' ? record.accountingDocumentNo : undefined;
	return trimmed(textFrom(number ?? record[field]));
}

/** The values of a document by which Unique By may search for it. */
export const valuesToSearch = (record: ServiceRecord): string[] =>
	keyFields.map((field) => valueIn(record, field));

const isSameKind = (record: IDataObject | ServiceRecord, body: IDataObject): boolean =>
	['type', 'direction'].every((name) => {
		const code = textFrom(record[name]);
		return code === '' || Number(code) === Number(body[name]);
	});

const supplierIdentifiers = ['contactId', 'companyRegNo', 'taxId', 'externalId'];

/**
 * Two suppliers may use the same document number, so a received document must also have the same supplier. A related
 * document is one of this company.
 */
function supplierOf(
	record: IDataObject | ServiceRecord,
	body: IDataObject,
	field: Key['field'] | undefined,
): 'same' | 'other' | 'unclear' {
	if (sideOf(body.direction) !== 'received' || field === 'relatedAccountingDocumentId')
		return 'same';
	return comparedContacts(record.contact, body.contact);
}

/** By the identifiers that both contacts have, or their names if there are none. */
export function comparedContacts(one: unknown, other: unknown): 'same' | 'other' | 'unclear' {
	const contacts = [one, other].map((contact) => (contact ?? {}) as IDataObject);
	const compared = (read: (contact: IDataObject) => unknown) => {
		const [theirs, ours] = contacts.map((contact) => comparable(read(contact)));
		return theirs === '' || ours === '' ? [] : [theirs === ours];
	};
	const byIdentifiers = supplierIdentifiers.flatMap((name) => compared((contact) => contact[name]));
	const isSame = new Set(byIdentifiers.length > 0 ? byIdentifiers : compared(contactName));
	if (isSame.size !== 1) return 'unclear';
	return isSame.has(true) ? 'same' : 'other';
}

/** Normalizes identifiers: "CZ 0123-4" equals "cz01234", and 01234 equals 1234. */
function comparable(value: unknown): string {
	const plain = textFrom(value)
		.normalize('NFKC')
		.replace(/[^\p{L}\p{N}]/gu, '');
	return plain.replace(/^0+(?=.)/, '').toLowerCase();
}

/** Whether another process may have created the document for the same item. Parts of one original have other lines. */
export const mayBeDouble = (record: ServiceRecord, { field }: Unique, body: IDataObject): boolean =>
	supplierOf(record, body, field) !== 'other' &&
	(field !== 'relatedAccountingDocumentId' ||
		differencesOf({ lineItems: body.lineItems }, record).length === 0);

/** @throws ServiceError (badInput) if a document with the key may be from another supplier */
export function ofSameSupplier(
	found: ServiceRecord[],
	unique: Unique,
	body: IDataObject,
): ServiceRecord[] {
	const of = (supplier: string) =>
		found.filter((one) => supplierOf(one, body, unique.field) === supplier);
	const [same, unclear] = [of('same'), of('unclear')];
	if (same.length > 0 || unclear.length === 0) return same;
	return refuseInput(
		'contact',
		`The document with the ${unique.name} (ID ${unclear.map(idOf).join(', ')}) may be from the supplier in Contact or from another one`,
		'Nothing was created or changed. In Contact, enter an identifier that the document has too, e.g. the Company Number. If both have several identifiers, all of them must match.',
	);
}

interface Keyed {
	unique?: Unique;
	body: IDataObject;
}

/** Whether two drafts may be the same document. */
export const mayBeSame = (one: Keyed, other: Keyed): boolean =>
	one.unique?.field === other.unique?.field &&
	one.unique?.value === other.unique?.value &&
	one.unique?.issueDate === other.unique?.issueDate &&
	isSameKind(one.body, other.body) &&
	supplierOf(one.body, other.body, one.unique?.field) !== 'other';

/**
 * What other executions must not create meanwhile: documents with the key, and for a copy others of the same original,
 * of which each may be a part.
 */
export const keysOf = ({ unique, originalId }: Pick<Draft, 'unique' | 'originalId'>): Key[] => [
	...(unique ? [unique] : []),
	...(originalId === undefined ? [] : [copiesOf(originalId)]),
];

/** Copies are found by their original. */
export const copiesOf = (originalId: string): Key => ({
	field: 'relatedAccountingDocumentId',
	value: originalId,
});

/** The keys that a document with these values has. */
export const givenKeys = (values: IDataObject): Key[] =>
	keyFields.flatMap((field) => {
		const value = trimmed(textFrom(values[field]));
		return value === '' ? [] : [{ field, value }];
	});

/** By which another execution may look for the document: {@link keysOf}, and every other one that it is given. */
export const allKeysOf = (draft: Draft): Key[] => [...keysOf(draft), ...givenKeys(draft.body)];

/**
 * What an execution that writes the document holds: without a search for an existing one, which may make a second one,
 * only the original.
 */
export const keysToHold = (draft: Draft): Key[] =>
	allKeysOf(draft).filter(({ field }) => draft.unique || field === 'relatedAccountingDocumentId');

/** The name of the lock of a key, whatever the credential: two may belong to one company. */
export const keyName = ({ client }: OperationCall, { field, value }: Key): string =>
	`key ${JSON.stringify([client.connection.baseUrl, field, value])}`;

/**
 * Waits while another execution of this process creates documents with the same keys or gives them to one, because
 * neither would see the document of the other.
 * @throws ServiceError (cancelled)
 */
export const lockKeys = async (call: OperationCall, keys: Key[]): Promise<Lock> =>
	await lock(
		call,
		[...new Set(keys.map((key) => keyName(call, key)))],
		'waiting for another execution that writes documents with the same keys',
	);
