import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	decode,
	failureOfAnswer,
	isEmpty,
	isGood,
	isWebPage,
	readJson,
	type RawAnswer,
	type Receive,
} from './answer';
import { pause } from './deadline';
import type { ServiceSettings } from './settings';
import { throwRefusedChange } from './envelope';
import { cancelledWhile, tried, type ServiceError } from './errors';
import { slowestBytesPerMs, type Bounds } from './exchange';
import { bodyOf, inAddress, type RawContent } from './multipart';
import { whileReading, type LabelOf } from './redact';
import { nextDelayMs, type RetryPolicy } from './retry';

/** Everything a client needs to know; nothing in it comes from a form. */
export interface Connection {
	/** As {@link normalizeBaseUrl} returns it. */
	baseUrl: string;
	settings: ServiceSettings;
	/** Fingerprint of the credential: what is known of its service is kept by it. */
	owner: string;
	send: Send;
	bounds: Bounds;
	retry: RetryPolicy;
	/** What a refusal with 403 has shown to be about; shared by all clients of the connection. */
	rights: { areMissing: boolean };
	/** The form whose requests are sent; without one, errors name fields as the service does. */
	labelOf?: LabelOf;
}

/**
 * Sends once through n8n, with the token of the package's credential, or with another one where that
 * was refused (token.ts).
 * @throws ServiceError as {@link exchange}
 */
export type Send = (request: Outgoing) => Promise<Sent>;

export interface Outgoing {
	options: IHttpRequestOptions;
	what: string;
	bounds: Bounds;
	receive?: Receive;
}

export interface Sent {
	answer: RawAnswer;
	/** Of the token that the request went out with; Infinity unless this process got it a moment ago. */
	tokenAgeMs: number;
	/** Never sends that token again. */
	refuseToken(): void;
}

/** One request of an operation. Whether it may be sent twice follows from it (retry.ts). */
export interface ServiceCall<T = unknown> {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the Base URL, segments encoded. */
	path: string;
	/** What in the path names a record, by the name of the path: checked by the user when nothing is found. */
	ids?: Readonly<Record<string, string>>;
	query?: IDataObject;
	/** A JSON value; an ExactNumber in it goes out with all its digits. */
	body?: unknown;
	/** In place of a JSON body. */
	content?: RawContent;
	/** Finishes sentences such as "The service refused the token while …". */
	what: string;
	/** A POST that changes nothing: the search. */
	onlyReads?: true;
	/** 404 means that nothing matches, unless it is the web page of an unknown address. */
	mayFindNothing?: true;
	/** A GET that changes something, as its caller knows. */
	changes?: true;
	/** A PUT or DELETE whose second sending leaves the same as the first: a whole body, a removal. */
	repeatable?: true;
	/**
	 * Asked before a write is sent again whose outcome is open.
	 * @returns why it must not be: a sentence for the message of the open outcome
	 */
	whyNotAgain?: () => Promise<string | undefined>;
	/** For an outcome that is not known, a sentence without its end: "Look at the newest documents". */
	whereToLook?: string;
	/** Media type of the answer, JSON unless given. */
	accept?: string;
	/**
	 * Reads a good answer, in place of {@link readJson}; not called for an empty answer to a write.
	 * @throws ServiceError when it cannot be read
	 */
	read?: (answer: RawAnswer) => T;
	/** Takes the body of a good answer as it comes, in place of `read`; an empty one too. */
	receive?: Receive;
	hooks?: RequestHooks;
}

/** Called while a request is on its way. */
export interface RequestHooks {
	/** A sending failed and will be repeated, e.g. to narrow a window. */
	onTrouble?: (failure: ServiceError) => void;
	/** A good answer is here, and only the work on it is left: the next request can go. */
	onArrived?: () => void;
	/** Whether anyone still waits for the answer: don't retry if no one is waiting. */
	isWanted?: () => boolean;
}

/** The only code that sends anything but the token exchange. */
export class ServiceClient {
	constructor(readonly connection: Connection) {}

	/**
	 * Sends a call until it is answered, under the retry contract (retry.ts).
	 * @returns what `read` makes of a 2xx answer, its JSON unless given; undefined for an empty
	 * 2xx of a write, and for 204
	 * @throws ServiceError of every kind but badInput and incomplete
	 */
	async request<T = unknown>(call: ServiceCall<T>): Promise<T> {
		const { retry, bounds } = this.connection;
		const { signal } = bounds;
		const started = Date.now();
		/** A sending of a write came to an end that leaves open whether it was done. */
		let isOpen = false;
		for (let tries = 1; ; tries++) {
			if (signal?.aborted) throw cancelledWhile(call.what, isOpen);
			const result = await tried(async () => await this.tryOnce(call));
			if (!result.failure) return result.value;
			const { failure } = result;
			isOpen ||= isWrite(call) && failure.effect === 'open';
			if (signal?.aborted) throw cancelledWhile(call.what, isOpen);
			const delay =
				failure.mayPass && (!isOpen || isRepeatable(call))
					? nextDelayMs(retry, tries, Date.now() - started, failure)
					: undefined;
			if (delay === undefined) throw isOpen ? asUnknown(call, failure) : failure;
			call.hooks?.onTrouble?.(failure);
			await pause(delay, signal);
			if (call.hooks?.isWanted?.() === false) throw failure;
			const why = isOpen ? await call.whyNotAgain?.() : undefined;
			if (signal?.aborted) throw cancelledWhile(call.what, isOpen);
			if (why !== undefined) throw asUnknown(call, failure).and(why);
		}
	}

