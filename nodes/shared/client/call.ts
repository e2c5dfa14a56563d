import type { IDataObject } from 'n8n-workflow';

import type { HttpResponse, Receive } from './answer';
import { refuseInput, ServiceError } from './errors';
import { ExactNumber, stringifyExactly } from './json';
import { printable } from './redact';
import type { Method } from './route';

/** One request of an operation, with what the retry contract (retry.ts) needs. */
export interface ServiceCall<T = unknown> {
	method: Method;
	/** Relative to the Base URL, with encoded segments. */
	path: string;
	/** The user entered the path in the form. */
	isOwnPath?: true;
	/** IDs in the path, by placeholder. A 404 then asks the user to check them. */
	ids?: Readonly<Record<string, string>>;
	query?: IDataObject;
	/** A JSON value. An ExactNumber in it keeps all its digits. */
	body?: unknown;
	/** Replaces a JSON body. */
	content?: RawContent;
	/** Completes sentences such as "The service refused the access token while …". */
	activity: string;
	/** A read-only POST: the search. */
	onlyReads?: true;
	/** A 404 means no match, unless it is the web page for an unknown path. */
	mayFindNothing?: true;
	/** A GET that changes something. */
	changes?: true;
	/** An idempotent PUT or DELETE. */
	repeatable?: true;
	/**
	 * Called before the retry of a write with an open outcome.
	 * @returns the reason if the retry must not happen: a sentence for the error message
	 */
	whyNotAgain?: () => Promise<string | undefined>;
	/** Advice for an unknown outcome, without a period: "Look at the newest documents". */
	whereToLook?: string;
	/** Media type of the response. Default: JSON. */
	accept?: string;
	/**
	 * Replaces {@link readJson} for a success response. Not called for an empty response to a write.
	 * @throws ServiceError if the response is unreadable
	 */
	read?: (answer: HttpResponse) => T;
	/** Streams the body of a success response, even an empty one, and replaces `read`. */
	receive?: Receive;
	hooks?: RequestHooks;
}

/** A body that is not JSON. */
export interface RawContent {
	/** Media type, boundary included. */
	type: string;
	/** A stream can be read only once, so each try creates a new one. A stream needs `length`. */
	body: Buffer | (() => AsyncIterable<Buffer>);
	/** Length of a stream in bytes. */
	length?: number;
}

/** Callbacks during a request. */
export interface RequestHooks {
	/** A try failed and a retry follows. The caller may lower its concurrency. */
	onTrouble?: (failure: ServiceError) => void;
	/** A success response has arrived and only parsing is left, so the next request may start. */
	onArrived?: () => void;
	/** Whether someone still needs the response. If not, the client does not retry. */
	isWanted?: () => boolean;
}

export function isWrite({ method, onlyReads, changes }: ServiceCall): boolean {
	return changes === true || (method !== 'GET' && !onlyReads);
}

const checkInService = 'Check in the service whether the change was made';

/** The failure of a write that may or may not have been made. */
export function asUnknown(
	{ method, path, activity, whereToLook = checkInService }: ServiceCall,
	why: ServiceError,
) {
	return why.outcomeUnknown(`${method} ${path}`, activity, whereToLook);
}

/** A failure of the node while it read a response. @param name of the error, whose message may contain the response */
export const unreadable = (name: string) =>
	new ServiceError('notTheService', `The node could not read it (${name})`, {
		description: '',
		effect: 'open',
	});

/** A failure of the node after the service had confirmed a write. */
export const failedAfter = (
	{ activity, whereToLook = checkInService }: ServiceCall,
	name: string,
) =>
	new ServiceError(
		'outcomeUnknown',
		`The service confirmed ${activity}, but then the node failed (${name})`,
		{
			description: `${whereToLook} before you run this again: a second request would make the change twice.`,
			effect: 'open',
		},
	);

/**
 * Query parameters with each {@link ExactNumber} as its digits.
 * @throws ServiceError (badInput) for half of a character, which a URL cannot contain
 */
export function toQuery(query: IDataObject): IDataObject {
	const entries = Object.entries(query).map(([name, value]: [string, unknown]) => {
		if (/\p{Cs}/u.test(`${name} ${String(value)}`)) {
			refuseInput(
				name,
				`The query parameter "${printable(name)}" contains a damaged character`,
				'Its text was probably cut off. Correct the text or the expression.',
			);
		}
		return [name, value instanceof ExactNumber ? value.digits : value];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** The body for n8n's HTTP client, and its media type. */
export function encodedBody({ body, content }: { body?: unknown; content?: RawContent }): {
	type?: string;
	body?: Buffer | StreamedBody;
} {
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
	// As bytes, because n8n's HTTP client would parse a JSON string before it sends it.
	return { type: 'application/json', body: Buffer.from(stringifyExactly(body)) };
}

/** Looks like a Blob to n8n's HTTP client, which streams Blobs. */
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

/** Method and path without its IDs, as a key: "GET /v2/accountingdocuments/*". */
export const addressOf = ({
	method,
	path,
	ids = {},
}: Pick<ServiceCall, 'method' | 'path' | 'ids'>): string => {
	const values = new Set(Object.values(ids).map(encodeURIComponent));
	const parts = path.split('/').map((part) => (values.has(part) ? '*' : part));
	return `${method} ${parts.join('/')}`;
};
