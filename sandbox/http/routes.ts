/** The course of every request of the service: journal, latency, faults, token, work, answer; in that order. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';

import type { Sandbox } from '../sandbox';
import { type Answer, htmlPage, Refusal } from './answers';
import { bodyText, jsonBody } from './bodies';
import { bentAnswer, deliver, leftUnanswered, replacedAnswer } from './delivery';
import { type Fault, pick, type Target } from './faults';
import type { JournalEntry } from './journal';
import { type Call, type Operation, OPERATION_NAMES, type OperationName } from './operations';

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0];

/** The page a request asks for, as far as it can be told before the request is judged. */
function askedPage(sandbox: Sandbox, target: Operation, call: Call): number | undefined {
	if (target.isList !== true) return undefined;
	const { names, firstPage, searchParametersIn } = sandbox.options;
	const carrier =
		target.method === 'GET' || searchParametersIn === 'query' ? call.query : call.body;
	const page = Number(
		(carrier as Record<string, unknown> | undefined)?.[names.page ?? 'page'] ?? firstPage,
	);
	return Number.isInteger(page) ? page : undefined;
}

function open(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply, countedAs: string) {
	const { journal } = sandbox;
	const entry = journal.open(request.method, pathOf(request), request.query, countedAs);
	reply.raw.on('close', () => journal.close(entry, reply.raw.writableFinished));
	return entry;
}

/** What a request brings. A body that cannot be read is thrown when the operation asks for it, after all faults. */
function callOf(
	sandbox: Sandbox,
	operation: Operation,
	request: FastifyRequest,
	entry: JournalEntry,
) {
	let failure: unknown;
	let body: unknown;
	try {
		body = jsonBody(request);
		sandbox.journal.receive(entry, body, operation.isWrite ? bodyText(request) : undefined);
	} catch (error) {
		failure = error;
	}
	const call: Call = {
		params: request.params as Call['params'],
		query: request.query as Call['query'],
		body,
		lateFaults: () => [],
	};
	const mustBeReadable = (): void => {
		if (failure !== undefined) throw failure;
		if (operation.carries === 'nothing' && body !== undefined)
			throw new Refusal(400, 'body_not_expected', 'This request takes no body');
	};
	return { call, mustBeReadable };
}

/** Has an operation done. Its answer is bent by the late faults, which strike only when it succeeded. */
function work(
	sandbox: Sandbox,
	target: Target,
	call: Call,
	entry: JournalEntry,
): { answer: Answer; faults: readonly Fault[] } {
	let faults: readonly Fault[] | undefined;
	const take = (): readonly Fault[] => (faults ??= sandbox.faults.take('late', target));
	const answer = target.operation.answer({ ...call, lateFaults: take });
	if (target.operation.isWrite) entry.committed = answer.isCommitted ?? true;
	const taken = take();
	if (taken.length > 0) entry.fault = taken.map((fault) => fault.kind).join(' ');
	return { answer: bentAnswer(answer, taken), faults: taken };
}

async function serve(
	sandbox: Sandbox,
	name: OperationName,
	operation: Operation,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { tokens, options } = sandbox;
	const entry = open(sandbox, request, reply, operation.path);
	if (operation.isWrite) entry.committed = false;
	const { call, mustBeReadable } = callOf(sandbox, operation, request, entry);
	// Half of the way there and half of it back: what the service does for one is no part of another's way.
	const halfWay = async () => {
		if (options.latencyMs > 0) await delay(options.latencyMs / 2);
	};
	await halfWay();
	const page = askedPage(sandbox, operation, call);
	const target: Target = { name, operation, url: pathOf(request), page };
	const early = sandbox.faults.take('early', target);
	if (pick(early, 'expireToken')) tokens.expireAll();
	const { tokenId } = tokens.judge(request.headers.authorization);
	if (tokenId !== undefined) entry.tokenId = tokenId;
	const struck = early.filter((fault) => fault.kind !== 'expireToken');
	if (struck.length > 0) entry.fault = struck.map((fault) => fault.kind).join(' ');
	if (leftUnanswered(reply, early)) return reply;
	const slow = pick(early, 'slowCommit');
	if (slow) await delay(slow.ms, undefined, { ref: false });
	let answer = replacedAnswer(early);
	let late: readonly Fault[] = [];
	try {
		if (answer === undefined) {
			if (name !== 'token') tokens.demand(request.headers.authorization);
			mustBeReadable();
			({ answer, faults: late } = work(sandbox, target, call, entry));
		}
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		answer = error.answer;
	}
	if (leftUnanswered(reply, late)) return reply;
	entry.status = answer.status;
	await halfWay();
	deliver(reply, answer, late);
	return reply;
}

export function addRoutes(server: FastifyInstance, sandbox: Sandbox): void {
	for (const name of OPERATION_NAMES) {
		const operation = sandbox.operations[name];
		server.route({
			method: operation.method,
			url: operation.path,
			exposeHeadRoute: false,
			handler: (request, reply) => serve(sandbox, name, operation, request, reply),
		});
	}
	server.setNotFoundHandler((request, reply) => {
		const entry = open(sandbox, request, reply, 'unknown path');
		const page = htmlPage();
		entry.status = page.status;
		deliver(reply, page, []);
		return reply;
	});
}
