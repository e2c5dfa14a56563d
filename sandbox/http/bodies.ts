/** Bodies as they arrive. What cannot be read is told when the operation asks for it, so that it shows in the journal. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

import { Refusal } from './answers';
import { parseExactly } from './exactJson';
import { headerParameter, type Part, readParts } from './multipart';

const MOST_BYTES = 16 << 20;

/** What a request carried: at most one of JSON, parts, and the reason why it could not be read. */
export type Body = {
	/** As it was sent; absent for parts. */
	text?: string;
	json?: unknown;
	parts?: Part[];
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

function readJson(bytes: Buffer, contentType: string): Body {
	if (bytes.length === 0) return {};
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return { failure: new Refusal(400, 'malformed_json', 'The body is not UTF-8') };
	}
	const refuse = (code: string, message: string): Body => ({
		text,
		failure: new Refusal(400, code, message),
	});
	if (!/^application\/json\s*(;|$)/i.test(contentType))
		return refuse('not_json', 'The body must be sent as application/json');
	try {
		return { text, json: parseExactly(text) };
	} catch {
		return refuse('malformed_json', 'The body is not JSON');
	}
}

export function takeBodies(server: FastifyInstance): void {
	const typeOf = (request: FastifyRequest): string => request.headers['content-type'] ?? '';
	server.removeAllContentTypeParsers();
	server.addContentTypeParser(
		'*',
		{ parseAs: 'buffer', bodyLimit: MOST_BYTES },
		async (request: FastifyRequest, bytes: Buffer) => readJson(bytes, typeOf(request)),
	);
	server.addContentTypeParser(
		/^multipart\//i,
		async (request: FastifyRequest, payload: IncomingMessage) =>
			readingFailures(async () => ({ parts: await readParts(payload, typeOf(request)) })),
	);
}

export const bodyOf = (request: FastifyRequest): Body => (request.body as Body | undefined) ?? {};

/** The JSON value of a body; undefined when there is none. Throws a Refusal. */
export function jsonBody(request: FastifyRequest): unknown {
	const { json, failure } = bodyOf(request);
	if (failure !== undefined) throw failure;
	return json;
}

/** What the journal keeps of a body. */
export function journalled({ json, parts }: Body): unknown {
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
