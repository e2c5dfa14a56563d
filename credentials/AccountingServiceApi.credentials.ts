import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INodeProperties,
	type Icon,
} from 'n8n-workflow';

import { credentialTest } from '../nodes/shared/n8n/credentialTest';
import { parameterNames } from '../nodes/shared/n8n/parameterNames';

/** Outside the class, because the linter wants every field with "cert" in its name to be a password. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

export class AccountingServiceApi implements ICredentialType {
	name = 'accountingServiceApi';

	displayName = 'Accounting Service API';

	icon: Icon = {
		light: 'file:../icons/accountingService.svg',
		dark: 'file:../icons/accountingService.dark.svg',
	};

	documentationUrl =
		'https://github.example/owner/n8n-nodes-accounting-service/blob/HEAD/docs/reference/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.trivi.com',
			required: true,
			placeholder: 'e.g. https://api.trivi.com',
			description:
				'The address of the API without path and version. Use https, or http for localhost or a private address.',
		},
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			default: '',
			required: true,
			description: 'The ID of your application, from the settings of the service under API',
		},
		{
			displayName: 'App Secret',
			name: 'appSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The secret of your application. The node sends it only to get an access token.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			// `expirable` alone would send the token to the browser.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		// Details of the token (nodes/shared/client/token.ts). n8n stores only declared fields.
		{ displayName: 'Renew At', name: 'renewAt', type: 'hidden', default: 0 },
		{
			displayName: 'Token Holder',
			name: 'tokenHolder',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether every node and AI agent with this credential may only read. Requests that create, change or delete data are refused.',
		},
		ignoreSslIssues,
		{
			displayName: 'Customize Parameter Names',
			name: 'customizeParameterNames',
			type: 'boolean',
			default: false,
			description:
				'Whether to change the parameter names that the node sends. Turn it on only if your service uses other names.',
		},
		...parameterNames,
	];

	/** n8n calls this if there is no token yet, after a rejected token, and on every test. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const { preAuthentication } = await import('../nodes/shared/n8n/authentication');
		return await preAuthentication(this, credentials);
	}

	/** For the credential test, our nodes and n8n's HTTP Request node. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = await import('../nodes/shared/n8n/authentication');
		return authenticate(credentials, requestOptions);
	}

	test: ICredentialTestRequest = credentialTest;
}
