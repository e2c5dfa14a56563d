/** Bodies as they arrive. JSON is JSON whatever its declared type is not: anything else is refused; an empty body is none. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from './answers';
import { parseExactly } from './exactJson';

const MOST_BYTES = 16 << 20;

/** Bodies reach the operations as bytes, so that one that cannot be read still shows in the journal. */
export function takeBodies(server: FastifyInstance): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser(
		'*',
		{ parseAs: 'buffer', bodyLimit: MOST_BYTES },
		(_request, body, done) => done(null, body),
	);
}

/** The body as text; undefined when there is none. Throws a Refusal for bytes that are no UTF-8. */
export function bodyText(request: FastifyRequest): string | undefined {
	const { body } = request;
	if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(body);
	} catch {
		throw new Refusal(400, 'malformed_json', 'The body is not UTF-8');
	}
}

/** The JSON value of a body; undefined when there is none. Throws a Refusal. */
export function jsonBody(request: FastifyRequest): unknown {
	const text = bodyText(request);
	if (text === undefined) return undefined;
	if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
		throw new Refusal(400, 'not_json', 'The body must be sent as application/json');
	try {
		return parseExactly(text);
	} catch {
		throw new Refusal(400, 'malformed_json', 'The body is not JSON');
	}
}
