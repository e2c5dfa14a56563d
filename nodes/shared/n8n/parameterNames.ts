import type { INodeProperties } from 'n8n-workflow';

import {
	assumedSettings,
	assumedRoutes,
	largestPages,
	settingFields,
	type AssumedRoute,
	type Setting,
} from '../client/settings';
import { pastedField, proposedSettings } from './pasted';

const { firstPage, pageCounts, largestPage, searchParametersIn } = assumedSettings;

const whenCustomized = { show: { customizeParameterNames: [true] } };

/** Pasted settings replace these fields. */
const unlessPasted = {
	...whenCustomized,
	hide: { [pastedField.name]: [{ _cnd: { exists: true as const } }] },
};

const pastable: string[] = proposedSettings.map((setting) => settingFields[setting].name);

/** One field for each name that the specification leaves open, so that users can correct every assumption. */
const fields: INodeProperties[] = [
	{
		displayName:
			'The published documentation does not define these names. Change one only if your service uses another name.',
		name: 'parameterNamesNotice',
		type: 'notice',
		default: '',
		displayOptions: whenCustomized,
	},
	{
		displayName: pastedField.label,
		name: pastedField.name,
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. {"pageParameter":"pageNumber","firstPage":0}',
		description:
			'Run the operation Connection Check of the node and paste the value of "enter" from its first item. It replaces the fields that are hidden while this one is filled.',
		displayOptions: whenCustomized,
	},
	nameField('page', 'Parameter for the page number'),
	{
		displayName: settingFields.firstPage.label,
		name: settingFields.firstPage.name,
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1 },
		default: firstPage,
		description: 'Number of the first page, 1 or 0',
		displayOptions: whenCustomized,
	},
	{
		displayName: settingFields.pageCounts.label,
		name: settingFields.pageCounts.name,
		type: 'options',
		options: [
			{ name: 'Pages', value: 'pages' },
			{ name: 'Records', value: 'records', description: 'The number of records to skip' },
		],
		default: pageCounts,
		description: 'Whether the page parameter is a page number or a number of records',
		displayOptions: whenCustomized,
	},
	nameField('pageSize', 'Parameter for the number of records per page'),
	{
		displayName: settingFields.largestPage.label,
		name: settingFields.largestPage.name,
		type: 'options',
		options: largestPages.map((size) => ({ name: `At Most ${size}`, value: size })),
		default: largestPage,
		description: 'Largest number of records that the service allows per page',
		displayOptions: whenCustomized,
	},
	nameField('searchText', 'Parameter for the search text'),
	nameField('sortDirection', 'Parameter for the sort direction, ASC or DESC'),
	nameField(
		'singleValue',
		'Parameter for the exact total, an alternative to valueFrom and valueTo',
	),
	{
		displayName: settingFields.searchParametersIn.label,
		name: settingFields.searchParametersIn.name,
		type: 'options',
		options: [
			{ name: 'JSON Body', value: 'body' },
			{ name: 'URL', value: 'query' },
		],
		default: searchParametersIn,
		description: 'Where the node sends the search parameters',
		displayOptions: whenCustomized,
	},
	filterField('type', 'document types'),
	filterField('direction', 'the direction'),
	filterField('issueDateFrom', 'the first issue date'),
	filterField('issueDateTo', 'the last issue date'),
	pathField('Path of Create Template', 'createTemplatePath'),
	pathField('Path of Create Payment Order', 'createPaymentOrderPath'),
	pathField('Path of Delete Payment Reminder', 'deleteReminderPath'),
	pathField('Path of Download PDF', 'downloadPdfPath'),
	pathField('Path of Get Document', 'documentPath'),
	pathField('Path of Remove Scheduler', 'removeSchedulerPath'),
	pathField('Path of Search Contacts', 'searchContactsPath'),
];

export const parameterNames = fields.map((field) =>
	pastable.includes(field.name) ? { ...field, displayOptions: unlessPasted } : field,
);

function nameField(setting: Setting, description: string): INodeProperties {
	const { name, label } = settingFields[setting];
	return textField(label, name, String(assumedSettings[setting]), description);
}

function textField(
	displayName: string,
	name: string,
	byDefault: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: byDefault,
		description,
		displayOptions: whenCustomized,
	};
}

function filterField(setting: Setting, filtered: string): INodeProperties {
	return {
		...nameField(
			setting,
			`Parameter for ${filtered}. If it is empty, the node filters the documents itself.`,
		),
		placeholder: 'e.g. filterName',
	};
}

/** An unpublished path. The node fills in its placeholders. */
function pathField(displayName: string, name: AssumedRoute): INodeProperties {
	const path = assumedRoutes[name].replace(/^[A-Z]+ /, '');
	return textField(
		displayName,
		name,
		path,
		'The path of this operation after the Base URL. The node fills in the names in braces.',
	);
}
