import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { RawAnswer } from '../client/answer';
import { normalizeBaseUrl } from '../client/baseUrl';
import { assumedDialect, type Dialect } from '../client/dialect';
import { routesOf } from './routes';
import { ServiceError } from '../client/errors';
import { ServiceClient, type Send } from '../client/request';
import { defaultRetryPolicy } from '../client/retry';
import { forgetToken } from '../client/token';

export const credentialName = 'accountingServiceApi';

export type Host = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export interface ConnectionSettings {
	/** Bound on one request. */
	timeoutMs?: number;
	/** Sendings of one request, the first included. */
	maxTries?: number;
}

/**
 * A client of the service that sends through n8n: with its credential, token refresh, proxy, address
 * guard and cancelling.
 * @throws ServiceError (badInput) when the credential's address cannot be used
 */
export async function connect(
	host: Host,
	settings: ConnectionSettings = {},
): Promise<ServiceClient> {
	const credential = await host.getCredentials(credentialName);
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	refuseOtherDomains(baseUrl, credential);
	return new ServiceClient({
		baseUrl,
		dialect: dialectOf(credential),
		send: senderWith(credential, host),
		timeoutMs: settings.timeoutMs ?? 60_000,
		retry: { ...defaultRetryPolicy, ...(settings.maxTries && { maxTries: settings.maxTries }) },
		signal: 'getExecutionCancelSignal' in host ? host.getExecutionCancelSignal() : undefined,
	});
}

/** The same connection with the tries and the waiting of one input item. */
export function clientWith(client: ServiceClient, settings: ConnectionSettings): ServiceClient {
	const { timeoutMs, maxTries } = settings;
	if (timeoutMs === undefined && maxTries === undefined) return client;
	const { connection } = client;
	return new ServiceClient({
		...connection,
		timeoutMs: timeoutMs ?? connection.timeoutMs,
		retry: { ...connection.retry, ...(maxTries !== undefined && { maxTries }) },
	});
}

/**
 * Hands the credential to n8n with each request, since n8n would otherwise read it from its database and
 * decrypt it each time. A request has a copy of its own, in which n8n puts a new token. A token that was
 * refused is taken out of the copy: that is how every version of n8n is made to ask for another one
 * (token.ts) and to store it, before it sends.
 */
function senderWith(credential: ICredentialDataDecryptedObject, host: Host): Send {
	const details = host.getNode().credentials?.[credentialName];
	const entry = { id: details?.id ?? '', name: details?.name ?? '', type: credentialName };
	const atFirst = credential.accessToken;
	return async (options, refused) => {
		const sentWith = credential.accessToken;
		const data = { ...credential };
		if (refused !== undefined) {
			forgetToken(refused);
			if (data.accessToken === refused) data.accessToken = '';
		}
		try {
			const answer = (await host.helpers.httpRequestWithAuthentication.call(
				host,
				credentialName,
				options,
				{ credentialsDecrypted: { ...entry, data } },
			)) as RawAnswer;
			const isOld = data.accessToken === atFirst;
			return { answer, token: String(data.accessToken), isOld };
		} finally {
			// An answer that comes late leaves a token alone that another request has brought meanwhile.
			if (credential.accessToken === sentWith) credential.accessToken = data.accessToken;
		}
	};
}

/** The names the user entered, over the assumed ones. */
export function dialectOf(credential: ICredentialDataDecryptedObject): Dialect {
	if (credential.customizeParameterNames !== true) return assumedDialect;
	const name = (field: string, assumed: string) => {
		const value = credential[field];
		return typeof value === 'string' && value.trim() !== '' ? value.trim() : assumed;
	};
	return {
		page: name('pageParameter', assumedDialect.page),
		pageSize: name('pageSizeParameter', assumedDialect.pageSize),
		firstPage: credential.firstPage === 0 ? 0 : assumedDialect.firstPage,
		searchText: name('searchTextParameter', assumedDialect.searchText),
		sortDirection: name('sortDirectionParameter', assumedDialect.sortDirection),
		singleValue: name('singleValueParameter', assumedDialect.singleValue),
		searchParametersIn: credential.searchParametersIn === 'query' ? 'query' : 'body',
		type: name('typeParameter', assumedDialect.type),
		direction: name('directionParameter', assumedDialect.direction),
		issueDateFrom: name('issueDateFromParameter', assumedDialect.issueDateFrom),
		issueDateTo: name('issueDateToParameter', assumedDialect.issueDateTo),
		routes: routesOf(credential),
	};
}

/** n8n adds these two fields to the credential; it does not apply them to programmatic nodes. */
function refuseOtherDomains(baseUrl: string, credential: ICredentialDataDecryptedObject): void {
	if (credential.allowedHttpRequestDomains !== 'domains') return;
	const host = new URL(baseUrl).hostname.toLowerCase();
	const allowed = String(credential.allowedDomains ?? '')
		.split(',')
		.map((domain) => domain.trim().toLowerCase())
		.filter(Boolean);
	const matches = (domain: string) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
	if (allowed.some(matches)) return;
	throw new ServiceError('badInput', `The credential does not allow requests to ${host}`, {
		description: 'Add the host of the Base URL to Allowed Domains in the credential.',
		fields: ['allowedDomains'],
	});
}
