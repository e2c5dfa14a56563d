import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from './errors';
import { ExactNumber, stringifyExactly } from './json';
import { printable } from './redact';

/** A body that is not JSON. */
export interface RawContent {
	/** Media type, boundary included. */
	type: string;
	/** A stream can be read only once, so each try creates a new one. A stream needs `length`. */
	body: Buffer | (() => AsyncIterable<Buffer>);
	/** Length of a stream in bytes. */
	length?: number;
}

/**
 * Query parameters with each {@link ExactNumber} as its digits.
 * @throws ServiceError (badInput) for half of a character, which a URL cannot contain
 */
export function toQuery(query: IDataObject): IDataObject {
	const entries = Object.entries(query).map(([name, value]: [string, unknown]) => {
		if (/\p{Cs}/u.test(`${name} ${String(value)}`)) {
			refuseInput(
				name,
				`The query parameter "${printable(name)}" contains half of a character`,
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

export interface BodyPart {
	headers: Record<string, string>;
	/** A stream is read again for each try. */
	content: Buffer | StreamedPart;
}

export interface StreamedPart {
	/** Bytes. */
	length: number;
	read: () => AsyncIterable<Buffer>;
}

/** A streamed multipart body (RFC 2046) whose length is known in advance. */
export function multipart(subtype: 'form-data' | 'related', parts: BodyPart[]): RawContent {
	const boundary = `part-${randomUUID()}`;
	const heads = parts.map(({ headers }, index) => {
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		return Buffer.from(`${index > 0 ? '\r\n' : ''}--${boundary}\r\n${lines.join('')}\r\n`);
	});
	const end = Buffer.from(`\r\n--${boundary}--\r\n`);
	const sizes = [...heads, ...parts.map(({ content }) => content), end].map(({ length }) => length);
	return {
		type: `multipart/${subtype}; boundary=${boundary}`,
		length: sizes.reduce((sum, size) => sum + size, 0),
		async *body() {
			for (const [index, { content }] of parts.entries()) {
				yield heads[index];
				if (Buffer.isBuffer(content)) yield content;
				else yield* content.read();
			}
			yield end;
		},
	};
}

/** A file name in a header, escaped as browsers do it (WHATWG, multipart/form-data encoding algorithm). */
export function quotedName(name: string): string {
	const escapes: Record<string, string> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
	return `"${name.replace(/["\r\n]/g, (character) => escapes[character])}"`;
}
