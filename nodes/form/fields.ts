import type { INodeProperties } from 'n8n-workflow';

import { enums, pageSizeLimits, scopes, type EnumField } from '../service/dialect';

/** Fields that several operations share. Names are a contract with users' workflows. */

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const scope: INodeProperties = {
	displayName: 'Extra Properties',
	name: 'scope',
	type: 'multiOptions',
	options: [
		{
			name: 'Connectable Amount',
			value: scopes.connectableAmount,
			description: 'The amount that can still be connected to another document',
		},
	],
	default: [],
	description: 'Fields that the service calculates only when asked for',
};

const otherScopes: INodeProperties = {
	displayName: 'Other Extra Properties',
	name: 'otherScopes',
	type: 'string',
	default: '',
	placeholder: 'e.g. AB,CD',
	description: 'Codes of further fields that your service calculates on request, comma-separated',
};

const pageSize: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: pageSizeLimits.minimum, maxValue: pageSizeLimits.maximum },
	default: 100,
	description: 'How many documents to fetch in one request, 10 to 100',
};

const parallelPages: INodeProperties = {
	displayName: 'Parallel Pages',
	name: 'parallelPages',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 8 },
	default: 4,
	description:
		'How many requests to send at the same time, 1 to 8. Lower it when the service asks for fewer requests.',
};

const allowIncomplete: INodeProperties = {
	displayName: 'Allow Incomplete Results',
	name: 'allowIncomplete',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the documents that were found, with a warning, when others may be missing. When off, the node stops with an explanation instead.',
};

export const timeoutSeconds: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description: 'How long to wait for each answer of the service',
};

export const maxTries: INodeProperties = {
	displayName: 'Max Tries',
	name: 'maxTries',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 5,
	description:
		'How often to send a request at most when the service is busy or the connection breaks. The first time counts.',
};

/** The options of every operation that reads a list. */
export const listOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [allowIncomplete, scope, maxTries, otherScopes, pageSize, parallelPages, timeoutSeconds],
};

/** The options of every operation that reads one record. */
export const singleOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [maxTries, timeoutSeconds],
};

export const searchText: INodeProperties = {
	displayName: 'Search Text',
	name: 'searchText',
	type: 'string',
	default: '',
	placeholder: 'e.g. office chairs',
	description:
		'Text to look for in descriptions, line items and the contact. Leave empty to find all documents.',
};

export const sortDirection: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'sortDirection',
	type: 'options',
	options: [
		{
			name: 'Newest First',
			value: 'DESC',
			description: 'Descending, as the service sorts by itself',
		},
		{ name: 'Oldest First', value: 'ASC', description: 'Ascending' },
	],
	default: 'DESC',
	description: 'Which documents come first',
};

export const permalinkToken: INodeProperties = {
	displayName: 'Document',
	name: 'token',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The document to fetch',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a document...',
			typeOptions: { searchListMethod: 'searchDocuments', searchable: true },
		},
		{
			displayName: 'By Token',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. b7Qm2cW9',
			hint: 'The value of the field permalinkToken',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link to the document that ends with its permalink token',
			// The last segment; what follows a ? or # belongs to the web page.
			extractValue: { type: 'regex', regex: '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$' },
		},
	],
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Direction',
			name: 'direction',
			type: 'options',
			options: choices('direction'),
			default: 1,
			description:
				'Received from a supplier or issued to a customer. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Issued From',
			name: 'issueDateFrom',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-01',
			description:
				'The earliest issue date, included. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Issued To',
			name: 'issueDateTo',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-31',
			description:
				'The latest issue date, included. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Other Filters',
			name: 'otherFilters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add filter',
			default: {},
			description: 'Further filters that your service knows, sent exactly as you enter them',
			options: [
				{
					displayName: 'Filter',
					name: 'filter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'e.g. currency',
							description: 'The name of the filter as the service expects it',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. EUR',
							description: 'What to filter by',
						},
					],
				},
			],
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: choices('type'),
			default: [],
			description:
				'The kinds of document to return. Applied after the documents were fetched, unless the credential names the filter of the service.',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1210',
			description:
				'Only documents with exactly this value. Cannot be combined with Value From or Value To.',
		},
		{
			displayName: 'Value From',
			name: 'valueFrom',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1000',
			description: 'Only documents with this value or a higher one',
		},
		{
			displayName: 'Value To',
			name: 'valueTo',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5000',
			description: 'Only documents with this value or a lower one',
		},
	],
};

/** The labels of an enum as choices, in alphabetical order as n8n wants lists of five or more. */
export function choices(field: EnumField): Array<{ name: string; value: number }> {
	return Object.entries(enums[field])
		.map(([value, name]) => ({ name, value: Number(value) }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
