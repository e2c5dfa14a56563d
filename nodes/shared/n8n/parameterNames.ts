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
import { formField, formNotice } from '../fields/formField';
import { choice, text } from '../fields/describe';

const { firstPage, pageCounts, largestPage, searchParametersIn } = assumedSettings;

/** One field for each name that the specification leaves open, so that users can correct every assumption. */
const parameterNameFields: INodeProperties[] = [
	formNotice(
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
	formField(
		settingFields.pageCounts.name,
		choice(
			settingFields.pageCounts.label,
			{
				pages: 'Pages',
				records: ['Records', 'The number of records to skip, 0 for the first page'],
			},
			'Whether the page parameter is a page number or a number of records',
			{ usual: pageCounts },
		),
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
	formField(
		settingFields.searchParametersIn.name,
		choice(
			settingFields.searchParametersIn.label,
			{ body: 'JSON Body', query: 'URL' },
			'Where the node sends the search parameters',
			{ usual: searchParametersIn },
		),
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
	return formField(name, text(label, description, { usual: String(assumedSettings[setting]) }));
}

function filterField(setting: Setting, filtered: string): INodeProperties {
	const words = `Parameter for ${filtered}. If it is empty, the node filters the documents itself.`;
	return { ...nameField(setting, words), placeholder: 'e.g. filterName' };
}

/** An unpublished path. The node fills in its placeholders. */
function pathField(name: AssumedRoute): INodeProperties {
	return formField(
		name,
		text(
			pathLabels[name],
			'The path of this operation after the Base URL. The node fills in the names in braces.',
			{ usual: splitRoute(assumedRoutes[name]).path },
		),
	);
}
