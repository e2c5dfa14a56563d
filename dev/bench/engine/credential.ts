import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeProperties,
} from 'n8n-workflow';

import type { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import type { Target } from './job';

/**
 * One credential in memory, refreshed by n8n's own rules. n8n itself decrypts it from its database for every request;
 * this is left out for all contestants.
 */
export function credentialsHelperFor(
	type: AccountingServiceApi,
	{ baseUrl, appId, appSecret }: Target,
): ICredentialsHelper {
	let stored: ICredentialDataDecryptedObject = {
		baseUrl,
		appId,
		appSecret,
		accessToken: '',
		allowUnauthorizedCerts: false,
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
			const output = (await type.preAuthentication.call(
				helpers,
				credentials,
			)) as ICredentialDataDecryptedObject;
			stored = { ...stored, ...output };
			return Object.assign(credentials, output);
		},
	};
	return helper as unknown as ICredentialsHelper;
}
