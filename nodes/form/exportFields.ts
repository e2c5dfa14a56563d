import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	defaultDocumentPaths,
	defaultLineItemPaths,
	documentPaths,
	lineItemPaths,
} from '../export/columns';
import { listOptions } from './fields';
import { filters, searchText, sortDirection } from './searchFields';

/** The fields of Export to File. Names are a contract with users' workflows. */

const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{ name: 'Get Many', value: 'getAll', description: 'All documents, as Get Many lists them' },
		{ name: 'Search', value: 'search', description: 'What Search finds' },
	],
	default: 'getAll',
	description: 'Which documents to export',
};

const format: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'Comma-separated values, read by almost everything' },
		{ name: 'NDJSON', value: 'ndjson', description: 'The whole record as JSON, one in a line' },
		{ name: 'XLSX', value: 'xlsx', description: 'Excel workbook with typed dates and numbers' },
	],
	default: 'csv',
	description: 'The kind of file to make',
};

const table = { format: ['csv', 'xlsx'] };

const rowsPer: INodeProperties = {
	displayName: 'Rows',
	name: 'rowsPer',
	type: 'options',
	options: [
		{ name: 'One per Document', value: 'document' },
		{
			name: 'One per Line Item',
			value: 'lineItem',
			description: 'The columns of the document are repeated in the row of each of its line items',
		},
	],
	default: 'document',
	description: 'What a row of the file stands for',
	displayOptions: { show: table },
};

const documentColumns: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	options: columnChoices(documentPaths),
	default: [...defaultDocumentPaths],
	description: 'The fields to write, in the order in which they are chosen',
	displayOptions: { show: { ...table, rowsPer: ['document'] } },
};

const lineItemColumns: INodeProperties = {
	...documentColumns,
	options: columnChoices(lineItemPaths),
	default: [...defaultLineItemPaths],
	displayOptions: { show: { ...table, rowsPer: ['lineItem'] } },
};

const fileName: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: 'accounting-documents-{yyyy}-{MM}-{dd}',
	placeholder: 'e.g. invoices-{yyyy}-{MM}',
	description:
		'The name of the file; its ending is added. {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss} stand for the date and time in the time zone of the workflow.',
};

const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The name of the output binary field to put the file in',
};

const exportOptions: INodeProperties = {
	displayName: 'File Options',
	name: 'exportOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Byte Order Mark',
			name: 'byteOrderMark',
			type: 'boolean',
			default: false,
			description: 'Whether a CSV file begins with the mark by which Excel knows UTF-8',
		},
		{
			displayName: 'Decimal Separator',
			name: 'decimalSeparator',
			type: 'options',
			options: [
				{ name: 'Comma', value: ',' },
				{ name: 'Point', value: '.' },
			],
			default: '.',
			description: 'What stands before the decimals of a number in a CSV file',
		},
		{
			displayName: 'Delimiter',
			name: 'delimiter',
			type: 'options',
			options: [
				{ name: 'Comma', value: ',' },
				{ name: 'Pipe', value: '|' },
				{ name: 'Semicolon', value: ';' },
				{ name: 'Tab', value: '\t' },
			],
			default: ',',
			description: 'What stands between two cells in a CSV file',
		},
		{
			displayName: 'Formula Protection',
			name: 'formulaProtection',
			type: 'boolean',
			default: true,
			description:
				'Whether an apostrophe is put before a text in a CSV file that a spreadsheet would run as a formula',
		},
		{
			displayName: 'Labels',
			name: 'enumLabels',
			type: 'boolean',
			default: true,
			description: 'Whether to write "Invoice" or "Issued" rather than the number behind it',
		},
		{
			displayName: 'Max Documents per File',
			name: 'maxDocumentsPerFile',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100000,
			description: 'Begin a further file after so many documents. Each file is an item of its own.',
		},
		{
			displayName: 'Other Columns',
			name: 'otherColumns',
			type: 'string',
			default: '',
			placeholder: 'e.g. projectCode,contact.note',
			description:
				'Further fields that your service knows, comma-separated; dots lead into objects',
		},
	],
};

const ofThisExport: INodeProperties[] = [
	{
		displayName: 'From Page',
		name: 'fromPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'The first page to export, in pages of Page Size. Pages move when documents change.',
	},
	{
		displayName: 'Resume After ID',
		name: 'resumeAfterId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10004567',
		description:
			'Export only what comes after the document with this ID, in the order of the export, such as the lastId of an earlier export',
	},
	{
		displayName: 'To Page',
		name: 'toPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'The last page to export, in pages of Page Size. Pages move when documents change.',
	},
];

const options: INodeProperties = {
	...listOptions,
	options: [...((listOptions.options ?? []) as INodeProperties[]), ...ofThisExport].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	),
};

const whenSearching = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { source: ['search'] } },
});

export const exportFields: INodeProperties[] = [
	source,
	...[searchText, sortDirection, filters].map(whenSearching),
	format,
	rowsPer,
	documentColumns,
	lineItemColumns,
	fileName,
	binaryPropertyName,
	exportOptions,
	options,
];

function columnChoices(paths: string[]): INodePropertyOptions[] {
	return paths
		.map((path) => ({ name: labelOf(path), value: path }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

/** contact.taxId -> Contact: Tax ID */
function labelOf(path: string): string {
	return path
		.split('.')
		.map((name) =>
			name
				.replace(/([a-z])([A-Z])/g, '$1 $2')
				.replace(/^./, (letter) => letter.toUpperCase())
				.replace(/\b(Id|Vat)\b/g, (word) => word.toUpperCase()),
		)
		.join(': ');
}
