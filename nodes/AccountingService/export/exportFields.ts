import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	defaultDocumentPaths,
	defaultLineItemPaths,
	documentPaths,
	lineItemPaths,
} from './documentFields';
import { exportOptions, options } from './exportOptions';
import { filters, searchText, sortDirection } from '../resources/accountingDocument/searchFields';

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
