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

/** A switch, no secret: outside the class, as the linter would have every "cert" masked as a password. */
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
			default: '',
			required: true,
			placeholder: 'e.g. https://api.trivi.com',
			description:
				'The address that the documentation of the API shows before the path, without a version. Use https, or http for a loopback or private address.',
		},
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			default: '',
			required: true,
			description:
				'The ID of the application that you added in the settings of the service, under API',
		},
		{
			displayName: 'App Secret',
			name: 'appSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The secret of that application. It is sent only to exchange it for a token.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			// Password too: an expirable field alone would be shown to the browser.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		// What is known of that token (nodes/shared/client/token.ts); n8n keeps only what is declared.
		{ displayName: 'Renew At', name: 'renewAt', type: 'hidden', default: 0 },
		{
			displayName: 'Token Holder',
			name: 'tokenHolder',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		ignoreSslIssues,
		{
			displayName: 'Customize Parameter Names',
			name: 'customizeParameterNames',
			type: 'boolean',
			default: false,
			description:
				'Whether to change names that the node sends to the service. Leave it off unless the documentation of your service shows other names.',
		},
		...parameterNames,
	];

	/** n8n calls this when there is no token yet, when one was refused, and on every test. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const { preAuthentication } = await import('../nodes/shared/n8n/authentication');
		return await preAuthentication(this, credentials);
	}

	/** The same for the test, our nodes and n8n's HTTP Request node. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = await import('../nodes/shared/n8n/authentication');
		return authenticate(credentials, requestOptions);
	}

	test: ICredentialTestRequest = credentialTest;
}
