import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	defaultDocumentPaths,
	defaultLineItemPaths,
	documentColumns,
	lineItemColumns,
	type ColumnField,
} from './documentFields';
import { exportOptions, options } from './exportOptions';
import { sourceFields } from './sourceFields';

/** The fields of Export to File. Names are a contract with users' workflows. */

export const format: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'Comma-separated values, read by almost everything' },
		{
			name: 'CSV for Excel',
			value: 'csvForExcel',
			description:
				'Opens with a double click in Excel: semicolons, decimal commas, and letters such as č and ü',
		},
		{ name: 'NDJSON', value: 'ndjson', description: 'The whole record as JSON, one in a line' },
		{ name: 'XLSX', value: 'xlsx', description: 'Excel workbook with typed dates and numbers' },
	],
	default: 'csv',
	description: 'The kind of file to make',
};

export const table = { format: ['csv', 'csvForExcel', 'xlsx'] };

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

export const columnsPerDocument: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	options: columnChoices(documentColumns),
	default: [...defaultDocumentPaths],
	description: 'The fields to write, in the order in which they are chosen',
	displayOptions: { show: { ...table, rowsPer: ['document'] } },
};

const columnsPerLine: INodeProperties = {
	...columnsPerDocument,
	options: columnChoices(lineItemColumns),
	default: [...defaultLineItemPaths],
	displayOptions: { show: { ...table, rowsPer: ['lineItem'] } },
};

export const fileName: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: 'accounting-documents-{yyyy}-{MM}-{dd}',
	placeholder: 'e.g. invoices-{yyyy}-{MM}',
	description:
		'The name without its ending. {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss} stand for the date and time. The node completes the default name so that the files of a run have different names.',
};

export const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The name of the output binary field to put the file in',
};

export const exportFields: INodeProperties[] = [
	...sourceFields,
	format,
	rowsPer,
	columnsPerDocument,
	columnsPerLine,
	fileName,
	binaryPropertyName,
	exportOptions,
	options,
];

function columnChoices(columns: ColumnField[]): INodePropertyOptions[] {
	return columns
		.map(({ path, label, description }) => ({ name: label, value: path, description }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
