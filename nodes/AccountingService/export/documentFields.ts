import { lineItemFields } from '../resources/accountingDocument/lineFields';
import { documentFields } from '../resources/accountingDocument/fields';
import type { FieldKind, ServiceFields } from '../../shared/fields/serviceField';

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

/** Every field with its dotted path; groups are opened, lists are not. */
function flatten(fields: ServiceFields, prefix = ''): Array<[string, ColumnKind]> {
	return Object.entries(fields).flatMap(([name, field]): Array<[string, ColumnKind]> =>
		field.kind === 'group'
			? flatten(field.fields ?? {}, `${prefix}${name}.`)
			: [[prefix + name, kinds[field.kind]]],
	);
}

/** By path. */
export const columnKinds = new Map([
	...flatten(documentFields),
	...flatten(lineItemFields, `${lineItemsField}.`),
]);

/** Paths that a row per document offers: every field, nested ones dotted. */
export const documentPaths = flatten(documentFields).map(([path]) => path);

/** Paths that a row per line item offers: those of the document, then those of the line. */
export const lineItemPaths = [
	...documentPaths.filter((path) => path !== lineItemsField),
	...flatten(lineItemFields, `${lineItemsField}.`).map(([path]) => path),
];

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
