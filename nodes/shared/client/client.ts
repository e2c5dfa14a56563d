import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	decode,
	failureOfAnswer,
	hasEmptyBody,
	isGood,
	isWebPage,
	readJson,
	requestIdOf,
	type HttpResponse,
	type Receive,
} from './answer';
import {
	addressOf,
	asUnknown,
	encodedBody,
	failedAfter,
	isWrite,
	toQuery,
	unreadable,
	type ServiceCall,
} from './call';
import { pause, type CancelSignal } from './deadline';
import { TokenRenewal, type Rights, type SentToken } from './renewal';
import { PreparedChange, type PreparedRequest, prepared, type PreviewedRecords } from './preview';
import type { ServiceSettings } from './settings';
import { throwRefusedChange } from './envelope';
import { cancelledWhile, ServiceError, toResult } from './errors';
import { slowestBytesPerMs, type Bounds } from './exchange';
import { quote, withLabels, type LabelOf } from './redact';
import { mayRetry, nextDelayMs, type RetryPolicy } from './retry';
import { fillPath, splitRoute, type Route, type RouteIds } from './route';

export type { RequestHooks, ServiceCall } from './call';

export interface Connection {
	/** As {@link normalizeBaseUrl} returns it. */
	baseUrl: string;
	settings: ServiceSettings;
	/** Fingerprint of the credential, the key for what is remembered about its service. */
	owner: string;
	/** Fingerprint of Base URL and App ID, which stays when the secret or a setting changes. */
	organization: string;
	/** Whether the credential allows no changes. */
	isReadOnly: boolean;
	/** What this execution has read about the organization, e.g. its VAT rates. */
	cache: Map<string, unknown>;
	send: Send;
	authorize: Authorize;
	bounds: Bounds;
	retry: RetryPolicy;
	/** All clients of the connection share this. */
	rights: Rights;
	/** The form whose requests are sent; without one, errors name fields as the service does. */
	labelOf?: LabelOf;
}

/**
 * Sends once through n8n with the token of the credential, or with a new one if the service has rejected that
 * (token.ts).
 * @throws ServiceError as {@link exchange}
 */
export type Send = (request: Outgoing) => Promise<Sent>;

/**
 * Gets the token that the next request would be sent with, and sends no request of an operation.
 * @throws ServiceError of a token exchange, or (cancelled)
 */
type Authorize = (activity: string, signal?: CancelSignal) => Promise<void>;

interface Outgoing {
	options: IHttpRequestOptions;
	activity: string;
	bounds: Bounds;
	receive?: Receive;
}

export interface Sent {
	answer: HttpResponse;
	token: SentToken;
}

/** In the cache, for advice on a path: it has answered. */
const answeredKey = (call: ServiceCall) => `answered ${addressOf(call)}`;

/** Sends every request except the token exchange. */
export class ServiceClient {
	/** The last write that may have been made. */
	private written?: { call: ServiceCall; isConfirmed: boolean };

	/** @param preview what earlier items would leave. If it is given, no change is sent. */
	constructor(
		readonly connection: Connection,
		readonly preview?: PreviewedRecords,
	) {}

	/**
	 * Where to send a declared request. The credential can replace an unpublished path, because the user's service may have
	 * another one.
	 * @throws ServiceError (badInput) as {@link fillPath}
	 */
	target<R extends Route>(
		route: R,
		...[ids, labels]: RouteIds<R>
	): Pick<ServiceCall, 'method' | 'path' | 'ids'> {
		const { method, path } = splitRoute(this.connection.settings.routes[route] ?? route);
		return { method, path: fillPath(path, ids, labels), ids };
	}

	/**
	 * Sends a call with retries (retry.ts).
	 * @returns the result of `read`, by default the JSON; undefined for 204 and an empty 2xx response to a write
	 * @throws ServiceError of every kind except badInput and incomplete; PreparedChange for a change in preview
	 */
	async request<T = unknown>(call: ServiceCall<T>): Promise<T> {
		if (this.preview && isWrite(call)) throw new PreparedChange(await this.prepare(call));
		const { cache, settings } = this.connection;
		const before = this.written;
		try {
			const answer = await this.withRetries(call);
			if (isWrite(call)) this.written = { call, isConfirmed: true };
			if (call.ids) cache.set(answeredKey(call), true);
			return answer;
		} catch (thrown) {
			const failure = this.failureOf(thrown);
			const isOpen = failure instanceof ServiceError && failure.effect === 'open';
			if (!isOpen) this.written = before;
			// Nobody reads the advice about a page that is no longer wanted.
			const isWanted = call.hooks?.isWanted?.() !== false;
			if (!isWanted || !(failure instanceof ServiceError)) throw failure;
			const { adviseOnPath } = await import('./assumedPath');
			throw adviseOnPath(call, failure, settings, cache.has(answeredKey(call)));
		}
	}

	/**
	 * A change in preview. What fails before it is sent, such as for a wrong App Secret, fails here too.
	 * @throws ServiceError (badInput) for what cannot be sent, and of a token exchange
	 */
	async prepare(call: ServiceCall): Promise<PreparedRequest> {
		const request = prepared(call);
		await this.connection.authorize(call.activity, this.connection.bounds.signal);
		this.preview?.note(call);
		return request;
	}

