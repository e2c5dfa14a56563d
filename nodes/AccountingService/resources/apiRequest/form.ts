import type { INodeProperties } from 'n8n-workflow';

import { pairsField } from '../../../shared/fields/extraFields';
import {
	limitFields,
	listOptionFields,
	advancedWith,
	shownFor,
} from '../../../shared/fields/options';
import { fileProperty } from '../../../shared/n8n/inputFile';

const method: INodeProperties = {
	displayName: 'Method',
	name: 'method',
	type: 'options',
	required: true,
	options: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map((name) => ({ name, value: name })),
	default: 'GET',
	description: 'The method that the documentation of your service names',
};

const path: INodeProperties = {
	displayName: 'Path',
	name: 'path',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. contacts/17',
	description: 'What follows /v2 in the address, from the documentation of your service',
};

const body: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'options',
	options: [
		{ name: 'Fields', value: 'fields', description: 'Names and values' },
		{ name: 'File', value: 'file', description: 'A file of the input item' },
		{ name: 'JSON', value: 'json', description: 'Any JSON' },
		{ name: 'None', value: 'none', description: 'Nothing besides the path and the query' },
	],
	default: 'none',
	description: 'What is sent',
};

export const bodyFields = pairsField('Body Fields', 'bodyFields', 'Field', 'The fields to send');

export const queryParameters = pairsField(
	'Query Parameters',
	'queryParameters',
	'Parameter',
	'What follows the question mark',
);

const json: INodeProperties = {
	displayName: 'JSON',
	name: 'jsonBody',
	type: 'json',
	default: '',
	placeholder: 'e.g. { "name": "Example Ltd" }',
	description: 'The JSON to send, with the digits that you give',
};

const response: INodeProperties = {
	displayName: 'Response',
	name: 'response',
	type: 'options',
	options: [
		{ name: 'File', value: 'file', description: 'A PDF, picture, spreadsheet and the like' },
		{ name: 'List', value: 'list', description: 'Records, page by page until all are there' },
		{ name: 'Nothing', value: 'nothing', description: 'Whatever comes back is left out' },
		{ name: 'One Record', value: 'record', description: 'One item with the fields that come' },
	],
	default: 'record',
	description: 'What comes back',
};

const recordsField: INodeProperties = {
	displayName: 'Records Field',
	name: 'recordsField',
	type: 'string',
	default: '',
	placeholder: 'e.g. contacts',
	description:
		'The field that holds the list, where there are several; dots lead into objects: d.results',
};

const paged: INodeProperties = {
	displayName: 'In Pages',
	name: 'paged',
	type: 'boolean',
	default: true,
	description:
		'Whether the service gives the list in pages; off, one answer is all there is. A request that changes something is never read in pages.',
};

const outputField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputBinaryField',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The field of the output item that holds the file',
};

const fileField: INodeProperties = {
	displayName: 'Form Field',
	name: 'fileFieldName',
	type: 'string',
	default: 'file',
	placeholder: 'e.g. file',
	description: 'The field of the form that carries the file; empty, the file itself is the body',
};

const further: INodeProperties[] = [
	{
		displayName: 'Allow Agents to Change Something',
		name: 'agentsMayChange',
		type: 'boolean',
		default: false,
		description: 'Whether an AI agent may send requests that change something',
	},
	{
		displayName: 'Changes Something',
		name: 'changesSomething',
		type: 'options',
		options: [
			{ name: 'By Method', value: 'byMethod', description: 'Every method but GET does' },
			{ name: 'No', value: 'no', description: 'A POST that only reads, such as a search' },
			{ name: 'Yes', value: 'yes', description: 'It is sent once, unless nothing was done' },
		],
		default: 'byMethod',
		description: 'Whether the request changes something in the service',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoice.pdf',
		description: 'What the file of the response is called; the service says it unless given',
	},
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
