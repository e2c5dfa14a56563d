import type { INodeProperties } from 'n8n-workflow';
import { formField } from '../../shared/fields/formField';
import { choice, flag, text, whole } from '../../shared/fields/describe';
import { delimiters } from './csv';

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

/** The options of the file, in Options. */
export const fileOptions: INodeProperties[] = [
	formField(
		'compress',
		flag('Compress', 'Whether to compress the file with gzip. Its name then ends with .gz.'),
		show('csv', 'csvForExcel', 'ndjson'),
	),
	formField(
		'delimiter',
		choice('Delimiter', delimiters, 'The character between two cells of a row'),
		csvOnly,
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
