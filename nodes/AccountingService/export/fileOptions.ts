import type { INodeProperties } from 'n8n-workflow';

const show = (...formats: string[]) => ({ displayOptions: { show: { '/format': formats } } });

const csvOnly = show('csv');
const anyCsv = show('csv', 'csvForExcel');
const table = show('csv', 'csvForExcel', 'xlsx');

/** How the file is to be. */
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
				{ name: 'Labels', value: 'labels', description: 'In words, such as Contact: Tax ID' },
				{
					name: 'Names',
					value: 'names',
					description: 'As the service names its fields, such as contact.taxId',
				},
			],
			default: 'labels',
			description:
				'What is above the columns. Unless you add this: labels in CSV for Excel and XLSX, names in CSV.',
		},
		{
			displayName: 'Labels',
			name: 'enumLabels',
			...table,
			type: 'boolean',
			default: true,
			description: 'Whether to write "Invoice" or "Issued" rather than the number behind it',
		},
		{
			displayName: 'Max Documents per File',
			name: 'maxDocumentsPerFile',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100000,
			description: 'Begin a further file after so many documents. Each file is an item of its own.',
		},
		{
			displayName: 'Other Columns',
			name: 'otherColumns',
			...table,
			type: 'string',
			default: '',
			placeholder: 'e.g. projectCode,contact.note',
			description:
				'Further fields that your service knows, comma-separated; dots lead into objects',
		},
	],
};

/** What only some programs that read CSV need; the format CSV for Excel has its own. */
export const csvOptions: INodeProperties[] = [
	{
		displayName: 'Byte Order Mark',
		name: 'byteOrderMark',
		...csvOnly,
		type: 'boolean',
		default: false,
		description:
			'Whether the file begins with an invisible mark that lets Excel show letters such as č and ü. Some other programs cannot read it.',
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
		description: 'The sign before the decimals of a number: 1000.50 or 1000,50',
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
		description: 'The sign between two cells of a row',
	},
	{
		displayName: 'Formula Protection',
		name: 'formulaProtection',
		...anyCsv,
		type: 'boolean',
		default: true,
		description:
			'Whether to put an apostrophe before each text that looks like a formula, such as =1+1, so that no spreadsheet calculates it',
	},
];

/** Between which documents to read; the items of Split for Export have both. */
export const boundsOptions: INodeProperties[] = [
	{
		displayName: 'Resume After ID',
		name: 'afterId',
		type: 'string',
		default: '={{ $json.afterId }}',
		placeholder: 'e.g. 10004567',
		description:
			'Export only what comes after this document, in the order of the export. An item of Split for Export fills it in. To go on where an earlier export ended, enter its lastId.',
	},
	{
		displayName: 'Until ID',
		name: 'untilId',
		type: 'string',
		default: '={{ $json.untilId }}',
		placeholder: 'e.g. 10008765',
		description:
			'Export only up to this document, and the document itself, in the order of the export. An item of Split for Export fills it in. The list must be in the order of IDs.',
	},
];
