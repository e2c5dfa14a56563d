import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { otherScopes, scope } from '../../shared/documents/scope';
import { searchText, sortDirection } from '../../shared/documents/criteria';
import { filters } from '../../shared/documents/filters';
import { listOptionFields, advancedWith, wholeNumberField } from '../../shared/fields/options';
import {
	type ColumnField,
	defaultDocumentPaths,
	defaultLineItemPaths,
	comparableColumns,
	lineItemColumns,
} from './columns';
import { fileOptions, textOptions } from './fileOptions';
import {
	byLabel,
	choiceField,
	noticeField,
	switchField,
	textField,
} from '../../shared/fields/properties';

/** The fields of Export to File and Export Changes. */

const inputNotice = noticeField(
	'inputNotice',
	'The node exports the documents of the service that match the filters below, or all documents. It does not export the input items. They start the export and provide values for expressions.',
);

const format = choiceField('Format', 'format', 'The format of the file', 'csv', {
	csv: ['CSV', 'Comma-separated values for most programs'],
	csvForExcel: [
		'CSV for Excel',
		'For Excel in countries with decimal commas: semicolons, and letters such as č and ü',
	],
	ndjson: ['NDJSON', 'One JSON record per line, with all fields'],
	xlsx: ['XLSX', 'Excel workbook with typed dates and numbers'],
});

const table = { format: ['csv', 'csvForExcel', 'xlsx'] };

const rowsPer: INodeProperties = {
	...choiceField('Rows', 'rowsPer', 'Whether a row is a document or a line item', 'document', {
		document: ['One Row per Document'],
		lineItem: ['One Row per Line Item', 'Each row repeats the columns of the document'],
	}),
	displayOptions: { show: table },
};

const exportOnlyColumns: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'multiOptions',
	options: columnChoices(comparableColumns),
	default: [...defaultDocumentPaths],
	description: 'The fields to write, in the order of your selection',
	displayOptions: { show: { ...table, rowsPer: ['document'] } },
};

const columnsPerLine: INodeProperties = {
	...exportOnlyColumns,
	options: columnChoices(lineItemColumns),
	default: [...defaultLineItemPaths],
	displayOptions: { show: { ...table, rowsPer: ['lineItem'] } },
};

const lineItemTable: INodeProperties = {
	...switchField(
		'Line Items Too',
		'lineItemTable',
		'Whether to also write the line items, one per row: to a second file, or to a second sheet of an XLSX file',
	),
	displayOptions: { hide: { rowsPer: ['lineItem'] } },
};

export const fileName = textField(
	'File Name',
	'fileName',
	'The file name without its extension. {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss} are replaced by the date and time. If you keep the default, the node makes the names of one run unique.',
	{ default: 'accounting-documents-{yyyy}-{MM}-{dd}', placeholder: 'e.g. invoices-{yyyy}-{MM}' },
);

const outputBinaryField = textField(
	'Put Output File in Field',
	'outputBinaryField',
	'The name of the output binary field to put the file in',
	{ default: 'data', placeholder: 'e.g. data' },
);

export const exportFields: INodeProperties[] = [
	inputNotice,
	...[searchText, sortDirection, filters],
	format,
	rowsPer,
	exportOnlyColumns,
	columnsPerLine,
	lineItemTable,
	fileName,
	outputBinaryField,
	fileOptions,
	advancedWith(...listOptionFields, scope, otherScopes, ...textOptions),
];

function columnChoices(columns: ColumnField[]): INodePropertyOptions[] {
	return byLabel(
		columns.map(({ path, label, description }) => ({ name: label, value: path, description })),
		({ name }) => name,
	);
}

const manifestNotice = noticeField(
	'manifestNotice',
	'The manifest is a small file that each run writes, so the first run has none. Save it, for example on disk or in S3, and pass it to the next run. That run then writes only the changes. Without a manifest, all documents count as created.',
);

const manifestField = textField(
	'Manifest Field',
	'manifestField',
	'The binary field of the manifest: the earlier one in the input item, and the new one in the output item',
	{ default: 'manifest', placeholder: 'e.g. manifest' },
);

const firstRun = choiceField(
	'First Run',
	'firstRun',
	'What to write if there is no earlier manifest',
	'created',
	{
		created: ['All Documents Are Created', 'Write all documents'],
		baseline: [
			'Write Only the Manifest',
			'Write no documents, because the other system already has them',
		],
	},
);

export const mostDeletions = wholeNumberField({
	displayName: 'Max Deletions (Percent)',
	name: 'mostDeletions',
	minimum: 0,
	maximum: 100,
	default: 20,
	description:
		'Stop if more documents than this are gone since the earlier run, e.g. 20. This protects the other system against mistakes.',
});

const nameFields = switchField(
	'Name Changed Fields',
	'nameFields',
	'Whether to add a column with the names of the changed fields to a CSV or XLSX file. The manifest then grows by 4 bytes per column of each document.',
);

export const changesFields: INodeProperties[] = [
	inputNotice,
	// The comparison does not depend on the order, so there is no Sort Direction.
	...[searchText, filters],
	format,
	{ ...exportOnlyColumns, displayOptions: { show: table } },
	lineItemTable,
	fileName,
	outputBinaryField,
	manifestNotice,
	manifestField,
	firstRun,
	fileOptions,
	advancedWith(
		...listOptionFields,
		...[scope, otherScopes],
		...textOptions,
		...[mostDeletions.property, nameFields],
	),
];