	/** Sends a call, and again with another token where the one it went out with may have ended. */
	private async tryOnce<T>(call: ServiceCall<T>): Promise<T> {
		const { rights, bounds, labelOf } = this.connection;
		let pauses = 0;
		for (let renewals = 0; ;) {
			const sent = await this.send(call);
			const result = await tried(async () =>
				whileReading(call.body, () => this.read(sent.answer, call), labelOf),
			);
			if (!result.failure) return result.value;
			const { failure } = result;
			const isRefused = failure.status === 401;
			const isUnknown = isRefused && sent.tokenAgeMs < learningMs && pauses < maxPauses;
			if (isUnknown && !bounds.signal?.aborted) {
				await pause(++pauses * pauseMs, bounds.signal);
				continue;
			}
			if (!isRefused && (failure.status !== 403 || rights.areMissing)) throw failure;
			const isNew = sent.tokenAgeMs < newForMs;
			const isLast = renewals === 2 || (renewals > 0 && isNew);
			if (!isRefused && isLast) rights.areMissing = true;
			// 401 proves that nothing was done. 403 may be about rights, so a write is not sent again.
			const isEnd = isLast || (!isRefused && isWrite(call));
			if (isRefused || !isEnd || !isNew) sent.refuseToken();
			if (isEnd) throw failure;
			renewals++;
			// Each token is learned anew.
			pauses = 0;
		}
	}

	private async send(call: ServiceCall): Promise<Sent> {
		const { baseUrl, bounds, send } = this.connection;
		const { type, body } = bodyOf(call);
		const options: IHttpRequestOptions = {
			method: call.method,
			url: `${baseUrl}${call.path}`,
			headers: {
				Accept: call.accept ?? 'application/json',
				// Packed, a file that was cut off would look whole: n8n's HTTP client unpacks what there is.
				...(call.receive && { 'Accept-Encoding': 'identity' }),
				...(type && { 'Content-Type': type }),
			},
			// A list is a name with several values: name=one&name=other.
			...(call.query && { qs: inAddress(call.query), arrayFormat: 'repeat' as const }),
			...(body && { body }),
		};
		const uploadMs = (call.content?.length ?? 0) / slowestBytesPerMs;
		const timeoutMs = bounds.timeoutMs + uploadMs;
		const { what, receive } = call;
		return await send({ options, what, bounds: { ...bounds, timeoutMs }, receive });
	}

	private read<T>(answer: RawAnswer, call: ServiceCall<T>): T {
		const { what, read } = call;
		if (call.mayFindNothing && answer.statusCode === 404 && !isWebPage(decode(answer))) {
			return this.read({ ...answer, statusCode: 204, body: Buffer.alloc(0) }, call);
		}
		if (!isGood(answer)) {
			const failure = failureOfAnswer(answer, what, Object.keys(call.ids ?? {}).length > 0);
			const names: unknown[] = Object.values(this.connection.settings);
			const isOurs = !isWrite(call) && failure.fields.some((name) => names.includes(name));
			throw isOurs && failure.kind === 'rejected' ? failure.and(renameAdvice) : failure;
		}
		// Before the answer is parsed, so that the service works meanwhile.
		call.hooks?.onArrived?.();
		if (answer.received) {
			if (answer.received.failure) throw answer.received.failure;
			return answer.received.value as T;
		}
		if (isWrite(call) && isEmpty(answer)) return undefined as T;
		if (read) return read(answer);
		const body = readJson(answer, what);
		if (isWrite(call)) throwRefusedChange(body, what);
		return body as T;
	}
}

/** For a parameter whose name the node gives, not the user. */
const renameAdvice =
	'If your service has another name for it, run Connection Check: it finds out what to enter in the credential under "Customize Parameter Names".';

/** The replicas of a service may learn a new token late: it is sent again after pauses, a second in all. */
const learningMs = 2000;
const maxPauses = 4;
const pauseMs = 100;

/** A token this young has not ended by its age. */
const newForMs = 60_000;

function isWrite({ method, onlyReads, changes }: ServiceCall): boolean {
	return changes === true || (method !== 'GET' && !onlyReads);
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
