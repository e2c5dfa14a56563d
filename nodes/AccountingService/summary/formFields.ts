import type { INodeProperties } from 'n8n-workflow';

import { notForAgent } from '../../shared/fields/agentForm';
import { searchText } from '../../shared/documents/criteria';
import { filters } from '../../shared/documents/filters';
import { advancedWith, listOptionFields, shownFor } from '../../shared/fields/options';
import { byLabel, choiceField, switchField, textField } from '../../shared/fields/properties';
import { choices } from './dimensions';

/** The fields of Summarize. */

export const usualReport = 'unpaidByAge';

/** Name and description by value, in the order of the form: what is used most comes first. */
export const reports: Record<string, readonly [name: string, description: string]> = {
	unpaidByAge: [
		'Unpaid by Age',
		'Outstanding amounts of unpaid documents, by contact and days overdue. Outstanding is the total less the amount paid.',
	],
	totalsByMonth: ['Totals by Month', 'Totals with and without VAT, by the month of the issue date'],
	vatByMonth: ['VAT by Month', 'Base and VAT by the month of the tax date and the VAT rate'],
	custom: ['Custom', 'Totals by the fields that you choose'],
};

const report = choiceField(
	'Report',
	'report',
	'What to add up. Amounts are exact and in the currency of the documents.',
	usualReport,
	reports,
);

export const maxGroupBy = 3;

const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'groupBy',
	type: 'multiOptions',
	options: byLabel(
		Object.entries(choices).map(([value, [{ label }]]) => ({ name: label, value })),
		({ name }) => name,
	),
	default: ['issueMonth'],
	description: `Up to ${maxGroupBy} fields. Directions and currencies are always separate.`,
};

const splitByType = switchField(
	'Split by Type',
	'splitByType',
	'Whether to add up each document type separately, so that invoices, advances and credit notes do not mix',
	{ default: true },
);

const reportFile = switchField(
	'Report as HTML Page',
	'reportFile',
	'Whether to add an HTML page with a chart and a table to the first item, for example to send it by email',
);

const outputFileField = textField(
	'Put Output File in Field',
	'outputBinaryField',
	'The name of the output binary field to put the file in',
	{
		default: 'data',
		placeholder: 'e.g. data',
		displayOptions: { show: { reportFile: [true] } },
	},
);

/** The report, then what it needs. */
export const summaryFields: INodeProperties[] = [
	report,
	shownFor(groupBy, 'report', 'custom'),
	shownFor(searchText, 'report', 'custom'),
	filters,
	splitByType,
	...[reportFile, outputFileField].map(notForAgent),
	advancedWith(...listOptionFields.filter(({ name }) => name !== 'pageSize')),
];
