import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { ExactNumber, stringifyExactly } from './json';

/** A body that is not JSON. */
export interface RawContent {
	/** Media type, boundary included. */
	type: string;
	/** A stream can be sent once only, so it is made anew for each sending; its length is to be given. */
	body: Buffer | (() => AsyncIterable<Buffer>);
	/** Bytes of a stream. */
	length?: number;
}

/** An {@link ExactNumber} stands in an address as its digits. */
export function inAddress(query: IDataObject): IDataObject {
	const entries = Object.entries(query).map(([name, value]: [string, unknown]) => [
		name,
		value instanceof ExactNumber ? value.digits : value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** The body as n8n's HTTP client is given it, and its media type. */
export function bodyOf({ body, content }: { body?: unknown; content?: RawContent }): {
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

/** One part of a multipart body. */
export interface Part {
	headers: Record<string, string>;
	/** A stream is read anew for each sending. */
	content: Buffer | StreamedPart;
}

export interface StreamedPart {
	/** Bytes. */
	length: number;
	read: () => AsyncIterable<Buffer>;
}

/** A multipart body (RFC 2046) whose parts are sent as they are read, with its length known beforehand. */
export function multipart(subtype: 'form-data' | 'related', parts: Part[]): RawContent {
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

/** A file name as browsers write it into a header (WHATWG, multipart/form-data encoding algorithm). */
export function quotedName(name: string): string {
	const escapes: Record<string, string> = { '"': '%22', '\r': '%0D', '\n': '%0A' };
	return `"${name.replace(/["\r\n]/g, (character) => escapes[character])}"`;
}
