import type { INodeProperties } from 'n8n-workflow';

const show = (...formats: string[]) => ({ displayOptions: { show: { '/format': formats } } });

const csvOnly = show('csv');
const anyCsv = show('csv', 'csvForExcel');
const table = show('csv', 'csvForExcel', 'xlsx');

/** The options of the file. */
export const fileOptions: INodeProperties = {
	displayName: 'File Options',
	name: 'exportOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Headings',
			name: 'headings',
			...table,
			type: 'options',
			options: [
				{ name: 'Labels', value: 'labels', description: 'Readable labels such as Contact: Tax ID' },
				{
					name: 'Names',
					value: 'names',
					description: 'The field names of the service, such as contact.taxId',
				},
			],
			default: 'labels',
			description:
				'The headings of the columns. The default is labels for CSV for Excel and XLSX, and names for CSV.',
		},
		{
			displayName: 'Labels',
			name: 'enumLabels',
			...table,
			type: 'boolean',
			default: true,
			description: 'Whether to write labels such as "Invoice" or "Issued" instead of codes',
		},
		{
			displayName: 'Max Documents per File',
			name: 'maxDocumentsPerFile',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100000,
			description:
				'Start a new file after this many documents, e.g. 10000. Each file is a separate item.',
		},
		{
			displayName: 'Other Columns',
			name: 'otherColumns',
			...table,
			type: 'string',
			default: '',
			placeholder: 'e.g. projectCode,contact.note',
			description:
				'Other fields of your service, comma-separated, e.g. projectCode. Use dots for fields in objects.',
		},
	],
};

/** For programs with special requirements. CSV for Excel has fixed values. */
export const textOptions: INodeProperties[] = [
	{
		displayName: 'Byte Order Mark',
		name: 'byteOrderMark',
		...csvOnly,
		type: 'boolean',
		default: false,
		description:
			'Whether to start the file with an invisible mark, so that Excel shows letters such as č and ü. Some other programs cannot read it.',
	},
	{
		displayName: 'Compress',
		name: 'compress',
		...show('csv', 'csvForExcel', 'ndjson'),
		type: 'boolean',
		default: false,
		description: 'Whether to compress the file with gzip. Its name then ends with .gz.',
	},
	{
		displayName: 'Decimal Separator',
		name: 'decimalSeparator',
		...csvOnly,
		type: 'options',
		options: [
			{ name: 'Comma', value: ',' },
			{ name: 'Point', value: '.' },
		],
		default: '.',
		description: 'The character before the decimals, as in 1000.50 or 1000,50',
	},
	{
		displayName: 'Delimiter',
		name: 'delimiter',
		...csvOnly,
		type: 'options',
		options: [
			{ name: 'Comma', value: ',' },
			{ name: 'Pipe', value: '|' },
			{ name: 'Semicolon', value: ';' },
			{ name: 'Tab', value: '\t' },
		],
		default: ',',
		description: 'The character between two cells of a row',
	},
	{
		displayName: 'Formula Protection',
		name: 'formulaProtection',
		...anyCsv,
		type: 'boolean',
		default: true,
		description:
			'Whether to put an apostrophe before text that looks like a formula, such as =1+1, so that a spreadsheet does not run it',
	},
];

/** The bounds of an export. The items of Split for Export have both. */
export const boundsOptions: INodeProperties[] = [
	{
		displayName: 'Resume After ID',
		name: 'afterId',
		type: 'string',
		default: '={{ $json.afterId }}',
		placeholder: 'e.g. 10004567',
		description:
			'Export only the documents after this one, in the order of the list. Items of Split for Export fill it in. To continue an earlier export, enter its lastId.',
	},
	{
		displayName: 'Until ID',
		name: 'untilId',
		type: 'string',
		default: '={{ $json.untilId }}',
		placeholder: 'e.g. 10008765',
		description:
			'Export only the documents up to and including this one. Items of Split for Export fill it in. The list must be in the order of IDs.',
	},
];
