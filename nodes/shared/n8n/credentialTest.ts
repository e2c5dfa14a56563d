import type { ICredentialTestRequest } from 'n8n-workflow';

import { credentialTestPath, usualPageSize } from '../client/settings';

/**
 * n8n compares what stands under a key with one value, so what a refusal says cannot be looked for, but that it says
 * something: the first character of a text, or the first of several errors, has the name of its kind. A message alone says
 * nothing: "Success" may stand beside the documents.
 */
const firstOf = (member: string) => `${member && `${member}.`}0.constructor.name`;

const refusals: Array<[key: string, value: unknown]> = [
	['success', false],
	[firstOf('error'), 'String'],
	[firstOf('error.message'), 'String'],
	[firstOf('error.code'), 'String'],
	[firstOf('errors'), 'String'],
	[firstOf('errors'), 'Object'],
	[firstOf('fieldsAffected'), 'Object'],
];

const rules = [
	...['<', '\n', '\r', ' '].map((firstCharacter) => ({
		type: 'responseSuccessBody',
		properties: {
			// The first character of a text: JSON arrives parsed, so only a web page has one.
			key: '0',
			value: firstCharacter,
			message:
				'The Base URL answered with a web page instead of data. It must be the address of the API, e.g. https://api.example.com.',
		},
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			key: firstOf(''),
			value: 'String',
			message:
				'The Base URL answered with a text instead of data. It must be the address of the API, e.g. https://api.example.com.',
		},
	},
	...refusals.map(([key, value]) => ({
		type: 'responseSuccessBody',
		properties: {
			key,
			value,
			message:
				'The App ID and App Secret are right, but the service answered with a refusal instead of accounting documents. Check the rights of the application in the settings of the service.',
		},
	})),
	{
		type: 'responseCode',
		properties: {
			value: 403,
			message:
				'The App ID and App Secret are right, but the application may not read accounting documents. Check its rights in the settings of the service.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message:
				'The address exists, but not the list of accounting documents below it. Check the Base URL, e.g. https://api.example.com.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 407,
			message:
				'The proxy requires authentication (HTTP 407). Set its user name and password where n8n is told of the proxy (HTTP_PROXY and HTTPS_PROXY).',
		},
	},
	...[400, 422].map((status) => ({
		type: 'responseCode',
		properties: {
			value: status,
			message:
				'The App ID and App Secret are right, but the service refuses the page number or the page size by the name that is set. Run the operation Connection Check of the node, which finds out what to enter under Customize Parameter Names.',
		},
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			// The usual size of a page (docs/api/requests.md#pagination), where another one was asked for.
			key: 'accountingDocuments.length',
			value: usualPageSize,
			message:
				'The App ID and App Secret are right, but the service does not heed the page size by the name that is set. Run the operation Connection Check of the node, which finds out what to enter under Customize Parameter Names.',
		},
	},
	// The type knows lists of one kind only; n8n's tester reads each rule by its own type.
] as ICredentialTestRequest['rules'];

export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{$credentials.baseUrl}}',
		url: credentialTestPath,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
	},
	rules,
};
