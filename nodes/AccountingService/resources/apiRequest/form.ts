import type { INodeProperties } from 'n8n-workflow';

import { pairsField } from '../../../shared/fields/extraFields';
import {
	limitFields,
	listOptionFields,
	advancedWith,
	shownFor,
} from '../../../shared/fields/options';
import { fileProperty } from '../../../shared/n8n/inputFile';
import { fileNameOption, outputField } from '../../kinds/download';

const method: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	required: true,
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => ({ name, value: name })),
	default: 'GET',
	description: 'The HTTP method from the documentation of your service',
};

const path: INodeProperties = {
	displayName: 'Path',
	name: 'path',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. contacts/17',
	description: 'The path after /v2, from the documentation of your service',
};

const body: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'options',
	options: [
		{ name: 'Fields', value: 'fields', description: 'Names and values' },
		{ name: 'File', value: 'file', description: 'A file of the input item' },
		{ name: 'JSON', value: 'json', description: 'Any JSON' },
		{ name: 'None', value: 'none', description: 'Send no body' },
	],
	default: 'none',
	description: 'The request body',
};

export const bodyFields = pairsField('Body Fields', 'bodyFields', 'Field', 'The fields to send');

export const queryParameters = pairsField(
	'Query Parameters',
	'queryParameters',
	'Parameter',
	'The parameters after the question mark in the URL',
);

const json: INodeProperties = {
	displayName: 'JSON',
	name: 'jsonBody',
	type: 'json',
	default: '',
	placeholder: 'e.g. { "name": "Example Ltd" }',
	description: 'The JSON to send. Numbers keep all their digits.',
};

const response: INodeProperties = {
	displayName: 'Response',
	name: 'response',
	type: 'options',
	options: [
		{ name: 'File', value: 'file', description: 'A file such as a PDF, image or spreadsheet' },
		{ name: 'List', value: 'list', description: 'Records of all pages, one item each' },
		{ name: 'Nothing', value: 'nothing', description: 'Ignore the response' },
		{
			name: 'One Record',
			value: 'record',
			description: 'One item with the fields of the response',
		},
	],
	default: 'record',
	description: 'What the service returns',
};

const recordsField: INodeProperties = {
	displayName: 'Records Field',
	name: 'recordsField',
	type: 'string',
	default: '',
	placeholder: 'e.g. contacts',
	description:
		'The field with the list, if the response has several. Use dots for fields in objects, e.g. d.results.',
};

const paged: INodeProperties = {
	displayName: 'In Pages',
	name: 'paged',
	type: 'boolean',
	default: true,
	description:
		'Whether the service returns the list in pages. Turn it off if one response has all records. The node never requests further pages if the request changes data.',
};

const fileField: INodeProperties = {
	displayName: 'Form Field',
	name: 'fileFieldName',
	type: 'string',
	default: 'file',
	placeholder: 'e.g. file',
	description: 'The form field of the file. Leave empty to send the file itself as the body.',
};

const further: INodeProperties[] = [
	{
		displayName: 'Allow Agents to Change Something',
		name: 'agentsMayChange',
		type: 'boolean',
		default: false,
		description: 'Whether an AI agent may send requests that change data',
	},
	{
		displayName: 'Changes Something',
		name: 'changesSomething',
		type: 'options',
		options: [
			{ name: 'By Method', value: 'byMethod', description: 'Yes, except for GET' },
			{ name: 'No', value: 'no', description: 'A POST request that only reads, such as a search' },
			{ name: 'Yes', value: 'yes', description: 'The node retries only if nothing was changed' },
		],
		default: 'byMethod',
		description: 'Whether the request changes data in the service',
	},
	fileNameOption,
];

export const apiRequestFields: INodeProperties[] = [
	method,
	path,
	body,
	shownFor(bodyFields, 'body', 'fields'),
	shownFor(json, 'body', 'json'),
	shownFor({ ...fileProperty(false), required: undefined }, 'body', 'file'),
	shownFor(fileField, 'body', 'file'),
	queryParameters,
	response,
	...[paged, recordsField, ...limitFields].map((field) => shownFor(field, 'response', 'list')),
	shownFor(outputField, 'response', 'file'),
	advancedWith(...further, ...listOptionFields),
];
