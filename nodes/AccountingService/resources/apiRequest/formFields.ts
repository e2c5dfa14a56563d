import type { INodeProperties } from 'n8n-workflow';

import { pairsField } from '../../../shared/fields/extraFields';
import {
	limitFields,
	listOptionFields,
	advancedOfChange,
	shownFor,
} from '../../../shared/fields/options';
import { choiceField, switchField, textField } from '../../../shared/fields/properties';
import { fileProperty } from '../../../shared/n8n/inputFile';
import { fileNameOption, outputField } from '../../kinds/download';

const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => [name, [name]] as const);

const method: INodeProperties = {
	...choiceField(
		'Method',
		'method',
		'The HTTP method from the documentation of your service',
		'GET',
		Object.fromEntries(methods),
	),
	required: true,
};

const apiPathField = textField(
	'Path',
	'path',
	'The path after /v2, from the documentation of your service',
	{ required: true, placeholder: 'e.g. contacts/17' },
);

const body = choiceField('Body', 'body', 'The request body', 'none', {
	fields: ['Fields', 'Names and values'],
	file: ['File', 'A file of the input item'],
	json: ['JSON', 'Any JSON'],
	none: ['None', 'Send no body'],
});

export const bodyFields = pairsField('Body Fields', 'bodyFields', 'Field', 'The fields to send');

export const queryParameters = pairsField(
	'Query Parameters',
	'queryParameters',
	'Parameter',
	'The parameters after the question mark in the URL',
);

const jsonField = textField(
	'JSON',
	'jsonBody',
	'The JSON to send. Numbers keep all their digits.',
	{
		type: 'json',
		placeholder: 'e.g. { "name": "Example Ltd" }',
	},
);

const response = choiceField('Response', 'response', 'What the service returns', 'record', {
	file: ['File', 'A file such as a PDF, image or spreadsheet'],
	list: ['List', 'The records of a list, one item each'],
	nothing: ['Nothing', 'Ignore the response'],
	record: ['One Record', 'One item with the fields of the response'],
});

const recordsField = textField(
	'Records Field',
	'recordsField',
	'The field with the list, if the response has several. Use dots for fields in objects, e.g. d.results.',
	{ placeholder: 'e.g. contacts' },
);

const paged = switchField(
	'In Pages',
	'paged',
	'Whether the service returns the list in pages. Turn it off if one response has all records. The node never requests further pages if the request changes data.',
	{ default: true },
);

const formFieldName = textField(
	'Form Field',
	'fileFieldName',
	'The form field of the file. Leave empty to send the file itself as the body.',
	{ default: 'file', placeholder: 'e.g. file' },
);

const further = [
	switchField(
		'Allow Agents to Change Something',
		'agentsMayChange',
		'Whether an AI agent may send requests that change data',
	),
	choiceField(
		'Changes Something',
		'changesSomething',
		'Whether the request changes data in the service',
		'byMethod',
		{
			byMethod: ['By Method', 'Yes, except for GET'],
			no: ['No', 'A POST request that only reads, such as a search'],
			yes: ['Yes', 'The node retries only if nothing was changed'],
		},
	),
	fileNameOption,
];

export const apiRequestFields: INodeProperties[] = [
	method,
	apiPathField,
	body,
	shownFor(bodyFields, 'body', 'fields'),
	shownFor(jsonField, 'body', 'json'),
	shownFor({ ...fileProperty(false), required: undefined }, 'body', 'file'),
	shownFor(formFieldName, 'body', 'file'),
	queryParameters,
	response,
	...[paged, recordsField, ...limitFields].map((field) => shownFor(field, 'response', 'list')),
	shownFor(outputField, 'response', 'file'),
	advancedOfChange(...further, ...listOptionFields),
];
