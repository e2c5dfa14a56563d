import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	assumedSettings,
	assumedRoutes,
	defaultBounds,
	largestPages,
	settingFields,
	type AssumedRoute,
	type ServiceSettings,
	type Setting,
} from '../client/settings';
import type { CancelSignal } from '../client/deadline';
import { ServiceError, refuseInput } from '../client/errors';
import type { Bounds } from '../client/exchange';
import { ServiceClient } from '../client/client';
import type { PreviewedRecords } from '../client/preview';
import type { LabelOf } from '../client/redact';
import { defaultRetryPolicy, type RetryPolicy } from '../client/retry';
import { fingerprint, holderOf } from '../client/token';
import { placeholdersIn, splitRoute, type Route } from '../client/route';
import { namesIn } from '../fields/values';
import { isReadOnly } from './readOnly';
import { credentialName, senderWith, type Host, type TokenKeeper } from './sender';

export interface RequestLimits {
	/** From sending the request to the last byte of the response. */
	timeoutMs?: number;
	maxResponseBytes?: number;
	/** Including the first one. */
	maxTries?: number;
	/** Of one wait before the next try. */
	maxDelayMs?: number;
	/** Ends requests and retries. The default is the one of the execution. */
	signal?: CancelSignal;
}

/**
 * A client that sends through n8n, with its credential, token refresh, proxy, SSRF protection and cancellation.
 * @throws ServiceError (badInput) for an invalid Base URL or setting
 */
export async function connect(host: Host, limits: RequestLimits = {}): Promise<ServiceClient> {
	return connectWith(await credentialWithoutItem(host), host, { limits });
}

/** For triggers and lists in the editor, n8n resolves expressions without an input item. */
async function credentialWithoutItem(host: Host): Promise<ICredentialDataDecryptedObject> {
	return await host.getCredentials(credentialName).catch((thrown: unknown) => {
		if ((thrown as Error | undefined)?.name !== 'ExpressionError') throw thrown;
		return refuseInput(
			'appId',
			'An expression in the credential has no value here',
			'Triggers and lists in the editor have no input item. Give a trigger a credential with fixed values. Instead of a list, enter the value by hand.',
		);
	});
}

interface ConnectOptions {
	limits?: RequestLimits;
	keepsToken?: TokenKeeper;
}

/** @throws ServiceError (badInput) for an invalid Base URL or setting, or without an App ID or App Secret */
export function connectWith(
	credential: ICredentialDataDecryptedObject,
	host: Host,
	{ limits = {}, keepsToken }: ConnectOptions = {},
): ServiceClient {
	const { baseUrl, appId, appSecret, key } = holderOf(credential);
	refuseOtherDomains(baseUrl, credential);
	refuseEmptySetting('appId', 'App ID', appId);
	refuseEmptySetting('appSecret', 'App Secret', appSecret);
	const settings = serviceSettingsOf(credential);
	return new ServiceClient({
		baseUrl,
		settings,
		owner: fingerprint([key, settings, isReadOnly(credential)]),
		isReadOnly: isReadOnly(credential),
		organization: fingerprint([baseUrl, appId]).slice(0, 16),
		cache: new Map(),
		...senderWith(credential, host, keepsToken),
		bounds: {
			...defaultBounds,
			signal: 'getExecutionCancelSignal' in host ? host.getExecutionCancelSignal() : undefined,
			...boundsOf(limits),
		},
		retry: { ...defaultRetryPolicy, ...retryOf(limits) },
		rights: { isForbidden: false },
	});
}

/** The same connection with the limits of one input item. */
export function clientWith(
	{ connection }: ServiceClient,
	limits: RequestLimits,
	labelOf?: LabelOf,
	preview?: PreviewedRecords,
): ServiceClient {
	const limited = {
		...connection,
		labelOf,
		bounds: { ...connection.bounds, ...boundsOf(limits) },
		retry: { ...connection.retry, ...retryOf(limits) },
	};
	return new ServiceClient(limited, preview);
}