	/**
	 * The failure to report for anything that was thrown. Unless it is a ServiceError, it does not show what the service has
	 * done, so a write that was sent has an unknown outcome.
	 */
	failureOf(thrown: unknown): unknown {
		if (thrown instanceof ServiceError || !this.written) return thrown;
		const { call, isConfirmed } = this.written;
		const name = quote(thrown instanceof Error ? thrown.name : typeof thrown, 40);
		return isConfirmed ? failedAfter(call, name) : asUnknown(call, unreadable(name));
	}

	private async withRetries<T>(call: ServiceCall<T>): Promise<T> {
		const { retry, bounds } = this.connection;
		const { signal } = bounds;
		const started = performance.now();
		/** One of the tries may have made the change. */
		let isOpen = false;
		for (let tries = 1; ; tries++) {
			if (signal?.aborted) throw cancelledWhile(call.activity, isOpen);
			const result = await toResult(async () => await this.tryOnce(call));
			if (!result.failure) return result.value;
			const { failure } = result;
			isOpen ||= isWrite(call) && failure.effect === 'open';
			if (signal?.aborted) throw cancelledWhile(call.activity, isOpen);
			const delay = mayRetry(call, failure, { isWrite: isWrite(call), isOpen })
				? nextDelayMs(retry, tries, performance.now() - started, failure)
				: undefined;
			if (delay === undefined) {
				if (isOpen) throw asUnknown(call, failure);
				throw isWrite(call) ? failure : failure.copyWith({ effect: 'none' });
			}
			call.hooks?.onTrouble?.(failure);
			await pause(delay, signal);
			if (call.hooks?.isWanted?.() === false) throw failure;
			const why = isOpen ? await call.whyNotAgain?.() : undefined;
			if (signal?.aborted) throw cancelledWhile(call.activity, isOpen);
			if (why !== undefined) throw asUnknown(call, failure).addAdvice(why);
		}
	}

	/** Sends a call, and again with a new token if the first one may have expired. */
	private async tryOnce<T>(call: ServiceCall<T>): Promise<T> {
		const { rights, bounds, labelOf } = this.connection;
		const renewal = new TokenRenewal(rights, isWrite(call), bounds.signal);
		for (;;) {
			const { answer, token } = await this.send(call);
			const result = await toResult(async () => withLabels(labelOf, () => this.read(answer, call)));
			if (!result.failure) return result.value;
			await renewal.after(result.failure.withRequestId(requestIdOf(answer)), token);
		}
	}

	private async send(call: ServiceCall): Promise<Sent> {
		// A body that cannot be sent is refused here, before anything is sent.
		const { baseUrl, bounds, send } = this.connection;
		const { type, body } = encodedBody(call);
		const options: IHttpRequestOptions = {
			method: call.method,
			url: `${baseUrl}${call.path}`,
			headers: {
				Accept: call.accept ?? 'application/json',
				// n8n's HTTP client decompresses a truncated file without an error.
				...(call.receive && { 'Accept-Encoding': 'identity' }),
				...(type && { 'Content-Type': type }),
			},
			// An array becomes name=one&name=other.
			...(call.query && { qs: toQuery(call.query), arrayFormat: 'repeat' as const }),
			...(body && { body }),
		};
		const uploadMs = (call.content?.length ?? 0) / slowestBytesPerMs;
		const timeoutMs = bounds.timeoutMs + uploadMs;
		const { activity, receive } = call;
		if (isWrite(call)) this.written = { call, isConfirmed: false };
		return await send({ options, activity, bounds: { ...bounds, timeoutMs }, receive });
	}

	private read<T>(answer: HttpResponse, call: ServiceCall<T>): T {
		const { activity, read } = call;
		if (call.mayFindNothing && answer.statusCode === 404 && !isWebPage(decode(answer))) {
			return this.read({ ...answer, statusCode: 204, body: Buffer.alloc(0) }, call);
		}
		if (!isGood(answer)) {
			const failure = failureOfAnswer(answer, activity, Object.keys(call.ids ?? {}).length > 0);
			const names: unknown[] = Object.values(this.connection.settings);
			const isOurs = !isWrite(call) && failure.fields.some((name) => names.includes(name));
			throw isOurs && failure.kind === 'rejected' ? failure.addAdvice(renameAdvice) : failure;
		}
		// Before parsing, so that the service can work on the next request.
		call.hooks?.onArrived?.();
		if (answer.received) {
			if (answer.received.failure) throw answer.received.failure;
			return answer.received.value as T;
		}
		if (isWrite(call) && hasEmptyBody(answer)) return undefined as T;
		if (read) return read(answer);
		const body = readJson(answer, activity);
		if (isWrite(call)) throwRefusedChange(body, activity);
		return body as T;
	}
}

/** For a parameter whose name the node gives, not the user. */
const renameAdvice =
	'If your service has another name for it, run Connection Check: it finds out what to enter in the credential under "Customize Parameter Names".';
