import type { INodeProperties } from 'n8n-workflow';

import { scope } from '../../shared/documents/scope';
import { searchText, sortDirection } from '../../shared/documents/criteria';
import { filters } from '../../shared/documents/filters';
import { optionsWith, listOptionFields, shownFor } from '../../shared/fields/options';
import { type ColumnField, documentColumns, lineItemColumns } from './columns';
import { fileOptions } from './fileOptions';
import { outputField } from './outputField';
import { byLabel, formField, formNotice } from '../../shared/fields/formField';
import { choice, choices, type Choices, flag, text, whole } from '../../shared/fields/describe';

/** The fields of Export to File and Export Changes. */

const inputNotice = formNotice(
	'inputNotice',
	'The node exports the documents of the service that match the filters below, or all documents. It does not export the input items. They start the export and provide values for expressions.',
);

const format = formField(
	'format',
	choice(
		'Format',
		{
			csv: ['CSV', 'Comma-separated values for most programs'],
			csvForExcel: [
				'CSV for Excel',
				'For Excel in countries with decimal commas: semicolons, and letters such as č and ü',
			],
			ndjson: ['NDJSON', 'One JSON record per line, with all fields'],
			xlsx: ['XLSX', 'Excel workbook with typed dates and numbers'],
		},
		'The format of the file',
	),
);

const tableFormats = ['csv', 'csvForExcel', 'xlsx'];

const rowChoices = {
	document: 'One Row per Document',
	lineItem: ['One Row per Line Item', 'Each row repeats the fields of the document'],
	both: [
		'Documents and Line Items',
		'Two tables, with one row per document and one row per line item. The line items are in a second file, or in a second sheet of an XLSX file.',
	],
} as const;

const rowsOf = (choices: Choices): INodeProperties =>
	formField('rowsPer', choice('Rows', choices, 'Whether a row is a document or a line item'));

const { document: perDocument, both } = rowChoices;

const columnSet = formField(
	'columnSet',
	choice(
		'Columns',
		{
			standard: ['Standard', 'The columns that most people need'],
			chosen: ['Chosen', 'The columns that you choose, in the order of your selection'],
		},
		'Which fields to write',
	),
	{ displayOptions: { show: { format: tableFormats } } },
);

export const chosenColumnsLabel = 'Chosen Columns';

/** Empty at first: their order is that of the selection, so nobody has to remove what comes before. */
const columnsField = (columns: ColumnField[]): INodeProperties => {
	const words = columns.map(
		({ path, label, description }) => [path, [label, description]] as const,
	);
	const field = formField(
		'columns',
		choices(
			chosenColumnsLabel,
			Object.fromEntries(byLabel(words, ([, [label]]) => label)),
			'The fields to write, in the order of your selection',
		),
	);
	return shownFor(shownFor(field, 'format', ...tableFormats), 'columnSet', 'chosen');
};

const documentColumnsField = columnsField(documentColumns);

export const fileName = formField(
	'fileNamePattern',
	text(
		'File Name',
		'The file name without its extension. The time of the export replaces {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss}. With the default, the names of one run are unique.',
		{
			usual: 'accounting-documents-{yyyy}-{MM}-{dd}',
			placeholder: 'e.g. invoices-{yyyy}-{MM}-{dd}',
		},
	),
);

const manifestNotice = formNotice(
	'manifestNotice',
	'The manifest is a small file that each run writes, so the first run has none. Save it, for example on disk or in S3, and pass it to the next run. That run then writes only the changes. Without a manifest, all documents count as created.',
);

export const manifestField = formField(
	'manifestField',
	text(
		'Manifest Field',
		'The binary field of the manifest: the earlier one in the input item, and the new one in the output item',
		{ usual: 'manifest', placeholder: 'e.g. manifest' },
	),
);

const firstRun = formField(
	'firstRun',
	choice(
		'First Run',
		{
			created: ['All Documents Are Created', 'Write all documents'],
			baseline: [
				'Write Only the Manifest',
				'Write no documents, because the other system already has them',
			],
		},
		'What to write if there is no earlier manifest',
	),
);

const usualDeletions = 20;

export const maxDeletions = formField(
	'maxDeletions',
	whole(
		'Max Deletions (Percent)',
		`Stop if more documents than this are gone since the earlier run, e.g. ${usualDeletions}. This protects the other system against mistakes.`,
		{ minimum: 0, maximum: 100, usual: usualDeletions },
	),
);

const nameFields = formField(
	'nameFields',
	flag(
		'Name Changed Fields',
		'Whether to add a column with the names of the changed fields to a CSV or XLSX file. The manifest then grows by 4 bytes per column of each document.',
	),
);

const onlyIn = (operation: string, field: INodeProperties) =>
	shownFor(field, '/operation', operation);

/** One collection for both exports. The comparison does not depend on the order, so it has no Sort Direction. */
const exportOptions = optionsWith(
	...listOptionFields,
	...[scope, fileName, outputField, ...fileOptions],
	onlyIn('exportToFile', sortDirection),
	...[maxDeletions, nameFields].map((field) => onlyIn('exportChanges', field)),
);

export const exportFields: INodeProperties[] = [
	inputNotice,
	...[searchText, filters],
	format,
	rowsOf(rowChoices),
	columnSet,
	shownFor(documentColumnsField, 'rowsPer', 'document', 'both'),
	shownFor(columnsField(lineItemColumns), 'rowsPer', 'lineItem'),
	exportOptions,
];

export const changesFields: INodeProperties[] = [
	inputNotice,
	...[searchText, filters],
	format,
	rowsOf({ document: perDocument, both }),
	columnSet,
	documentColumnsField,
	manifestNotice,
	manifestField,
	firstRun,
	exportOptions,
];
