import type { INodeProperties } from 'n8n-workflow';

import { filters, searchText } from '../../shared/documents/searchFields';
import { advancedWith, listOptionFields, notForAgent, shownFor } from '../../shared/fields/options';
import { choices } from './dimensions';

/** The fields of Summarize. */

export const report: INodeProperties = {
	displayName: 'Report',
	name: 'report',
	type: 'options',
	options: [
		{ name: 'Custom', value: 'custom', description: 'Totals by the fields that you choose' },
		{
			name: 'Totals by Month',
			value: 'totalsByMonth',
			description: 'Totals with and without VAT, by the month of the issue date',
		},
		{
			name: 'Unpaid by Age',
			value: 'unpaidByAge',
			description:
				'What is still to be paid, by contact and days overdue: the total less the amount paid of documents not marked as paid',
		},
		{
			name: 'VAT by Month',
			value: 'vatByMonth',
			description: 'Base and VAT by the month of the tax date and the VAT rate',
		},
	],
	default: 'unpaidByAge',
	description: 'What to add up. Amounts are exact and in the currency of the documents.',
};

export const maxGroupBy = 3;

export const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'multiOptions',
	options: Object.entries(choices)
		.map(([value, [{ label }]]) => ({ name: label, value }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: ['issueMonth'],
	description: `Up to ${maxGroupBy} fields. Directions and currencies are always separate.`,
};

const splitByType: INodeProperties = {
	displayName: 'Split by Type',
	name: 'splitByType',
	type: 'boolean',
	default: true,
	description:
		'Whether to add up each document type separately, so that invoices, advances and credit notes do not mix',
};

const reportFile: INodeProperties = {
	displayName: 'Report File',
	name: 'reportFile',
	type: 'boolean',
	default: false,
	description:
		'Whether to add an HTML page with a chart and a table to the first item, for example to send it by email',
};

const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The name of the output binary field to put the file in',
	displayOptions: { show: { reportFile: [true] } },
};

export const summaryFields: INodeProperties[] = [
	report,
	shownFor(groupBy, 'report', 'custom'),
	searchText,
	splitByType,
	...[reportFile, binaryPropertyName].map(notForAgent),
	filters,
	advancedWith(...listOptionFields.filter(({ name }) => name !== 'pageSize')),
];
