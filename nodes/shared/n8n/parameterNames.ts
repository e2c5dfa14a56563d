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

/** What the pasted text holds counts in place of these fields. */
const unlessPasted = {
	...whenCustomized,
	hide: { [pastedField.name]: [{ _cnd: { exists: true as const } }] },
};

const pastable: string[] = proposedSettings.map((setting) => settingFields[setting].name);

/** One field per name that the specification leaves open, so that an assumption is never a dead end. */
const fields: INodeProperties[] = [
	{
		displayName:
			'The published description of the service leaves these names open. Change one only if your service calls it differently.',
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
			'Run the operation Connection Check of the node, and paste what its first item proposes. While it is filled, the fields that it can hold are hidden.',
		displayOptions: whenCustomized,
	},
	nameField('page', 'Name of the page number'),
	{
		displayName: settingFields.firstPage.label,
		name: settingFields.firstPage.name,
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1 },
		default: firstPage,
		description: 'The number of the first page, 1 or 0',
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
		description: 'What the page parameter is the number of',
		displayOptions: whenCustomized,
	},
	nameField('pageSize', 'Name of the number of records per page'),
	{
		displayName: settingFields.largestPage.label,
		name: settingFields.largestPage.name,
		type: 'options',
		options: largestPages.map((size) => ({ name: `At Most ${size}`, value: size })),
		default: largestPage,
		description: 'How many records the node asks for in one page at the most',
		displayOptions: whenCustomized,
	},
	nameField('searchText', 'Name of the text to search for'),
	nameField('sortDirection', 'Name of the sort direction, ASC or DESC'),
	nameField('singleValue', 'Name of the filter that excludes valueFrom and valueTo'),
	{
		displayName: settingFields.searchParametersIn.label,
		name: settingFields.searchParametersIn.name,
		type: 'options',
		options: [
			{ name: 'JSON Body', value: 'body' },
			{ name: 'URL', value: 'query' },
		],
		default: searchParametersIn,
		description: 'Where the search operation puts its parameters',
		displayOptions: whenCustomized,
	},
	filterField('type', 'document types'),
	filterField('direction', 'the direction'),
	filterField('issueDateFrom', 'the first issue date'),
	filterField('issueDateTo', 'the last issue date'),
	pathField('Path of Create Template', 'createTemplatePath'),
	pathField('Path of Create Payment Order', 'createPaymentOrderPath'),
	pathField('Path of Delete Payment Reminder', 'deleteReminderPath'),
	pathField('Path of Get Document', 'documentPath'),
	pathField('Path of Remove Scheduler', 'removeSchedulerPath'),
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
			`Name of the search filter for ${filtered}. Left empty, the node filters the documents itself after it has fetched them.`,
		),
		placeholder: 'e.g. filterName',
	};
}

/** A path that nobody published; what stands in braces is filled in by the node. */
function pathField(displayName: string, name: AssumedRoute): INodeProperties {
	const path = assumedRoutes[name].replace(/^[A-Z]+ /, '');
	return textField(
		displayName,
		name,
		path,
		'The address of this operation below the Base URL. What stands in braces is filled in.',
	);
}
