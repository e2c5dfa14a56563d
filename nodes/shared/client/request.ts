import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	isGood,
	judgeAnswer,
	judgeThrown,
	type Judged,
	type RawAnswer,
	type Refused,
} from './answer';
import type { Dialect } from './dialect';
import { cancelledWhile, type ServiceError } from './errors';
import { nextDelayMs, pause, type CancelSignal, type RetryPolicy } from './retry';

/** n8n's `httpRequestWithAuthentication`, bound to a node and the package's credential. */
export type Send = (options: IHttpRequestOptions, credentialOptions?: object) => Promise<unknown>;

/** Everything a client needs to know; nothing in it comes from a form. */
export interface Connection {
	/** As {@link normalizeBaseUrl} returns it. */
	baseUrl: string;
	dialect: Dialect;
	send: Send;
	timeoutMs: number;
	retry: RetryPolicy;
	signal?: CancelSignal;
	/** Takes good answers as bytes and puts something else in their place. */
	transform?: (answer: RawAnswer) => RawAnswer;
}

export interface ServiceCall {
	method: 'GET' | 'POST';
	/** From `paths` in the dialect, segments encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Finishes sentences such as "The service refused the token while …". */
	what: string;
	/** Puts the call under the stricter half of the retry contract (retry.ts). */
	changesSomething?: boolean;
	hooks?: RequestHooks;
}

/** What is told of a request on its way. */
export interface RequestHooks {
	/** A sending failed and will be repeated, e.g. to narrow a window. */
	onTrouble?: (failure: ServiceError) => void;
	/** A good answer is here, and only the work on it is left: the next request can go. */
	onArrived?: () => void;
}

/** The only code that sends anything but the token exchange. */
export class ServiceClient {
	/** A 403 that a fresh token did not cure; further ones are believed at once, without a refresh. */
	private forbiddenIsReal = false;

	constructor(readonly connection: Connection) {}

	/**
	 * Sends a call until it is answered, under the retry contract.
	 * @returns the parsed JSON body of a 2xx answer; numbers beyond 2^53 as strings
	 * @throws ServiceError of every kind but badInput and incomplete
	 */
	async request(call: ServiceCall): Promise<unknown> {
		const { retry, signal } = this.connection;
		const started = Date.now();
		for (let tried = 1; ; tried++) {
			if (signal?.aborted) throw cancelledWhile(call.what);
			const judged = await this.sendOnce(call);
			if (judged.ok) return judged.body;
			if (signal?.aborted) throw cancelledWhile(call.what);
			const delay = judged.sendAgain
				? nextDelayMs(retry, tried, Date.now() - started, judged.failure.retryAfterMs)
				: undefined;
			if (delay === undefined) throw judged.failure;
			call.hooks?.onTrouble?.(judged.failure);
			await pause(delay, signal);
		}
	}

	private async sendOnce(call: ServiceCall): Promise<Judged> {
		// From n8n 2.40 a 401 is handed to n8n's own token refresh in this same call; older versions
		// read the object as "ignore every status" and return the 401 to us.
		const judged = await this.judge(call, { ignore: true, except: [401] });
		if (judged.ok || judged.ofExchange) return judged;
		const { status } = judged.failure;
		if (status === 401 && !judged.thrown) return await this.withFreshToken(call, judged);
		if (status === 403 && !this.forbiddenIsReal && !call.changesSomething) {
			return await this.unlessForbidden(call, judged);
		}
		return judged;
	}

	/** Lets n8n older than 2.40 refresh: a sending whose 401 is not ignored makes it ask for a token. */
	private async withFreshToken(call: ServiceCall, refused: Refused): Promise<Judged> {
		const second = await this.judge(call, false);
		if (second.ok || !second.thrown || second.ofExchange) return second;
		if (second.failure.status === undefined) return second;
		// The first refusal has the service's words; n8n throws the second one without them.
		if (second.failure.status === 401) return refused;
		// The token is fresh now; other trouble is judged from a sending that shows its answer.
		return await this.judge(call, true);
	}

	/** A 403 may mean an expired token: n8n 2.40 and newer refresh on it when asked to. */
	private async unlessForbidden(call: ServiceCall, forbidden: Judged): Promise<Judged> {
		const second = await this.judge(call, false, { preAuthenticationRetryStatusCode: [401, 403] });
		if (second.ok || second.ofExchange) return second;
		if (second.failure.status === 403) {
			this.forbiddenIsReal = true;
			return forbidden;
		}
		return second;
	}

	private async judge(
		call: ServiceCall,
		ignoreStatus: unknown,
		credentialOptions?: object,
	): Promise<Judged & { thrown?: true }> {
		const { baseUrl, send, timeoutMs, transform } = this.connection;
		const options: IHttpRequestOptions = {
			method: call.method,
			url: `${baseUrl}${call.path}`,
			headers: { Accept: 'application/json' },
			// Text, since only our own parser keeps the digits of ids beyond 2^53.
			encoding: transform ? 'arraybuffer' : 'text',
			returnFullResponse: true,
			// A redirect could carry the token to another host, so none is followed.
			disableFollowRedirect: true,
			timeout: timeoutMs,
			ignoreHttpStatusErrors: ignoreStatus as boolean,
		};
		if (call.query) options.qs = call.query;
		if (call.body) options.body = call.body;
		const changes = call.changesSomething ?? false;
		return await send(options, credentialOptions).then(
			(answer) => {
				const raw = answer as RawAnswer;
				if (!isGood(raw)) return judgeAnswer(raw, call.what, changes);
				// Before the answer is parsed, so that the service works meanwhile.
				call.hooks?.onArrived?.();
				return judgeAnswer(transform ? transform(raw) : raw, call.what, changes);
			},
			(thrown: unknown) => ({ ...judgeThrown(thrown, call.what, changes), thrown: true as const }),
		);
	}
}
