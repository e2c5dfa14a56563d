import { lineItemFields } from '../../shared/documents/lineFields';
import { documentFields } from '../../shared/documents/fields';
import type { FieldKind, ServiceFields } from '../../shared/fields/describe';

/** What a column holds; only formats with typed cells make a difference. */
export type ColumnKind = 'text' | 'id' | 'number' | 'amount' | 'date' | 'boolean' | 'json';

const kinds: Record<FieldKind, ColumnKind> = {
	text: 'text',
	id: 'id',
	whole: 'number',
	number: 'number',
	amount: 'amount',
	date: 'date',
	dateTime: 'text',
	flag: 'boolean',
	choice: 'text',
	texts: 'json',
	ids: 'json',
	group: 'json',
	rows: 'json',
	json: 'json',
};

export const lineItemsField = 'lineItems';

/** A field of a document or of its lines as a column. */
export interface ColumnField {
	/** Dotted. */
	path: string;
	kind: ColumnKind;
	/** In words: "Contact: Tax ID". */
	label: string;
	description: string;
}

/** Every field with its dotted path; groups are opened, lists are not. */
function flatten(fields: ServiceFields, prefix = '', group = ''): ColumnField[] {
	return Object.entries(fields).flatMap(([name, { kind, label, description, fields: inner }]) =>
		kind === 'group'
			? flatten(inner ?? {}, `${prefix}${name}.`, `${group}${label}: `)
			: [{ path: prefix + name, kind: kinds[kind], label: group + label, description }],
	);
}

/** Columns that a row per document offers. */
export const documentColumns = flatten(documentFields);

const lineItemsLabel = documentFields[lineItemsField].label;

/** Columns that a row per line item offers: those of the document, then those of the line. */
export const lineItemColumns = [
	...documentColumns.filter(({ path }) => path !== lineItemsField),
	...flatten(lineItemFields, `${lineItemsField}.`, `${lineItemsLabel}: `),
];

/** By path. */
export const columnFields = new Map(
	[...documentColumns, ...lineItemColumns].map((column) => [column.path, column]),
);

export const defaultDocumentPaths = [
	'id',
	'accountingDocumentNo',
	'type',
	'direction',
	'issueDate',
	'dueDate',
	'taxDate',
	'contact.companyName',
	'contact.companyRegNo',
	'contact.taxId',
	'variableSymbol',
	'currency',
	'totalVatExcl',
	'totalVatAmount',
	'total',
	'amountPaid',
	'paymentType',
	'state',
];

export const defaultLineItemPaths = [
	'id',
	'accountingDocumentNo',
	'issueDate',
	'contact.companyName',
	'currency',
	'lineItems.description',
	'lineItems.qt',
	'lineItems.unitName',
	'lineItems.unitPriceVatExcl',
	'lineItems.vatRate',
	'lineItems.totalVatExcl',
	'lineItems.vatValue',
	'lineItems.total',
	'lineItems.finAccount',
];
