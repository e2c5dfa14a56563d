/** Sends an answer the way a fault wants it sent; everything below the level of HTTP happens here. */
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

import { type Answer, empty, htmlPage, json, Refusal } from './answers';
import { type Fault, pick } from './faults';

/** The answer that a fault gives in place of the service's own; undefined when there is none. */
export function replacedAnswer(faults: readonly Fault[]): Answer | undefined {
	const status = pick(faults, 'status');
	if (status) {
		const headers: Record<string, string> =
			status.retryAfter === undefined ? {} : { 'retry-after': status.retryAfter };
		const refusal = new Refusal(
			status.status,
			`status_${status.status}`,
			`Answered ${status.status} by a fault`,
		);
		return status.body === undefined
			? { ...refusal.answer, headers: { ...refusal.answer.headers, ...headers } }
			: json(status.status, JSON.stringify(status.body), headers);
	}
	const html = pick(faults, 'html');
	if (html) return htmlPage(html.status);
	const redirect = pick(faults, 'redirect');
	if (redirect) return { ...empty(redirect.status), headers: { location: redirect.location } };
	return undefined;
}

/** The answer to a request that was done, as the late faults leave it: still a complete HTTP answer. */
export function bentAnswer(answer: Answer, faults: readonly Fault[]): Answer {
	const replaced = replacedAnswer(faults);
	if (replaced) return replaced;
	const emptied = pick(faults, 'emptyBody');
	if (emptied) return { ...empty(emptied.status), headers: answer.headers };
	if (pick(faults, 'errorBody')) {
		return {
			...new Refusal(400, 'validation_failed', 'An error under status 200, by a fault').answer,
			status: 200,
		};
	}
	if (pick(faults, 'truncatedJson'))
		return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) };
	const type = pick(faults, 'wrongContentType');
	if (type) return { ...answer, headers: { ...answer.headers, 'content-type': type.contentType } };
	// On a list this is the work of the page, which keeps the rest of the envelope.
	if (pick(faults, 'noRecords') && !answer.body.includes('"currentPage"'))
		return { ...answer, body: Buffer.from('{}') };
	return answer;
}

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
	} else {
		void reply.code(answer.status).headers(answer.headers).send(answer.body);
	}
}
