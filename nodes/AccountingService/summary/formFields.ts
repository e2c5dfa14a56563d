import type { INodeProperties } from 'n8n-workflow';

import { notForAgent } from '../../shared/fields/agentForm';
import { searchText } from '../../shared/documents/criteria';
import { filters } from '../../shared/documents/filters';
import { optionsWith, listOptionFields, shownFor } from '../../shared/fields/options';
import { outputField } from '../export/outputField';
import { dimensionChoices as dimensions } from './dimensions';
import { byLabel, formField } from '../../shared/fields/formField';
import { choice, choices, flag } from '../../shared/fields/describe';

/** The fields of Summarize. */

export const usualReport = 'unpaidByAge';

/** Name and description by value, in the order of the form: what is used most comes first. */
export const reports: Record<string, readonly [name: string, description: string]> = {
	unpaidByAge: [
		'Unpaid by Age',
		'Amounts due of unpaid documents, by contact and days overdue. The amount due is the total less the amount paid.',
	],
	totalsByMonth: ['Totals by Month', 'Totals with and without VAT, by the month of the issue date'],
	vatByMonth: [
		'VAT by Month',
		'Base and VAT by the month of the tax date and the VAT rate. Filter it with Tax Date From and Tax Date To: Period is that of the issue date.',
	],
	custom: ['Custom', 'Totals by the fields that you choose'],
};

const report = formField(
	'report',
	choice(
		'Report',
		reports,
		'What to add up. Amounts are exact and in the currency of the documents.',
		{ usual: usualReport },
	),
);

export const maxReportGroups = 3;

const reportGroupBy = formField(
	'groupBy',
	choices(
		'Group By',
		Object.fromEntries(
			byLabel(
				Object.entries(dimensions).map(([value, [{ label }]]) => [value, label] as const),
				([, label]) => label,
			),
		),
		`Up to ${maxReportGroups} fields. Directions and currencies are always separate.`,
		{ usual: ['issueMonth'] },
	),
);

const splitByType = formField(
	'splitByType',
	flag(
		'Split by Type',
		'Whether to add up each document type separately, so that invoices, advances and credit notes do not mix',
		{ usual: true },
	),
);

const reportFile = formField(
	'reportFile',
	flag(
		'Report as HTML Page',
		'Whether to add an HTML page with a chart and a table to the first item, for example to send it by email',
	),
);

const outputFileField = {
	...outputField,
	displayOptions: { show: { reportFile: [true] } },
};

export const checksums = formField(
	'checksums',
	flag(
		'Checksums',
		'Whether to add a checksum of the dates and amounts of the documents to each group, to compare it with the one of Export to File',
		// Who adds it wants it.
		{ usual: true },
	),
);

/** The report, then what it needs. */
export const summaryFields: INodeProperties[] = [
	report,
	shownFor(reportGroupBy, 'report', 'custom'),
	shownFor(searchText, 'report', 'custom'),
	filters,
	splitByType,
	...[reportFile, outputFileField].map(notForAgent),
	optionsWith(checksums, ...listOptionFields.filter(({ name }) => name !== 'pageSize')),
];
