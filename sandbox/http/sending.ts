/** Sends an answer the way a fault wants it sent; everything below the level of HTTP happens here. */
import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

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

/** Calls until it says that it is done, or the connection ends. */
function repeat(everyMs: number, until: Socket | ServerResponse, step: () => boolean): void {
	const timer = setInterval(() => {
		if (step()) clearInterval(timer);
	}, everyMs);
	timer.unref();
	until.on('close', () => clearInterval(timer));
}

/** Sends some bytes now and then: never so slowly that the connection seems idle, never soon done. */
function drip(reply: FastifyReply, answer: Answer, ms: number, bytes: number): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
	raw.flushHeaders();
	let sent = 0;
	repeat(ms, raw, () => {
		raw.write(answer.body.subarray(sent, sent + bytes));
		sent += bytes;
		if (sent >= answer.body.length) raw.end();
		return sent >= answer.body.length;
	});
}

/** Sends a header line now and then, and never the end of the headers. */
function dripHeaders(reply: FastifyReply, ms: number): void {
	reply.hijack();
	const { socket } = reply.raw;
	if (socket === null) return;
	socket.write('HTTP/1.1 200 OK\r\n');
	let sent = 0;
	repeat(ms, socket, () => {
		socket.write(`X-Drip-${sent++}: 1\r\n`);
		return false;
	});
}

/** The answer without its last byte, then the same bytes again and again, as fast as they are read. */
function sendEndlessly(reply: FastifyReply, answer: Answer, filler: Buffer): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(answer.status, answer.headers);
	raw.write(answer.body.subarray(0, -1));
	// One turn of the event loop for each piece: a connection that ended is known only after it.
	const next = (): void => {
		if (raw.destroyed) return;
		if (raw.write(filler)) setImmediate(next);
		else raw.once('drain', next);
	};
	next();
}

function sendPieces(reply: FastifyReply, answer: Answer, pieces: readonly Buffer[]): void {
	const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
	const headers = { ...answer.headers, 'content-length': String(length) };
	void reply.code(answer.status).headers(headers).send(Readable.from(pieces));
}

export function deliver(reply: FastifyReply, answer: Answer, faults: readonly Fault[]): void {
	const slow = pick(faults, 'slowBody');
	const dripped = pick(faults, 'dripBody');
	const headers = pick(faults, 'dripHeaders');
	const endless = pick(faults, 'endlessBody');
	if (slow) {
		const { raw, rest } = startHalf(reply, answer);
		const timer = setTimeout(() => raw.end(rest), slow.ms);
		raw.on('close', () => clearTimeout(timer));
	} else if (pick(faults, 'resetWithin')) {
		const { raw } = startHalf(reply, answer);
		// Later, so that the first half has left before the connection goes.
		setTimeout(() => raw.socket?.destroy(), 20);
	} else if (dripped) drip(reply, answer, dripped.ms, dripped.bytes);
	else if (headers) dripHeaders(reply, headers.ms);
	else if (endless) sendEndlessly(reply, answer, Buffer.from(endless.filler.repeat(1000)));
	else if (answer.pieces) sendPieces(reply, answer, answer.pieces);
	else void reply.code(answer.status).headers(answer.headers).send(answer.body);
}
