import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
} from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';

/**
 * Stored credentials in memory, with the rules of n8n's own helper: a token is minted when the one in
 * hand is empty or was refused, and is saved for the next reader of the credential.
 */
export class CredentialStore extends ICredentialsHelper {
	private readonly type = new AccountingServiceApi();

	/** How often a token was saved. */
	updates = 0;

	/** How often n8n would have fetched and decrypted the credential. */
	reads = 0;

	constructor(public stored: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, requestOptions);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		_node: INode,
		expired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.accessToken !== '' && !expired) return undefined;
		const output = await this.type.preAuthentication.call(helpers, credentials);
		this.stored = { ...this.stored, ...(output as ICredentialDataDecryptedObject) };
		this.updates++;
		return Object.assign(credentials, output);
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		return { ...this.stored };
	}

	async getCredentials(_details: INodeCredentialsDetails): Promise<ICredentials> {
		throw new Error('not used by the engine');
	}

	async updateCredentials(): Promise<void> {
		throw new Error('not used by the engine');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('not used by the engine');
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
