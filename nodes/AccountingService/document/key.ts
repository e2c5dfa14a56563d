import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { textFrom } from '../../shared/client/json';
import { documentFields } from '../../shared/documents/documentRecord';
import { choice, whole } from '../../shared/fields/describe';
import { byLabel, formField } from '../../shared/fields/formField';
import { collection } from '../../shared/fields/readForm';
import { trimmed } from '../../shared/fields/values';
import type { OperationCall } from '../operation';

const uniqueFields = ['externalNo', 'orderNo', 'variableSymbol', 'explicitNo'] as const;

const labels = uniqueFields.map((name): [string, string] => [name, documentFields[name].label]);

export const uniqueBy = formField(
	'uniqueBy',
	choice(
		'Unique By',
		Object.fromEntries(byLabel(labels, ([, label]) => label)),
		'What identifies the new document, beside its type and direction, e.g. Order Number. The node searches the newest documents for it.',
		{
			usual: 'orderNo',
			decides: true,
			hint: 'Also add this field under Additional Fields, and enter its value.',
		},
	),
);

const createAnother = 'Create the document without a search. There may then be two.';

export const ifExists = formField(
	'ifExists',
	choice(
		'If It Exists',
		{
			create: ['Create Another', createAnother],
			fail: ['Fail', 'Stop with an error'],
			return: ['Return It', 'Return the existing document'],
			update: ['Update It', 'Update the existing document with the fields that you enter'],
		},
		'What to do if a document with the same Unique By value exists',
		{ usual: 'return', decides: true },
	),
);

export const existingLookBack = formField(
	'lookBack',
	whole(
		'Look Back (Documents)',
		'How many of the newest documents to search for an existing one, e.g. 500',
		{
			minimum: 10,
			maximum: 100_000,
			usual: 500,
		},
	),
);

/** By which fields a document can be found again. */
export const keyFields = [...uniqueFields, 'relatedAccountingDocumentId'] as const;

/** How to identify an existing document, and what to do with it. */
export interface Unique {
	field: (typeof keyFields)[number];
	value: string;
	/** YYYY-MM-DD, if documents with the same value differ by it. */
	issueDate?: string;
	/** "Order Number A-17" */
	name: string;
	ifExists: 'return' | 'fail' | 'update';
}

/** What identifies a document. */
export type Key = Pick<Unique, 'field' | 'value' | 'issueDate'>;

/**
 * @returns undefined to create the document without a search
 * @throws ServiceError (badInput) if the Unique By field is empty
 */
export function uniqueOf({ form }: OperationCall, body: IDataObject): Unique | undefined {
	const options = collection(form, 'options');
	const isUpsert = form.get('operation') === 'upsert';
	if (isUpsert && options.uniqueBy === undefined) {
		refuseInput(
			'uniqueBy',
			'Unique By is missing',
			'Add it under Options, so that the node can find the document to update.',
		);
	}
	return uniqueFrom(isUpsert ? { ...options, ifExists: 'update' } : options, body);
}

/**
 * @param options with `uniqueBy` and `ifExists`
 * @returns undefined to create the document without a search
 * @throws ServiceError (badInput) if the Unique By field is empty
 */
export function uniqueFrom(options: IDataObject, body: IDataObject): Unique | undefined {
	const field = keyFields.find((name) => name === options.uniqueBy);
	const ifExists = (options.ifExists ?? 'return') as Unique['ifExists'] | 'create';
	if (field === undefined || ifExists === 'create') return undefined;
	const value = trimmed(textFrom(body[field]));
	const { label } = documentFields[field];
	if (value === '') {
		refuseInput(
			field,
			`${label} is empty, but Unique By uses it`,
			`Add ${label} under Additional Fields and enter its value, or choose another field in Unique By.`,
		);
	}
	const name = `${label} ${value.slice(0, 60)}`;
	return { field, value, name, ifExists };
}
