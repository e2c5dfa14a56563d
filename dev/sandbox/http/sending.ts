/** Sends an answer the way a fault wants it sent; everything below the level of HTTP happens here. */
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

import type { Answer } from './answers';
import { type Fault, pick } from './faults';

/** Ends the connection with a reset rather than a proper end. */
function reset(reply: FastifyReply): void {
	const { socket } = reply.raw;
	// A TLS socket has no reset of its own; closing it without an answer is the nearest.
	if (socket && 'resetAndDestroy' in socket && !('encrypted' in socket)) socket.resetAndDestroy();
	else socket?.destroy();
}

/**
 * Leaves a request without an answer when a fault wants that: the connection is reset, or stays open until the caller
 * or the sandbox closes it. Says whether it did.
 */
export function leftUnanswered(reply: FastifyReply, faults: readonly Fault[]): boolean {
	const isReset = pick(faults, 'resetBefore') ?? pick(faults, 'resetAfter');
	if (!isReset && !pick(faults, 'stall')) return false;
	reply.hijack();
	if (isReset) reset(reply);
	return true;
}

function startHalf(reply: FastifyReply, answer: Answer): { raw: ServerResponse; rest: Buffer } {
	reply.hijack();
	const { body } = answer;
	const half = Math.floor(body.length / 2);
	reply.raw.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
	reply.raw.write(body.subarray(0, half));
	return { raw: reply.raw, rest: body.subarray(half) };
}

export function deliver(reply: FastifyReply, answer: Answer, faults: readonly Fault[]): void {
	const slow = pick(faults, 'slowBody');
	if (slow) {
		const { raw, rest } = startHalf(reply, answer);
		const timer = setTimeout(() => raw.end(rest), slow.ms);
		raw.on('close', () => clearTimeout(timer));
	} else if (pick(faults, 'resetWithin')) {
		const { raw } = startHalf(reply, answer);
		// Later, so that the first half has left before the connection goes.
		setTimeout(() => raw.socket?.destroy(), 20);
	} else void reply.code(answer.status).headers(answer.headers).send(answer.body);
}
