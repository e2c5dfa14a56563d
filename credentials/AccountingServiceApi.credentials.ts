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

import {
	assumedDialect,
	assumedRoutes,
	credentialTestPath,
	largestPages,
	settingFields,
	usualPageSize,
	type AssumedRoute,
	type Setting,
} from '../nodes/shared/client/dialect';
import { pastedField } from '../nodes/shared/n8n/pasted';

const whenCustomized = { show: { customizeParameterNames: [true] } };

const testRules = [
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
			// The usual size of a page (specification section 8), where another one was asked for.
			key: 'accountingDocuments.length',
			value: usualPageSize,
			message:
				'The App ID and App Secret are right, but the service does not heed the page size by the name that is set. Run the operation Connection Check of the node, which finds out what to enter under Customize Parameter Names.',
		},
	},
	// The type knows lists of one kind only; n8n's tester reads each rule by its own type.
] as ICredentialTestRequest['rules'];

/** A switch, no secret: outside the class, as the linter would have every "cert" masked as a password. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description: 'Whether to connect even if SSL certificate validation is not possible',
};

/** One field per name that the specification leaves open, so that an assumption is never a dead end. */
const parameterNames: INodeProperties[] = [
	{
		displayName:
			'The published description of the service leaves these names open. Change one only if your service calls it differently.',
		name: 'parameterNamesNotice',
		type: 'notice',
		default: '',
		displayOptions: whenCustomized,
	},
	{
		displayName: pastedField.label,
		name: pastedField.name,
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. {"pageParameter":"pageNumber","firstPage":0}',
		description:
			'Run the operation Connection Check of the node, and paste what its last item proposes. It counts in place of the fields below.',
		displayOptions: whenCustomized,
	},
	nameField('page', 'Name of the page number'),
	{
		displayName: settingFields.firstPage.label,
		name: settingFields.firstPage.name,
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1 },
		default: assumedDialect.firstPage,
		description: 'The number of the first page, 1 or 0',
		displayOptions: whenCustomized,
	},
	{
		displayName: settingFields.pageCounts.label,
		name: settingFields.pageCounts.name,
		type: 'options',
		options: [
			{ name: 'Pages', value: 'pages' },
			{ name: 'Records', value: 'records', description: 'The number of records to skip' },
		],
		default: assumedDialect.pageCounts,
		description: 'What the page parameter is the number of',
		displayOptions: whenCustomized,
	},
	nameField('pageSize', 'Name of the number of records per page'),
	{
		displayName: settingFields.largestPage.label,
		name: settingFields.largestPage.name,
		type: 'options',
		options: largestPages.map((size) => ({ name: `At Most ${size}`, value: size })),
		default: assumedDialect.largestPage,
		description: 'How many records the node asks for in one page at the most',
		displayOptions: whenCustomized,
	},
	nameField('searchText', 'Name of the text to search for'),
	nameField('sortDirection', 'Name of the sort direction, ASC or DESC'),
	nameField('singleValue', 'Name of the filter that excludes valueFrom and valueTo'),
	{
		displayName: settingFields.searchParametersIn.label,
		name: settingFields.searchParametersIn.name,
		type: 'options',
		options: [
			{ name: 'JSON Body', value: 'body' },
			{ name: 'URL', value: 'query' },
		],
		default: assumedDialect.searchParametersIn,
		description: 'Where the search operation puts its parameters',
		displayOptions: whenCustomized,
	},
	filterField('type', 'document types'),
	filterField('direction', 'the direction'),
	filterField('issueDateFrom', 'the first issue date'),
	filterField('issueDateTo', 'the last issue date'),
	pathField('Path of Create Template', 'createTemplatePath'),
	pathField('Path of Create Payment Order', 'createPaymentOrderPath'),
	pathField('Path of Delete Payment Reminder', 'deleteReminderPath'),
	pathField('Path of Get Document', 'documentPath'),
	pathField('Path of Remove Scheduler', 'removeSchedulerPath'),
];

export class AccountingServiceApi implements ICredentialType {
	name = 'accountingServiceApi';

	displayName = 'Accounting Service API';

	icon: Icon = {
		light: 'file:../icons/accountingService.svg',
		dark: 'file:../icons/accountingService.dark.svg',
	};

	documentationUrl =
		'https://github.example/owner/n8n-nodes-accounting-service/blob/HEAD/docs/connect.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'The address of the API, without a version. Use https, or http for a loopback or private address.',
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

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: credentialTestPath,
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
			timeout: 30_000,
		},
		rules: testRules,
	};
}

function nameField(setting: Setting, description: string): INodeProperties {
	const { name, label } = settingFields[setting];
	return textField(label, name, String(assumedDialect[setting]), description);
}

function textField(
	displayName: string,
	name: string,
	byDefault: string,
	description: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		default: byDefault,
		description,
		displayOptions: whenCustomized,
	};
}

function filterField(setting: Setting, filtered: string): INodeProperties {
	return {
		...nameField(
			setting,
			`Name of the search filter for ${filtered}. Left empty, the node filters the documents itself after it has fetched them.`,
		),
		placeholder: 'e.g. filterName',
	};
}

/** A path that nobody published; what stands in braces is filled in by the node. */
function pathField(displayName: string, name: AssumedRoute): INodeProperties {
	const path = assumedRoutes[name].replace(/^[A-Z]+ /, '');
	return textField(
		displayName,
		name,
		path,
		'The address of this operation below the Base URL. What stands in braces is filled in.',
	);
}
