/** Sends a response, or breaks the connection, as a fault says. */
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

import type { Answer } from './answers';
import { type Fault, pick } from './faults';

/** Resets the connection. */
function reset(reply: FastifyReply): void {
	const { socket } = reply.raw;
	// A TLS socket cannot be reset; closing it without a response comes nearest.
	if (socket && 'resetAndDestroy' in socket && !('encrypted' in socket)) socket.resetAndDestroy();
	else socket?.destroy();
}

/**
 * Leaves a request without a response if a fault says so: resets the connection, or keeps it open until the client or the
 * sandbox closes it. @returns whether it did
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
		// Later, so that the first half is sent before the reset.
		setTimeout(() => raw.socket?.destroy(), 20);
	} else void reply.code(answer.status).headers(answer.headers).send(answer.body);
}
