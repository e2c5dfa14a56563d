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
import { boundsOptions, csvOptions, fileOptions } from './fileOptions';

/** The fields of Export to File, Export Changes and Split for Export. Names are a contract with users' workflows. */

/** Named like the operation that reads the same list. */
const allDocuments = 'getAll';

const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'All Documents',
			value: allDocuments,
			description: 'Every document of the service, in its own order',
		},
		{
			name: 'Documents That Match a Search',
			value: 'search',
			description: 'What the fields below search for',
		},
	],
	default: allDocuments,
	required: true,
	description: 'Which documents of the service to export',
};

const inputNotice: INodeProperties = {
	displayName:
		'Documents are read from the service. Input items are not exported: they start the export and give values to expressions.',
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
			description: 'The columns of the document are repeated in the row of each of its line items',
		},
	],
	default: 'document',
	description: 'What a row of the file stands for',
	displayOptions: { show: table },
};

const columnsPerDocument: INodeProperties = {
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
	advancedWith(...listOptionFields, scope, otherScopes, ...boundsOptions, ...csvOptions),
];

function columnChoices(columns: ColumnField[]): INodePropertyOptions[] {
	return columns
		.map(({ path, label, description }) => ({ name: label, value: path, description }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

const manifestNotice: INodeProperties = {
	displayName:
		'The manifest is a small file that lists what this run has seen. Keep it, for example on disk or in S3, and hand it to the next run: that run writes only what has changed since. Without a manifest everything counts as created.',
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
		'The binary field that holds the manifest: that of the run before in the input item, and the new one in the output item',
};

const firstRun: INodeProperties = {
	displayName: 'First Run',
	name: 'firstRun',
	type: 'options',
	options: [
		{
			name: 'All Documents Are Created',
			value: 'created',
			description: 'The file holds every document',
		},
		{
			name: 'Write Only the Manifest',
			value: 'baseline',
			description: 'The file holds nothing: the other system is up to date already',
		},
	],
	default: 'created',
	description: 'What a run without an earlier manifest writes',
};

export const mostDeletions = wholeNumberField({
	displayName: 'Most Deletions (Percent)',
	name: 'mostDeletions',
	minimum: 0,
	maximum: 100,
	default: 20,
	description:
		'Stop when more of the documents before are gone, so that a mistake does not empty the other system',
});

const nameFields: INodeProperties = {
	displayName: 'Name Changed Fields',
	name: 'nameFields',
	type: 'boolean',
	default: false,
	description:
		'Whether a CSV or XLSX file names the columns that differ. The manifest is larger then, by 4 bytes for each column of a document.',
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
		...[...listOptionFields, scope, otherScopes, ...boundsOptions, ...csvOptions],
		...[mostDeletions.property, nameFields],
	),
];
