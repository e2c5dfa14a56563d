import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	failureOfAnswer,
	failureOfThrown,
	isEmpty,
	isGood,
	readJson,
	type RawAnswer,
} from './answer';
import type { Dialect } from './dialect';
import { cancelledWhile, tried, type ServiceError } from './errors';
import { stringifyExactly } from './exactJson';
import { nextDelayMs, pause, type CancelSignal, type RetryPolicy } from './retry';

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

/**
 * Sends once through n8n, with the token of the package's credential.
 * @param refused a token that must not be used again: another one is sent, a fresh one if need be
 */
export type Send = (options: IHttpRequestOptions, refused?: string) => Promise<Sent>;

export interface Sent {
	answer: RawAnswer;
	/** The token that the request went out with. */
	token: string;
	/** The token was stored before this connection began, so it may have ended meanwhile. */
	isOld: boolean;
}

/** One request of an operation. Whether it may be sent twice follows from it (retry.ts). */
export interface ServiceCall<T = unknown> {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the Base URL, segments encoded. */
	path: string;
	query?: IDataObject;
	/** A JSON value; an {@link ExactNumber} in it goes out with all its digits. */
	body?: unknown;
	/** In place of a JSON body. */
	content?: RawContent;
	/** Finishes sentences such as "The service refused the token while …". */
	what: string;
	/** A POST that changes nothing: the search. */
	onlyReads?: true;
	/** A PUT or DELETE whose second sending leaves the same as the first: a whole body, a removal. */
	repeatable?: true;
	/** For an outcome that is not known, a sentence without its end: "Look at the newest documents". */
	whereToLook?: string;
	/** Media type of the answer, JSON unless given. */
	accept?: string;
	/**
	 * Reads a good answer that is not empty, in place of {@link readJson}.
	 * @throws ServiceError when it cannot be read
	 */
	read?: (answer: RawAnswer) => T;
	hooks?: RequestHooks;
}

/** A body that is not JSON. */
export interface RawContent {
	/** Media type, boundary included. */
	type: string;
	/** A stream can be sent once only, so it is made anew for each sending; its length is to be given. */
	body: Buffer | (() => AsyncIterable<Buffer>);
	/** Bytes of a stream. */
	length?: number;
}

/** What is told of a request on its way. */
export interface RequestHooks {
	/** A sending failed and will be repeated, e.g. to narrow a window. */
	onTrouble?: (failure: ServiceError) => void;
	/** A good answer is here, and only the work on it is left: the next request can go. */
	onArrived?: () => void;
	/** A removal was sent again after a failure, and what it was to remove is no longer there. */
	onAlreadyDone?: () => void;
}

/** The only code that sends anything but the token exchange. */
export class ServiceClient {
	/** A fresh token did not cure a failure that may be one of the token; further ones are believed. */
	private freshTokenIsNoHelp = false;

	constructor(readonly connection: Connection) {}

	/**
	 * Sends a call until it is answered, under the retry contract (retry.ts).
	 * @returns what `read` makes of a 2xx answer, its JSON unless given; undefined for 204, and for an
	 * empty 2xx of a write
	 * @throws ServiceError of every kind but badInput and incomplete
	 */
	async request<T = unknown>(call: ServiceCall<T>): Promise<T> {
		const { retry, signal } = this.connection;
		const started = Date.now();
		/** A sending of a write came to an end that leaves open whether it was done. */
		let isOpen = false;
		for (let tries = 1; ; tries++) {
			if (signal?.aborted) throw cancelledWhile(call.what, isOpen);
			const result = await tried(async () => await this.tryOnce(call));
			if (!result.failure) return result.value;
			const { failure } = result;
			if (isOpen && call.method === 'DELETE' && failure.kind === 'notFound') {
				call.hooks?.onAlreadyDone?.();
				return undefined as T;
			}
			isOpen ||= isWrite(call) && failure.effect === 'open';
			if (signal?.aborted) throw cancelledWhile(call.what, isOpen);
			const delay =
				failure.mayPass && (!isOpen || isRepeatable(call))
					? nextDelayMs(retry, tries, Date.now() - started, failure.retryAfterMs)
					: undefined;
			if (delay === undefined) throw isOpen ? asUnknown(call, failure) : failure;
			call.hooks?.onTrouble?.(failure);
			await pause(delay, signal);
		}
	}

