import type { INodeProperties } from 'n8n-workflow';

import { pageSizeLimits, scopes } from '../client/dialect';

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
