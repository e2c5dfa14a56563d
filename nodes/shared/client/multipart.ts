import { randomUUID } from 'node:crypto';

import type { RawContent } from './body';

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
