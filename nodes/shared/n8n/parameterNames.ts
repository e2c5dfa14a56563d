import type { INodeProperties } from 'n8n-workflow';

import {
	assumedSettings,
	assumedRoutes,
	largestPages,
	pathLabels,
	settingFields,
	type AssumedRoute,
	type Setting,
} from '../client/settings';
import { splitRoute } from '../client/route';
import { choiceField, noticeField, textField } from '../fields/properties';

const { firstPage, pageCounts, largestPage, searchParametersIn } = assumedSettings;

/** One field for each name that the specification leaves open, so that users can correct every assumption. */
const parameterNameFields: INodeProperties[] = [
	noticeField(
		'parameterNamesNotice',
		'The published documentation does not define these names. Change one only if your service uses another name.',
	),
	nameField('page', 'Parameter for the page number'),
	{
		displayName: settingFields.firstPage.label,
		name: settingFields.firstPage.name,
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1 },
		default: firstPage,
		description: 'Number of the first page, 1 or 0',
	},
	choiceField(
		settingFields.pageCounts.label,
		settingFields.pageCounts.name,
		'Whether the page parameter is a page number or a number of records',
		pageCounts,
		{
			pages: ['Pages'],
			records: ['Records', 'The number of records to skip, 0 for the first page'],
		},
	),
	nameField('pageSize', 'Parameter for the number of records per page'),
	{
		displayName: settingFields.largestPage.label,
		name: settingFields.largestPage.name,
		type: 'options',
		options: largestPages.map((size) => ({ name: `At Most ${size}`, value: size })),
		default: largestPage,
		description: 'Largest number of records that the service allows per page',
	},
	nameField('searchText', 'Parameter for the search text'),
	nameField('sortDirection', 'Parameter for the sort direction, ASC or DESC'),
	nameField(
		'singleValue',
		'Parameter for the exact total, an alternative to valueFrom and valueTo',
	),
	choiceField(
		settingFields.searchParametersIn.label,
		settingFields.searchParametersIn.name,
		'Where the node sends the search parameters',
		searchParametersIn,
		{ body: ['JSON Body'], query: ['URL'] },
	),
	filterField('type', 'document types'),
	filterField('direction', 'the direction'),
	filterField('issueDateFrom', 'the first issue date'),
	filterField('issueDateTo', 'the last issue date'),
	...(Object.keys(pathLabels) as AssumedRoute[]).map(pathField),
];

export const parameterNames = parameterNameFields.map((field) => ({
	...field,
	displayOptions: { show: { customizeParameterNames: [true] } },
}));

function nameField(setting: Setting, description: string): INodeProperties {
	const { name, label } = settingFields[setting];
	return textField(label, name, description, { default: String(assumedSettings[setting]) });
}

function filterField(setting: Setting, filtered: string): INodeProperties {
	const words = `Parameter for ${filtered}. If it is empty, the node filters the documents itself.`;
	return { ...nameField(setting, words), placeholder: 'e.g. filterName' };
}

/** An unpublished path. The node fills in its placeholders. */
function pathField(name: AssumedRoute): INodeProperties {
	return textField(
		pathLabels[name],
		name,
		'The path of this operation after the Base URL. The node fills in the names in braces.',
		{ default: splitRoute(assumedRoutes[name]).path },
	);
}
