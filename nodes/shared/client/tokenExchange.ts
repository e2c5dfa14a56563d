import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { failureOfAnswer, isGood, readJson, unexpected } from './answer';
import { pause } from './deadline';
import { isRefusal } from './envelope';
import { ServiceError, toResult } from './errors';
import { exchange } from './exchange';
import { isObject } from './message';
import { protect, protectDuring } from './redact';
import { defaultRetryPolicy, nextDelayMs } from './retry';
import { tokenPath } from './settings';

const exchangingToken = 'exchanging the App ID and App Secret for an access token';

/** Timeout of one try, and the time for all retries unless the failure is a rate limit. */
export const tokenTimeoutMs = 30_000;

/** Of its own: a choice of Max Tries changes nothing here, and neither does another default of it. */
export const maxExchangeTries = 5;

/** Maximum time of an exchange with all its retries. */
export const exchangeMs = defaultRetryPolicy.maxTotalMs + tokenTimeoutMs;

interface Holder {
	baseUrl: string;
	appId: string;
	appSecret: string;
	ignoresCertificates: boolean;
}

export interface Issued {
	token: string;
	issuedAt: number;
	/** From `expires_in` in seconds (docs/api/requests.md#token-exchange); Infinity without it. */
	lifeMs: number;
}

/**
 * Exchanges the App ID and App Secret for an access token (docs/api/requests.md#token-exchange). The exchange changes
 * nothing, so it is retried after transient failures.
 */
export async function issueToken(http: IHttpRequestHelper, holder: Holder): Promise<Issued> {
	const started = performance.now();
	for (let tries = 1; ; tries++) {
		const result = await toResult(async () => await exchangeOnce(http, holder));
		if (!result.failure) return result.value;
		const { failure } = result;
		// Wait for a rate limit as long as for any request, but only briefly for a service that does not respond.
		const maxTotalMs = failure.status === 429 ? defaultRetryPolicy.maxTotalMs : tokenTimeoutMs;
		const policy = { ...defaultRetryPolicy, maxTries: maxExchangeTries, maxTotalMs };
		const delay = failure.isTransient
			? nextDelayMs(policy, tries, performance.now() - started, failure)
			: undefined;
		if (delay === undefined) throw failure.copyWith({ withOption: undefined });
		await pause(delay);
	}
}

async function exchangeOnce(
	http: IHttpRequestHelper,
	{ baseUrl, appId, appSecret, ignoresCertificates }: Holder,
): Promise<Issued> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}${tokenPath}`,
		headers: { Accept: 'application/json' },
		body: { appId, appSecret },
		skipSslCertificateValidation: ignoresCertificates,
	};
	const send = async (options: IHttpRequestOptions) => await http.helpers.httpRequest(options);
	const bounds = { timeoutMs: tokenTimeoutMs, maxResponseBytes: 2 ** 20 };
	const answer = await protectDuring(
		() => [appId, appSecret],
		async () => await exchange(send, request, exchangingToken, bounds),
	);
	const { statusCode: status } = answer;
	const body = isGood(answer) ? readJson(answer, exchangingToken) : undefined;
	if ([400, 401, 403, 422].includes(status) || isRefusal(body)) {
		throw new ServiceError('wrongCredential', 'The service refused the App ID or App Secret', {
			description:
				'Copy both again from the settings of the service (API, your application) into the credential.',
			status,
			fields: ['appId', 'appSecret'],
		});
	}
	if (isGood(answer)) return readToken(body);
	// Never quote the body: it may echo the secret.
	const failure = failureOfAnswer(answer, exchangingToken, false, null);
	// The path is fixed, so only the Base URL can be wrong.
	const isOfAddress = failure.kind === 'notFound' || failure.kind === 'rejected';
	if (isOfAddress) throw failure.copyWith({ description: wrongAddress, fields: ['baseUrl'] });
	throw failure.copyWith({ isTransient: failure.isTransient || status >= 500 });
}

const wrongAddress =
	'This is not a typical response of the service. Check the Base URL in the credential: it must be the address of the API, e.g. https://api.example.com.';

/** Validates the token strictly (docs/api/requests.md#token-exchange), because every later request sends it. */
function readToken(body: unknown): Issued {
	const { access_token: token, refresh_token, expires_in: expiresIn } = isObject(body) ? body : {};
	if (typeof token !== 'string' || !/^[\x21-\x7e]{1,10000}$/.test(token)) {
		const description = wrongAddress;
		throw unexpected('The response had no valid access token', exchangingToken, {
			description,
		});
	}
	protect(token, refresh_token);
	const isLife = typeof expiresIn === 'number' && expiresIn > 0;
	return { token, issuedAt: Date.now(), lifeMs: isLife ? expiresIn * 1000 : Infinity };
}
