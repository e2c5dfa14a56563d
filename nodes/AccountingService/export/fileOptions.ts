import type { INodeProperties } from 'n8n-workflow';
import { wholeNumberField } from '../../shared/fields/options';
import {
	choiceField,
	collectionField,
	switchField,
	textField,
} from '../../shared/fields/properties';

const show = (...formats: string[]) => ({ displayOptions: { show: { '/format': formats } } });

const csvOnly = show('csv');
const anyCsv = show('csv', 'csvForExcel');
const forTables = show('csv', 'csvForExcel', 'xlsx');

export const maxDocumentsPerFile = wholeNumberField({
	displayName: 'Max Documents per File',
	name: 'maxDocumentsPerFile',
	minimum: 1,
	default: 100000,
	description:
		'Start a new file after this many documents, e.g. 10000. Each file is a separate item.',
});

/** The options of the file. */
export const fileOptions = collectionField('File Options', 'exportOptions', 'option', [
	switchField(
		'Compress',
		'compress',
		'Whether to compress the file with gzip. Its name then ends with .gz.',
		show('csv', 'csvForExcel', 'ndjson'),
	),
	{
		...choiceField(
			'Decimal Separator',
			'decimalSeparator',
			'The character before the decimals, as in 1000.50 or 1000,50',
			'.',
			{ ',': ['Comma'], '.': ['Point'] },
		),
		...csvOnly,
	},
	{
		...choiceField('Delimiter', 'delimiter', 'The character between two cells of a row', ',', {
			',': ['Comma'],
			'|': ['Pipe'],
			';': ['Semicolon'],
			'\t': ['Tab'],
		}),
		...csvOnly,
	},
	{
		...choiceField(
			'Headings',
			'headings',
			'The headings of the columns. The default is labels for CSV for Excel and XLSX, and names for CSV.',
			'labels',
			{
				labels: ['Labels', 'Readable labels such as Contact: Tax ID'],
				names: ['Names', 'The field names of the service, such as contact.taxId'],
			},
		),
		...forTables,
	},
	switchField(
		'Labels',
		'enumLabels',
		'Whether to write labels such as "Invoice" or "Issued" instead of codes',
		{ default: true, ...forTables },
	),
	maxDocumentsPerFile.property,
	textField(
		'Other Columns',
		'otherColumns',
		'Other fields of your service, comma-separated, e.g. projectCode. Use dots for fields in objects.',
		{ placeholder: 'e.g. projectCode,contact.note', ...forTables },
	),
]);

/** Further options of the text, in Advanced. */
export const textOptions: INodeProperties[] = [
	switchField(
		'Byte Order Mark',
		'byteOrderMark',
		'Whether to start the file with an invisible mark, so that Excel shows letters such as č and ü. Some other programs cannot read it.',
		{ ...csvOnly },
	),
	switchField(
		'Formula Protection',
		'formulaProtection',
		'Whether to put an apostrophe before text that looks like a formula, such as =1+1, so that a spreadsheet does not run it',
		{ default: true, ...anyCsv },
	),
];
