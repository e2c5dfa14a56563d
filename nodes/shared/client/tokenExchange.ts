import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { isGood, readJson } from './answer';
import { normalizeBaseUrl } from './baseUrl';
import { pause, type CancelSignal } from './deadline';
import { tokenPath } from './dialect';
import { ServiceError, cancelledWhile, tried, type FailureKind } from './errors';
import { exchange } from './exchange';
import { protect } from './quote';
import { isRefusal } from './refusal';
import { defaultRetryPolicy, nextDelayMs, requestedWaitMs, type RetryPolicy } from './retry';
import { isObject } from './said';
import { failureOfStatus } from './statuses';

const what = 'exchanging the App ID and App Secret for an access token';

/** Bound on one sending, and on the time in which others may follow it. */
const timeoutMs = 30_000;

/** Bound on an exchange with all its sendings. */
export const exchangeMs = defaultRetryPolicy.maxTotalMs + timeoutMs;

/** Whose token it is: what an exchange sends, and where. */
export interface Holder {
	baseUrl: string;
	appId: string;
	appSecret: string;
	ignoresCertificates: boolean;
	/** Differs as soon as one of these differs. */
	key: string;
}

/** @throws ServiceError (badInput) when the credential's address cannot be used */
export function holderOf(credentials: ICredentialDataDecryptedObject): Holder {
	const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	const holder = {
		baseUrl: normalizeBaseUrl(credentials.baseUrl),
		appId: text(credentials.appId),
		appSecret: text(credentials.appSecret),
		// A token that came from an unchecked server must not serve where servers are checked.
		ignoresCertificates: credentials.allowUnauthorizedCerts === true,
	};
	protect(holder.appId, holder.appSecret, credentials.accessToken);
	return { ...holder, key: keyOf(JSON.stringify(Object.values(holder))) };
}

/** The keys of late, since every request asks for one several times. */
const keys = new Map<string, string>();
const maxKeys = 100;

function keyOf(holder: string): string {
	const known = keys.get(holder);
	if (known !== undefined) return known;
	if (keys.size === maxKeys) keys.clear();
	const key = createHash('sha256').update(holder).digest('hex');
	keys.set(holder, key);
	return key;
}

export interface Issued {
	token: string;
	issuedAt: number;
	/** By `expires_in`, which the service gives in seconds (facts, section 1); undefined when it gives none. */
	lifeMs?: number;
}

/**
 * Exchanges the app id and secret for an access token (specification section 5), again and again where
 * the failure may pass: it changes nothing that a second one would repeat.
 * @throws ServiceError (wrongCredential, notTheService, unreachable, …), with nothing of the answer in it
 */
export async function issueToken(
	http: IHttpRequestHelper,
	holder: Holder,
	signal: CancelSignal,
): Promise<Issued> {
	const started = Date.now();
	for (let tries = 1; ; tries++) {
		const result = await tried(async () => readToken(await sendOnce(http, holder, signal)));
		if (!result.failure) return result.value;
		const failure = ofExchange(result.failure);
		if (signal.aborted) throw cancelledWhile(what);
		const delay = failure.mayPass
			? nextDelayMs(policyAfter(failure), tries, Date.now() - started, failure)
			: undefined;
		if (delay === undefined) throw failure;
		await pause(delay, signal);
	}
}

/** A rate limit is waited for as everywhere; nobody waits three minutes for a service that is silent. */
function policyAfter({ status }: ServiceError): RetryPolicy {
	const { maxTotalMs } = defaultRetryPolicy;
	return { ...defaultRetryPolicy, maxTotalMs: status === 429 ? maxTotalMs : timeoutMs };
}

async function sendOnce(
	http: IHttpRequestHelper,
	{ baseUrl, appId, appSecret, ignoresCertificates }: Holder,
	signal: CancelSignal,
): Promise<unknown> {
	const answer = await exchange(
		async (options) => await http.helpers.httpRequest(options),
		{
			method: 'POST',
			url: `${baseUrl}${tokenPath}`,
			headers: { Accept: 'application/json' },
			body: { appId, appSecret },
			skipSslCertificateValidation: ignoresCertificates,
		},
		what,
		{ timeoutMs, maxAnswerBytes: 2 ** 20, signal },
	);
	// Without its headers and, in a refusal, its body: they may hold a token or the secret.
	if (isGood(answer)) {
		const body = readJson({ ...answer, headers: {} }, what);
		if (isRefusal(body)) throw refused(isOfCredential(body) ? 401 : 503, undefined);
		return body;
	}
	throw refused(answer.statusCode, requestedWaitMs(answer.statusCode, answer.headers));
}

/** The advice that holds for an exchange: it has its own bounds of time and size, and is no list. */
function ofExchange(failure: ServiceError): ServiceError {
	const own: Partial<Record<FailureKind, string>> = {
		timeout: `The service is given ${timeoutMs / 1000} seconds to issue a token. Try again later.`,
		answerTooLarge: `${notTheAddress}, e.g. https://api.example.com.`,
	};
	const description = own[failure.kind];
	return failure.but({ withOption: undefined, ...(description && { description }) });
}

/** What OAuth calls its own trouble; every other refusal of an exchange is one of what was sent. */
function isOfCredential(body: unknown): boolean {
	const { error } = (isObject(body) ? body : {}) as { error?: unknown };
	return !/^(server_error|temporarily_unavailable)$/.test(String(error));
}

/** At this address a refusal is about the secret or the address, not about a token or an id. */
function refused(status: number, wait: number | undefined): ServiceError {
	const failure = failureOfStatus(status, undefined, what, wait);
	if ([400, 401, 403, 422].includes(status)) {
		return new ServiceError('wrongCredential', 'The service refused the App ID or App Secret', {
			description:
				'Copy both again from the settings of the service (API, your application) into the credential.',
			status,
			fields: ['appId', 'appSecret'],
		});
	}
	if (status >= 500) return failure.but({ mayPass: true });
	// 407 is an answer of what stands in between.
	if (status < 400 || status === 407 || failure.mayPass) return failure;
	return new ServiceError('notTheService', failure.message, {
		description: `${notTheAddress}, e.g. https://api.example.com.`,
		status,
		fields: ['baseUrl'],
	});
}

const notTheAddress =
	'This is not how the service answers. Check the Base URL in the credential: it must be the address of the API';

/** Checks the answer against specification section 4: its values are used in every later request. */
function readToken(body: unknown): Issued {
	const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	const { access_token: token, token_type: type, expires_in: expiresIn } = answer;
	if (typeof token !== 'string' || token.trim() === '') throw malformed('no access token');
	if (/[^\x21-\x7e]/.test(token) || token.length > 10_000) {
		throw malformed('an access token that no header can carry');
	}
	protect(token, answer.refresh_token);
	if (type !== undefined && String(type).toLowerCase() !== 'bearer') {
		throw malformed('a token of another type than Bearer');
	}
	const isNumber = typeof expiresIn === 'number' || typeof expiresIn === 'string';
	const lifeMs = isNumber ? Number(expiresIn) * 1000 : 0;
	const isBelievable = lifeMs > 0 && lifeMs < longestLifeMs;
	return { token, issuedAt: Date.now(), ...(isBelievable && { lifeMs }) };
}

/** A year; what is longer is no number of seconds. */
const longestLifeMs = 366 * 24 * 3_600_000;

function malformed(found: string): ServiceError {
	return new ServiceError('notTheService', `The answer held ${found} while ${what}`, {
		description: `${notTheAddress}, e.g. https://api.example.com.`,
	});
}
