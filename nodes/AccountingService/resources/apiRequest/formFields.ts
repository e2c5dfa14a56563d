import type { INodeProperties } from 'n8n-workflow';

import { methods } from '../../../shared/client/route';
import { formPairs } from '../../../shared/fields/extraFields';
import {
	limitFields,
	listOptionFields,
	optionsOfChange,
	shownFor,
} from '../../../shared/fields/options';
import { fileProperty } from '../../../shared/n8n/inputFile';
import { fileNameOption } from '../../kinds/download';
import { outputField } from '../../export/outputField';
import { formField } from '../../../shared/fields/formField';
import { choice, flag, json, text } from '../../../shared/fields/describe';

const method: INodeProperties = formField(
	'method',
	choice(
		'Method',
		Object.fromEntries(methods.map((name) => [name, name])),
		'The HTTP method from the documentation of your service',
		{ usual: 'GET' },
	),
	{ required: true },
);

const apiPathField = formField(
	'path',
	text('Path', 'The path after /v2, from the documentation of your service', {
		required: true,
		placeholder: 'e.g. templates/701',
		hint: 'The part of the address after /v2',
		asEntered: true,
	}),
);

const body = formField(
	'body',
	choice(
		'Body',
		{
			fields: ['Fields', 'Names and values'],
			file: ['File', 'A file of the input item'],
			json: ['JSON', 'Any JSON'],
			none: ['None', 'Send no body'],
		},
		'The request body',
		{ usual: 'none', decides: true },
	),
);

export const bodyFields = formPairs('Body Fields', 'bodyFields', 'Field', 'The fields to send');

export const queryParameters = formPairs(
	'Query Parameters',
	'queryParameters',
	'Parameter',
	'The parameters after the question mark in the URL',
);

const jsonField = formField(
	'jsonBody',
	json('JSON', 'The JSON to send. Numbers keep all their digits.', {
		placeholder: 'e.g. { "name": "Example Ltd" }',
		asEntered: true,
	}),
);

const response = formField(
	'response',
	choice(
		'Response',
		{
			file: ['File', 'A file such as a PDF, image or spreadsheet'],
			list: ['List', 'The records of a list, one item each'],
			nothing: ['Nothing', 'Ignore the response'],
			record: ['One Record', 'One item with the fields of the response'],
		},
		'What the service returns',
		{ usual: 'record' },
	),
);

export const recordsField = formField(
	'recordsField',
	text(
		'Records Field',
		'The field with the list, if the response has several. Use dots for fields in objects, e.g. d.results.',
		{ placeholder: 'e.g. contacts' },
	),
);

const paged = formField(
	'paged',
	flag(
		'In Pages',
		'Whether the service returns the list in pages. Turn it off if one response has all records. The node never requests further pages if the request changes data.',
		{ usual: true },
	),
);

const formFieldName = formField(
	'fileFieldName',
	text(
		'Form Field',
		'The form field of the file. Leave empty to send the file itself as the body.',
		{ usual: 'file', placeholder: 'e.g. file' },
	),
);

const further = [
	formField(
		'agentsMayChange',
		flag(
			'Allow Agents to Change Something',
			'Whether an AI agent may send requests that change data',
		),
	),
	formField(
		'changesSomething',
		choice(
			'Changes Something',
			{
				byMethod: ['By Method', 'Yes, except for GET'],
				no: ['No', 'A POST request that only reads, such as a search'],
				yes: ['Yes', 'The node retries only if nothing was changed'],
			},
			'Whether the request changes data in the service',
		),
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
	optionsOfChange(...further, ...listOptionFields),
];
