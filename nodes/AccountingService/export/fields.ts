import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { otherScopes, scope } from '../../shared/documents/scope';
import { filters, searchText, sortDirection } from '../../shared/documents/searchFields';
import { listOptionFields, advancedWith, wholeNumberField } from '../../shared/fields/options';
import {
	type ColumnField,
	defaultDocumentPaths,
	defaultLineItemPaths,
	documentColumns,
	lineItemColumns,
} from './columns';
import { boundsOptions, fileOptions, textOptions } from './fileOptions';

/** The fields of Export to File, Export Changes and Split for Export. */

/** Its values are the operations that read the same list. */
const allDocuments = 'getAll';

const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'All Documents',
			value: allDocuments,
			description: 'All documents, in the order of the service',
		},
		{
			name: 'Documents That Match a Search',
			value: 'search',
			description: 'Documents that match the fields below',
		},
	],
	default: allDocuments,
	required: true,
	description: 'Which documents of the service to export',
};

const inputNotice: INodeProperties = {
	displayName:
		'The node reads the documents from the service. It does not export the input items. They start the export and provide values for expressions.',
	name: 'inputNotice',
	type: 'notice',
	default: '',
};

const whenSearching = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { source: ['search'] } },
});

export const sourceFields: INodeProperties[] = [
	inputNotice,
	source,
	...[searchText, sortDirection, filters].map(whenSearching),
];

const format: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'CSV', value: 'csv', description: 'Comma-separated values for most programs' },
		{
			name: 'CSV for Excel',
			value: 'csvForExcel',
			description:
				'Opens in Excel with a double click: semicolons, decimal commas, and letters such as č and ü',
		},
		{ name: 'NDJSON', value: 'ndjson', description: 'One JSON record per line, with all fields' },
		{ name: 'XLSX', value: 'xlsx', description: 'Excel workbook with typed dates and numbers' },
	],
	default: 'csv',
	description: 'The format of the file',
};

const table = { format: ['csv', 'csvForExcel', 'xlsx'] };

const rowsPer: INodeProperties = {
	displayName: 'Rows',
	name: 'rowsPer',
	type: 'options',
	options: [
		{ name: 'One per Document', value: 'document' },
		{
			name: 'One per Line Item',
			value: 'lineItem',
			description: 'Each row repeats the columns of the document',
		},
	],
	default: 'document',
	description: 'Whether a row is a document or a line item',
	displayOptions: { show: table },
};

const columnsPerDocument: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	options: columnChoices(documentColumns),
	default: [...defaultDocumentPaths],
	description: 'The fields to write, in the order of your selection',
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
		'The file name without its extension. {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss} are replaced by the date and time. If you keep the default, the node makes the names of one run unique.',
};

const binaryPropertyName: INodeProperties = {
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
	fileOptions,
	advancedWith(...listOptionFields, scope, otherScopes, ...boundsOptions, ...textOptions),
];

function columnChoices(columns: ColumnField[]): INodePropertyOptions[] {
	return columns
		.map(({ path, label, description }) => ({ name: label, value: path, description }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

const manifestNotice: INodeProperties = {
	displayName:
		'The manifest is a small file that lists the documents of this run. Save it, for example on disk or in S3, and pass it to the next run. That run then writes only the changes. Without a manifest, all documents count as created.',
	name: 'manifestNotice',
	type: 'notice',
	default: '',
};

const manifestField: INodeProperties = {
	displayName: 'Manifest Field',
	name: 'manifestField',
	type: 'string',
	default: 'manifest',
	placeholder: 'e.g. manifest',
	description:
		'The binary field of the manifest: the earlier one in the input item, and the new one in the output item',
};

const firstRun: INodeProperties = {
	displayName: 'First Run',
	name: 'firstRun',
	type: 'options',
	options: [
		{
			name: 'All Documents Are Created',
			value: 'created',
			description: 'Write all documents',
		},
		{
			name: 'Write Only the Manifest',
			value: 'baseline',
			description: 'Write no documents, because the other system already has them',
		},
	],
	default: 'created',
	description: 'What to write if there is no earlier manifest',
};

export const mostDeletions = wholeNumberField({
	displayName: 'Max Deletions (Percent)',
	name: 'mostDeletions',
	minimum: 0,
	maximum: 100,
	default: 20,
	description:
		'Stop if more documents than this are gone since the earlier run, e.g. 20. This protects the other system against mistakes.',
});

const nameFields: INodeProperties = {
	displayName: 'Name Changed Fields',
	name: 'nameFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add a column with the names of the changed fields to a CSV or XLSX file. The manifest then grows by 4 bytes per column of each document.',
};

export const changesFields: INodeProperties[] = [
	...sourceFields,
	format,
	{ ...columnsPerDocument, displayOptions: { show: table } },
	fileName,
	binaryPropertyName,
	manifestNotice,
	manifestField,
	firstRun,
	fileOptions,
	advancedWith(
		...[...listOptionFields, scope, otherScopes, ...boundsOptions, ...textOptions],
		...[mostDeletions.property, nameFields],
	),
];
