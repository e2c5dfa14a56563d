import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { within } from '../../shared/client/deadline';
import type { ServiceRecord } from '../../shared/client/envelope';
import { cancelledWhile, refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { contactName } from '../../shared/documents/contactName';
import { documentFields } from '../../shared/documents/fields';
import { collection } from '../../shared/fields/form';
import { trimmed } from '../../shared/fields/values';
import { wholeNumberField } from '../../shared/fields/options';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';

const uniqueFields = ['externalNo', 'orderNo', 'variableSymbol', 'explicitNo'] as const;

export const uniqueBy: INodeProperties = {
	displayName: 'Unique By',
	name: 'uniqueBy',
	type: 'options',
	options: uniqueFields
		.map((name) => ({ name: documentFields[name].label, value: name }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: 'orderNo',
	description:
		'The field that tells whether a document exists already. The newest documents of the same type and direction are searched for it.',
};

export const ifExists: INodeProperties = {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: [
		{ name: 'Create Another', value: 'create', description: 'Do not look' },
		{ name: 'Fail', value: 'fail', description: 'Stop at the item and name the document' },
		{ name: 'Return It', value: 'return', description: 'Hand on the document that is there' },
		{
			name: 'Update It',
			value: 'update',
			description: 'Change the fields that you give of the document that is there',
		},
	],
	default: 'return',
	description: 'What to do when a document with the same value of Unique By is there',
};

export const lookBack = wholeNumberField({
	displayName: 'Look Back',
	name: 'lookBack',
	minimum: 10,
	maximum: 100_000,
	default: 500,
	description: 'How many of the newest documents are searched for one that exists already',
});

/** By what a document is known to exist, and what is done with it then. */
export interface Unique {
	field: (typeof uniqueFields)[number];
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
	const options = collection(form, 'createOptions');
	const field = uniqueFields.find((name) => name === options.uniqueBy);
	const ifExists = (options.ifExists ?? 'return') as Unique['ifExists'] | 'create';
	if (field === undefined || ifExists === 'create') return undefined;
	const value = trimmed(String(body[field] ?? ''));
	const { label } = documentFields[field];
	if (value === '') {
		refuseInput(
			field,
			`${label} is empty, but documents are to be unique by it`,
			`Enter ${label}, or choose another field in Unique By.`,
		);
	}
	const name = `${label} ${value.slice(0, 60)}`;
	return { field, value, name, ifExists: ifExists as Unique['ifExists'] };
}

/** The same value on a document of the same type and direction: a credit note for an order is not its invoice. */
export function hasKey(
	record: ServiceRecord,
	{ field, value }: Unique,
	body: IDataObject,
): boolean {
	// The number that was sent becomes the number of the document (docs/api/resources.md#accounting-document).
	const found = record[field === 'explicitNo' ? 'accountingDocumentNo' : field] ?? '';
	return trimmed(String(found)) === value && isSameKind(record, body);
}

const isSameKind = (record: IDataObject | ServiceRecord, body: IDataObject): boolean =>
	['type', 'direction'].every(
		(name) => record[name] === undefined || Number(record[name]) === Number(body[name]),
	);

const identifiers = ['contactId', 'companyRegNo', 'taxId', 'externalId'];

/**
 * Suppliers number their documents by themselves, so a received document is the same one only if its supplier is:
 * by identifiers, or by names if there are no identifiers that both have.
 */
function supplierOf(
	record: IDataObject | ServiceRecord,
	body: IDataObject,
): 'same' | 'other' | 'unclear' {
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

/** @throws ServiceError (badInput) if it is unclear whether documents with the key are the same supplier's */
export function ofSameSupplier(
	found: ServiceRecord[],
	unique: Unique,
	body: IDataObject,
): ServiceRecord[] {
	const of = (supplier: string) => found.filter((one) => supplierOf(one, body) === supplier);
	const [same, unclear] = [of('same'), of('unclear')];
	if (same.length > 0 || unclear.length === 0) return same;
	return refuseInput(
		'contact',
		`The Contact does not show whether document ${unclear.map(idOf).join(', ')} with the ${unique.name} is of the same supplier`,
		'Nothing was created or changed. Enter an identifier in Contact that the document has too, such as the Company Number. If they have several in common, all of them must agree.',
	);
}

interface Keyed {
	unique?: Unique;
	body: IDataObject;
}

/** Whether two documents that are to be created may be the same one. */
export const mayBeSame = (one: Keyed, other: Keyed): boolean =>
	one.unique?.field === other.unique?.field &&
	one.unique?.value === other.unique?.value &&
	isSameKind(one.body, other.body) &&
	supplierOf(one.body, other.body) !== 'other';

/** By key: settles when the last execution that waits for it has ended. */
const locks = new Map<string, Promise<unknown>>();

/**
 * Waits until no other execution of this process creates documents with the same keys: it would not see the document
 * that the other one is about to create. All keys are locked at once, so two executions never wait for each other.
 * @returns ends the lock
 * @throws ServiceError (cancelled)
 */
export async function lockKeys(
	{ client: { connection } }: OperationCall,
	uniques: Unique[],
): Promise<() => void> {
	const keys = uniques.map(({ field, value }) => JSON.stringify([connection.owner, field, value]));
	const others = keys.flatMap((key) => locks.get(key) ?? []);
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const lock = Promise.all([...others, own]).then(() => {
		for (const key of keys) if (locks.get(key) === lock) locks.delete(key);
	});
	for (const key of keys) locks.set(key, lock);
	if (others.length === 0) return end;
	const waited = await within(Promise.all(others), () => Infinity, connection.bounds.signal);
	if (waited.why === undefined) return end;
	end();
	throw cancelledWhile('waiting for another execution that creates documents with the same keys');
}