function boundsOf({ timeoutMs, maxResponseBytes, signal }: RequestLimits): Partial<Bounds> {
	return {
		...(signal !== undefined && { signal }),
		...(timeoutMs !== undefined && { timeoutMs }),
		...(maxResponseBytes !== undefined && { maxResponseBytes }),
	};
}

function retryOf({ maxTries, maxDelayMs }: RequestLimits): Partial<RetryPolicy> {
	return {
		...(maxTries !== undefined && { maxTries }),
		...(maxDelayMs !== undefined && { maxDelayMs }),
	};
}

function refuseEmptySetting(name: string, label: string, value: string): void {
	if (value !== '') return;
	refuseInput(
		name,
		`${label} is empty in the credential`,
		'Enter it in the credential. If it is an expression, check that it has a value for every input item.',
	);
}

/**
 * The settings of the credential over the assumed ones.
 * @throws ServiceError (badInput) for an invalid path
 */
export function serviceSettingsOf(credential: ICredentialDataDecryptedObject): ServiceSettings {
	if (credential.customizeParameterNames !== true) return assumedSettings;
	const name = (setting: Setting) => {
		const value = credential[settingFields[setting].name];
		return typeof value === 'string' && value.trim() !== ''
			? value.trim()
			: String(assumedSettings[setting]);
	};
	const largest = Number(credential[settingFields.largestPage.name]);
	return {
		page: name('page'),
		pageSize: name('pageSize'),
		firstPage: credential[settingFields.firstPage.name] === 0 ? 0 : assumedSettings.firstPage,
		pageCounts: name('pageCounts') === 'records' ? 'records' : 'pages',
		largestPage: largestPages.includes(largest) ? largest : assumedSettings.largestPage,
		searchText: name('searchText'),
		sortDirection: name('sortDirection'),
		singleValue: name('singleValue'),
		searchParametersIn: name('searchParametersIn') === 'query' ? 'query' : 'body',
		type: name('type'),
		direction: name('direction'),
		issueDateFrom: name('issueDateFrom'),
		issueDateTo: name('issueDateTo'),
		routes: routesOf(credential),
	};
}

/** n8n adds these two fields to the credential but does not enforce them for programmatic nodes. */
function refuseOtherDomains(baseUrl: string, credential: ICredentialDataDecryptedObject): void {
	if (credential.allowedHttpRequestDomains !== 'domains') return;
	const host = new URL(baseUrl).hostname.toLowerCase();
	const allowed = namesIn(credential.allowedDomains).map((domain) => domain.toLowerCase());
	const matches = (domain: string) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
	if (allowed.some(matches)) return;
	throw new ServiceError('badInput', `The credential does not allow requests to ${host}`, {
		description: 'Add the host of the Base URL to Allowed Domains in the credential.',
		fields: ['allowedDomains'],
	});
}

/**
 * The paths that replace assumed ones.
 * @throws ServiceError (badInput) for a path that is not below /v2 or lacks a placeholder
 */
function routesOf(credential: ICredentialDataDecryptedObject): Partial<Record<Route, Route>> {
	const routes: Partial<Record<Route, Route>> = {};
	for (const name of Object.keys(assumedRoutes) as AssumedRoute[]) {
		const assumed: Route = assumedRoutes[name];
		const { method, path } = splitRoute(assumed);
		const entered = credential[name];
		if (typeof entered !== 'string' || entered.trim() === '') continue;
		const own = entered.trim();
		if (own === path) continue;
		const wanted = placeholdersIn(path);
		const isPath = /^\/v2\/[\w/{}.~-]+$/.test(own) && !own.includes('..');
		if (!isPath || String(placeholdersIn(own).sort()) !== String(wanted.sort())) {
			refuseInput(
				name,
				`The path "${own.slice(0, 80)}" in the credential is invalid`,
				`It must start with /v2/ and contain ${wanted.map((one) => `{${one}}`).join(' and ') || 'no placeholder'}, e.g. ${path}`,
			);
		}
		routes[assumed] = `${method} ${own as `/v2/${string}`}`;
	}
	return routes;
}
