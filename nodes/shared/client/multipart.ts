import { randomUUID } from 'node:crypto';

import type { RawContent } from './call';

interface BodyPart {
	headers: Record<string, string>;
	/** A stream is read again for each try. */
	content: Buffer | StreamedPart;
}

interface StreamedPart {
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
