import type { INodeProperties } from 'n8n-workflow';
import { formField, formGroup } from '../../shared/fields/formField';
import { choice, flag, text, whole } from '../../shared/fields/describe';

const show = (...formats: string[]) => ({ displayOptions: { show: { '/format': formats } } });

const csvOnly = show('csv');
const anyCsv = show('csv', 'csvForExcel');
const forTables = show('csv', 'csvForExcel', 'xlsx');

const maxDocumentsPerFile = formField(
	'maxDocumentsPerFile',
	whole(
		'Max Documents per File',
		'Start a new file after this many documents, e.g. 10000. Each file is a separate item.',
		{ minimum: 1, usual: 100000 },
	),
);

/** The options of the file. */
export const fileOptions = formGroup('File Options', 'exportOptions', 'option', [
	formField(
		'compress',
		flag('Compress', 'Whether to compress the file with gzip. Its name then ends with .gz.'),
		show('csv', 'csvForExcel', 'ndjson'),
	),
	formField(
		'decimalSeparator',
		choice(
			'Decimal Separator',
			{ ',': 'Comma', '.': 'Point' },
			'The character before the decimals, as in 1000.50 or 1000,50',
			{ usual: '.' },
		),
		csvOnly,
	),
	formField(
		'delimiter',
		choice(
			'Delimiter',
			{ ',': 'Comma', '|': 'Pipe', ';': 'Semicolon', '\t': 'Tab' },
			'The character between two cells of a row',
		),
		csvOnly,
	),
	formField(
		'headings',
		choice(
			'Headings',
			{
				labels: ['Labels', 'Readable labels such as Contact: Tax ID'],
				names: ['Names', 'The field names of the service, such as contact.taxId'],
			},
			'The headings of the columns. The default is labels for CSV for Excel and XLSX, and names for CSV.',
		),
		forTables,
	),
	formField(
		'enumLabels',
		flag('Labels', 'Whether to write labels such as "Invoice" or "Issued" instead of codes', {
			usual: true,
		}),
		forTables,
	),
	maxDocumentsPerFile,
	formField(
		'otherColumns',
		text(
			'Other Columns',
			'Other fields of your service, comma-separated, e.g. projectCode. Use dots for fields in objects.',
			{ placeholder: 'e.g. projectCode,contact.note', asEntered: true },
		),
		forTables,
	),
]);

/** Further options of the text, in Advanced. */
export const textOptions: INodeProperties[] = [
	formField(
		'byteOrderMark',
		flag(
			'Byte Order Mark',
			'Whether to start the file with an invisible mark, so that Excel shows letters such as č and ü. Some other programs cannot read it.',
		),
		csvOnly,
	),
	formField(
		'formulaProtection',
		flag(
			'Formula Protection',
			'Whether to put an apostrophe before text that looks like a formula, such as =1+1, so that a spreadsheet does not run it',
			{ usual: true },
		),
		anyCsv,
	),
];
