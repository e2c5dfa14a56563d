/** Which sandbox serves a request: all sandboxes of a process share the routes. */
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

import type { Sandbox } from '../sandbox';
import type { Admin } from './admin';

export type Served = { sandbox: Sandbox; admin: Admin };

const byRequest = new WeakMap<IncomingMessage, Served>();

export const serveWith = (request: IncomingMessage, served: Served): void =>
	void byRequest.set(request, served);

export function servedBy({ raw }: FastifyRequest): Served {
	const served = byRequest.get(raw);
	if (served === undefined) throw new Error('The request came to no sandbox');
	return served;
}
