import type { ServiceRecord } from '../../shared/client/envelope';
import { documentFields, documentRecord } from '../../shared/documents/documentRecord';
import { lineItemFields } from '../../shared/documents/lineFields';
import {
	computedFields,
	type FieldKind,
	type ServiceFields,
	labelledAt,
	meaningOf,
} from '../../shared/fields/describe';
import { quoteValue, someInWords } from '../../shared/fields/values';

/** The type of a column, for formats with typed cells. */
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
	/** E.g. "Contact: Tax ID". */
	label: string;
	description: string;
	/** Of a value that the node computes. */
	read?: (record: ServiceRecord) => unknown;
}

/** All fields with their dotted paths, including those in groups but not those in lists. */
function flatten(fields: ServiceFields, prefix = '', group = ''): ColumnField[] {
	return Object.entries(fields).flatMap(
		([name, { kind, label, heading = label, description, fields: inner }]) =>
			kind === 'group'
				? flatten(inner ?? {}, `${prefix}${name}.`, `${group}${label}: `)
				: [
						{
							...{ path: prefix + name, kind: kinds[kind], label: group + heading },
							description: meaningOf(description),
						},
					],
	);
}

/** The columns for one row per document: its fields, then what Simplified output computes. */
export const documentColumns: ColumnField[] = [
	...flatten(documentFields),
	...computedFields(documentRecord.simplified).map(
		({ name: path, kind, words: [label, description], read }) => ({
			...{ path, kind: kinds[kind], label, description, read },
		}),
	),
];

const lineItemsLabel = documentFields[lineItemsField].label;

/** The columns for one row per line item: those of the document, then those of the line. */
export const lineItemColumns = [
	...documentColumns.filter(({ path }) => path !== lineItemsField),
	...flatten(lineItemFields, `${lineItemsField}.`, `${lineItemsLabel}: `),
];

/** By path. */
const columnFields = new Map(
	[...documentColumns, ...lineItemColumns].map((column) => [column.path, column]),
);

/** The columns of Standard. */
export const defaultDocumentPaths = [
	'id',
	'accountingDocumentNo',
	'type',
	'direction',
	'issueDate',
	'dueDate',
	'taxDate',
	'contact.companyName',
	'contact.firstname',
	'contact.lastname',
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
	'contact.firstname',
	'contact.lastname',
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

/** The columns of the table of line items. */
export const lineTablePaths = [
	...['id', 'accountingDocumentNo'],
	...Object.keys(lineItemFields).map((name) => `${lineItemsField}.${name}`),
];

export interface Column {
	/** Dotted. */
	path: string;
	heading: string;
	kind: ColumnKind;
	/** The value in a row. `line` is set if rows are line items. */
	read(record: ServiceRecord, line?: unknown): unknown;
	/** Of a field that the specification does not have: whether rows were read and none had it. */
	isAbsent?(): boolean;
}

interface ColumnOptions {
	/** Whether `lineItems.…` means the line of the row rather than all lines. */
	perLineItem: boolean;
	/** Whether to write "Invoice" instead of its code. */
	enumLabels: boolean;
	/** Whether a heading is "Contact: Tax ID" instead of contact.taxId. */
	headingLabels: boolean;
}

/** The columns in the given order, without duplicates. */
export function columnsFor(
	paths: string[],
	{ perLineItem, enumLabels, headingLabels }: ColumnOptions,
): Column[] {
	return [...new Set(paths)].map((path) => {
		const steps = path.split('.');
		const ofLine = perLineItem && steps[0] === lineItemsField && steps.length > 1;
		const read: Column['read'] = ofLine
			? (_record, line) => walk(line, steps, 1)
			: (record) => walk(record, steps, 0);
		const labelled: Column['read'] = (record) => labelledAt(record, documentFields, path);
		const isEnum = enumLabels && documentFields[path]?.choices !== undefined;
		const known = columnFields.get(path);
		if (known === undefined) return { path, heading: path, kind: 'text', ...watched(read) };
		return {
			path,
			heading: (headingLabels && known.label) || path,
			kind: known.kind,
			read: known.read ?? (isEnum ? labelled : read),
		};
	});
}

function watched(read: Column['read']): Pick<Column, 'read' | 'isAbsent'> {
	let isAbsent: boolean | undefined;
	return {
		read: (record, line) => {
			const value = read(record, line);
			isAbsent = isAbsent !== false && !hasField(value);
			return value;
		},
		isAbsent: () => isAbsent === true,
	};
}

/** A list that {@link walk} has passed contains null for an entry without the field. */
const hasField = (value: unknown): boolean =>
	Array.isArray(value) ? value.some((entry) => entry !== null) : value !== undefined;

/** A warning about columns whose field no document has, such as a mistyped one. */
export function absentFields(columns: Column[]): string[] {
	const absent = columns.filter(({ isAbsent }) => isAbsent?.());
	if (absent.length === 0) return [];
	const names = someInWords(absent.map(({ path }) => quoteValue(path)));
	return [
		`No exported document has a field ${names}. If a name is mistyped, look it up in the Raw output of Get Many`,
	];
}

/** The lines of a document, one for each of its rows. */
export type RowsOf = (record: ServiceRecord) => unknown[];

const rowWithoutLine = [undefined];

export const onePerDocument: RowsOf = () => rowWithoutLine;

export const onePerLine: RowsOf = (record) => {
	const lines = record[lineItemsField];
	return Array.isArray(lines) ? lines : [];
};

/** A document without lines keeps a row. */
export const onePerLineAtLeast: RowsOf = (record) => {
	const lines = onePerLine(record);
	return lines.length > 0 ? lines : rowWithoutLine;
};

/** The value at a path. A path through a list returns a list of values. */
function walk(value: unknown, steps: string[], from: number): unknown {
	let here = value;
	for (let step = from; step < steps.length; step++) {
		if (typeof here !== 'object' || here === null) return undefined;
		if (Array.isArray(here)) return here.map((entry) => walk(entry, steps, step) ?? null);
		if (!Object.hasOwn(here, steps[step])) return undefined;
		here = (here as Record<string, unknown>)[steps[step]];
	}
	return here;
}

/** The columns of the change, then those of the document. A row is {change, changedFields, document}. */
export function columnsOfChanges(
	columns: Column[],
	namesFields: boolean,
	headingLabels: boolean,
): Column[] {
	const own = (path: string, label: string): Column => ({
		path,
		heading: headingLabels ? label : path,
		kind: 'text',
		read: (row) => row[path],
	});
	const ofDocument = columns.map((column): Column => ({
		...column,
		read: ({ document }) => column.read(document as ServiceRecord),
	}));
	return [
		own('change', 'Change'),
		...(namesFields ? [own('changedFields', 'Changed Fields')] : []),
		...ofDocument,
	];
}
