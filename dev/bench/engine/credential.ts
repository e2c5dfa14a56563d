import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	ICredentialsHelper,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeProperties,
} from 'n8n-workflow';

import type { Target } from './job';

/** The package's credential type, compiled; its two functions are what n8n calls. */
type ServiceCredential = ICredentialType & {
	preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<object>;
	authenticate(
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions>;
};

/**
 * One credential in memory, refreshed by n8n's own rules. n8n itself decrypts it from its database
 * for every request; that is left out for every contestant alike.
 */
export function credentialsHelperFor(
	type: ServiceCredential,
	{ baseUrl, appId, appSecret, insecure }: Target,
): ICredentialsHelper {
	let stored: ICredentialDataDecryptedObject = {
		baseUrl,
		appId,
		appSecret,
		accessToken: '',
		allowUnauthorizedCerts: insecure,
		customizeParameterNames: false,
		readOnly: false,
	};
	const helper = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: async () => await Promise.resolve({ ...stored }),
		getCredentialsProperties: (): INodeProperties[] => type.properties,
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			_type: string,
			options: IHttpRequestOptions,
		) => await type.authenticate(credentials, options),
		async preAuthentication(
			helpers: IHttpRequestHelper,
			credentials: ICredentialDataDecryptedObject,
			_type: string,
			_node: INode,
			expired: boolean,
		) {
			if (credentials.accessToken !== '' && !expired) return undefined;
			const output = await type.preAuthentication.call(helpers, credentials);
			stored = { ...stored, ...output };
			return Object.assign(credentials, output);
		},
	};
	return helper as unknown as ICredentialsHelper;
}

export type { ServiceCredential };