	/** Sends a call, once more with a fresh token where the one it went out with may have ended. */
	private async tryOnce<T>(call: ServiceCall<T>): Promise<T> {
		const first = await this.exchange(call);
		const result = await tried(async () => this.read(first.answer, call));
		if (!result.failure) return result.value;
		if (!this.asksForFreshToken(result.failure, first, call)) throw result.failure;
		const second = await this.exchange(call, first.token);
		const again = await tried(async () => this.read(second.answer, call));
		if (!again.failure) return again.value;
		if (again.failure.mayBeToken) this.freshTokenIsNoHelp = true;
		throw again.failure;
	}

	/** 401 proves that nothing was done; after the other answers of an ended token only reads are repeated. */
	private asksForFreshToken(failure: ServiceError, { isOld }: Sent, call: ServiceCall): boolean {
		const { status, mayBeToken } = failure;
		if (status === 401) return true;
		if (!mayBeToken || isWrite(call) || this.freshTokenIsNoHelp) return false;
		return isOld || status === 403;
	}

	private async exchange(call: ServiceCall, refused?: string): Promise<Sent> {
		const { send } = this.connection;
		return await send(this.optionsOf(call), refused).catch((thrown: unknown) => {
			throw failureOfThrown(thrown, call.what);
		});
	}

	private read<T>(answer: RawAnswer, call: ServiceCall<T>): T {
		const { what, read } = call;
		if (!isGood(answer)) throw failureOfAnswer(answer, what);
		// Before the answer is parsed, so that the service works meanwhile.
		call.hooks?.onArrived?.();
		if (answer.statusCode === 204 || (isWrite(call) && isEmpty(answer))) return undefined as T;
		if (read) return read(answer);
		const { transform } = this.connection;
		return readJson(transform ? transform(answer) : answer, what) as T;
	}

	private optionsOf(call: ServiceCall): IHttpRequestOptions {
		const { baseUrl, timeoutMs } = this.connection;
		const { type, body } = bodyOf(call);
		return {
			method: call.method,
			url: `${baseUrl}${call.path}`,
			headers: { Accept: call.accept ?? 'application/json', ...(type && { 'Content-Type': type }) },
			...(call.query && { qs: call.query }),
			...(body && { body }),
			// Bytes, since only our own parser keeps the digits of ids beyond 2^53.
			encoding: 'arraybuffer',
			returnFullResponse: true,
			// A redirect could carry the token to another host, so none is followed.
			disableFollowRedirect: true,
			timeout: timeoutMs,
			// Every status comes back to us. Thrown, n8n would send the request again by itself on 401.
			ignoreHttpStatusErrors: true,
		};
	}
}

function isWrite({ method, onlyReads }: Pick<ServiceCall, 'method' | 'onlyReads'>): boolean {
	return method !== 'GET' && !onlyReads;
}

function isRepeatable({ method, repeatable }: ServiceCall): boolean {
	return repeatable === true && (method === 'PUT' || method === 'DELETE');
}

function asUnknown({ method, path, what, whereToLook }: ServiceCall, why: ServiceError) {
	return why.outcomeUnknown(
		`${method} ${path}`,
		what,
		whereToLook ?? 'Look in the service whether it was done',
	);
}

function bodyOf({ body, content }: ServiceCall): { type?: string; body?: Buffer | StreamedBody } {
	if (content) {
		const { type, length = 0 } = content;
		return {
			type,
			body: Buffer.isBuffer(content.body)
				? content.body
				: new StreamedBody(type, length, content.body),
		};
	}
	if (body === undefined) return {};
	// As bytes, since n8n's HTTP client parses the text of a JSON body once more before it sends it.
	return { type: 'application/json', body: Buffer.from(stringifyExactly(body)) };
}

/** What n8n's HTTP client takes for a Blob, whose parts it sends as they come. */
class StreamedBody {
	readonly [Symbol.toStringTag] = 'Blob';

	constructor(
		readonly type: string,
		readonly size: number,
		private readonly make: () => AsyncIterable<Buffer>,
	) {}

	stream(): AsyncIterable<Buffer> {
		return this.make();
	}
}
