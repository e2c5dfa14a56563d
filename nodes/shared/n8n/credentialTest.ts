import type { ICredentialTestRequest } from 'n8n-workflow';

import { credentialTestPath } from '../client/settings';

/**
 * n8n can only compare the value at a key with a constant. So the rules check that an error member is not empty: the
 * constructor name of the first character of a string, or of the first of several errors, is constant. They ignore
 * `message`, because a response with documents may contain "Success" there.
 */
const firstOf = (member: string) => `${member && `${member}.`}0.constructor.name`;

const errorMembers: Array<[key: string, value: unknown]> = [
	['success', false],
	[firstOf('error'), 'String'],
	[firstOf('error.message'), 'String'],
	[firstOf('error.code'), 'String'],
	[firstOf('errors'), 'String'],
	[firstOf('errors'), 'Object'],
	[firstOf('fieldsAffected'), 'Object'],
];

const responseRules = [
	{
		type: 'responseSuccessBody',
		properties: {
			// n8n parses JSON, so the body is a string only for something else.
			key: firstOf(''),
			value: 'String',
			message:
				'The Base URL returned a web page or another text instead of data. It must be the address of the API, e.g. https://api.example.com.',
		},
	},
	...errorMembers.map(([key, value]) => ({
		type: 'responseSuccessBody',
		properties: {
			key,
			value,
			message:
				'The App ID and App Secret are correct, but the service returned an error instead of accounting documents. Check the permissions of the application in the settings of the service.',
		},
	})),
	{
		type: 'responseCode',
		properties: {
			value: 403,
			message:
				'The App ID and App Secret are correct, but the application has no access to accounting documents. Check its permissions in the settings of the service.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message:
				'The Base URL has no list of accounting documents (HTTP 404). Check the Base URL, e.g. https://api.example.com.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 407,
			message:
				'The proxy requires authentication (HTTP 407). Add the user name and password of the proxy to the environment variables HTTP_PROXY and HTTPS_PROXY of n8n.',
		},
	},
	...[400, 422].map((status) => ({
		type: 'responseCode',
		properties: {
			value: status,
			message:
				'The App ID and App Secret are correct, but the service rejected the page number or page size parameter. Run the operation Connection Check of the node to find out what to enter under Customize Parameter Names.',
		},
	})),
	// n8n's type allows only one type of rule per list, but its tester handles each rule by its own type.
] as ICredentialTestRequest['rules'];

export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{$credentials.baseUrl}}',
		url: credentialTestPath,
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
	},
	rules: responseRules,
};
