/** Request bodies. An unreadable one is reported when the operation reads it, so that the journal has the request. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

import { Refusal } from './answers';
import { parseExactly } from './exactJson';
import { headerParameter, type Part, readParts, readWhole } from './multipart';

const MOST_BYTES = 16 << 20;

export const notJson = (): Refusal =>
	new Refusal(400, 'not_json', 'The body must be sent as application/json');

/** The body of a request: at most one of JSON, parts, a file, and the reason why it is unreadable. */
export type Body = {
	/** The text as sent; absent for parts. */
	text?: string;
	json?: unknown;
	parts?: Part[];
	/** A body of another type. */
	file?: Part;
	failure?: Refusal;
};

async function readingFailures(read: () => Promise<Body> | Body): Promise<Body> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof Refusal) return { failure: error };
		throw error;
	}
}

function readJson(bytes: Buffer): Body {
	if (bytes.length === 0) return {};
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return { failure: new Refusal(400, 'malformed_json', 'The body is not UTF-8') };
	}
	try {
		return { text, json: parseExactly(text) };
	} catch {
		return { text, failure: new Refusal(400, 'malformed_json', 'The body is not JSON') };
	}
}

export function takeBodies(server: FastifyInstance): void {
	const typeOf = (request: FastifyRequest): string => request.headers['content-type'] ?? '';
	server.removeAllContentTypeParsers();
	server.addContentTypeParser(
		'application/json',
		{ parseAs: 'buffer', bodyLimit: MOST_BYTES },
		async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
	);
	server.addContentTypeParser(
		/^multipart\//i,
		async (request: FastifyRequest, payload: IncomingMessage) =>
			readingFailures(async () => ({ parts: await readParts(payload, typeOf(request)) })),
	);
	server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
		const file = await readWhole(payload, typeOf(request));
		return file.size === 0 ? {} : { file };
	});
}

export const bodyOf = (request: FastifyRequest): Body => (request.body as Body | undefined) ?? {};

/** The JSON value of a body; undefined when there is none. Throws a Refusal. */
export function jsonBody(request: FastifyRequest): unknown {
	const { json, file, failure } = bodyOf(request);
	if (failure !== undefined) throw failure;
	if (file !== undefined) throw notJson();
	return json;
}

/** What the journal keeps of a body. */
export function journalled({ json, parts, file }: Body): unknown {
	if (file !== undefined) return { file: { size: file.size, sha256: file.sha256 } };
	if (parts === undefined) return json;
	return {
		parts: parts.map(({ headers, size, sha256 }) => {
			const disposition = headers['content-disposition'] ?? '';
			return {
				headers,
				fieldName: headerParameter(disposition, 'name'),
				fileName: headerParameter(disposition, 'filename'),
				size,
				sha256,
			};
		}),
	};
}
