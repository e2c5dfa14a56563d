import {
	ICredentialsHelper,
	isExpression,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { bareDescription, nodeOf } from './nodeInEngine';

/**
 * Stored credentials in memory, with the rules of n8n's own helper: if the token is empty or was refused, it gets a new
 * one and saves it.
 */
export class CredentialStore extends ICredentialsHelper {
	private readonly type = new AccountingServiceApi();

	/** How often a token was saved. */
	updates = 0;

	/** How often n8n would have fetched and decrypted the credential. */
	reads = 0;

	/** When n8n 2.8 saves a token, it replaces expressions by their values; 2.41 does not. */
	keepsExpressions = true;

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
		const others = this.keepsExpressions ? this.stored : credentials;
		this.stored = { ...others, ...(output as ICredentialDataDecryptedObject) };
		this.updates++;
		return Object.assign(credentials, output);
	}

	/** Resolves expressions for an item, as n8n does; without a run (pickers, trigger), in an empty workflow. */
	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		run?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const data = { ...defaults, ...this.stored };
		if (!Object.values(data).some(isExpression)) return data;
		if (!run) {
			const { expression } = emptyWorkflow();
			const values = expression.getComplexParameterValue(
				noNode,
				data as never,
				mode,
				{},
				undefined,
				{},
				data,
			);
			return values as unknown as ICredentialDataDecryptedObject;
		}
		return run.workflow.expression.getParameterValue(
			data as never,
			run.runExecutionData,
			run.runIndex,
			run.itemIndex,
			run.node.name,
			run.connectionInputData,
			mode,
			{},
			executeData,
			false,
			data,
		) as unknown as ICredentialDataDecryptedObject;
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

/** n8n adds the defaults of missing fields. */
const defaults = Object.fromEntries(
	new AccountingServiceApi().properties.map(({ name, default: value }) => [name, value]),
) as ICredentialDataDecryptedObject;

const noNode = nodeOf('', 'none');

function emptyWorkflow(): Workflow {
	const type: INodeType = { description: bareDescription('none') };
	const own = () => type;
	return new Workflow({
		nodes: [noNode],
		connections: {},
		active: false,
		nodeTypes: { getByName: own, getByNameAndVersion: own, getKnownTypes: () => ({}) },
	});
}
