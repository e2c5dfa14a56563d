/** The steps of every request: journal, latency, faults, token, work, response. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';

import type { Sandbox } from '../sandbox';
import { type Answer, empty, htmlPage, Refusal, unnamed } from './answers';
import { bodyOf, journalled } from './bodies';
import { RequestCall } from './calls';
import { bentAnswer, replacedAnswer, type Sent } from './bending';
import { type Fault, pick, type Target } from './faults';
import type { JournalEntry } from './journal';
import type { Operation, Operations } from './operations';
import { deliver, leftUnanswered } from './sending';
import { servedBy } from './served';

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0];

/** The requested page, as far as it is known before the request is checked. */
function askedPage(
	sandbox: Sandbox,
	target: Operation,
	request: FastifyRequest,
): number | undefined {
	if (target.isList !== true) return undefined;
	const { names, firstPage, searchParametersIn } = sandbox.options;
	const isInQuery = target.method === 'GET' || searchParametersIn === 'query';
	const carrier = isInQuery ? request.query : bodyOf(request).json;
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

/** Runs an operation. Late faults change its response, if it succeeded. */
function work(
	operation: Operation,
	call: RequestCall,
	entry: JournalEntry,
	sent: Sent,
): { answer: Answer; faults: readonly Fault[] } {
	call.mustSuit(operation);
	const own = operation.answer(call);
	if (operation.kind !== 'read') entry.committed = own.isCommitted ?? true;
	const answer = operation.kind === 'removes' ? { ...own, ...empty() } : own;
	const taken = call.lateFaults();
	if (taken.length > 0) entry.fault = taken.map((fault) => fault.kind).join(' ');
	return { answer: bentAnswer(answer, taken, sent), faults: taken };
}

async function serve(
	name: string,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { sandbox } = servedBy(request);
	const { tokens, options } = sandbox;
	const operation = sandbox.operations[name];
	const entry = open(sandbox, request, reply, operation.path);
	const body = bodyOf(request);
	const sent = { headers: request.headers, body: body.text };
	const isWrite = operation.kind !== 'read';
	if (isWrite) entry.committed = false;
	sandbox.journal.receive(entry, journalled(body), isWrite ? body.text : undefined);
	// Half of the latency before and half after the work, which is not part of it.
	const halfWay = async () => {
		if (options.latencyMs > 0) await delay(options.latencyMs / 2);
	};
	await halfWay();
	const target: Target = {
		name,
		operation,
		url: pathOf(request),
		page: askedPage(sandbox, operation, request),
	};
	let taken: readonly Fault[] | undefined;
	const takeLate = (): readonly Fault[] => (taken ??= sandbox.faults.take('late', target));
	const early = sandbox.faults.take('early', target);
	const call = new RequestCall(request, sandbox.parser, takeLate);
	if (pick(early, 'expireToken')) tokens.expireAll();
	const { tokenId, appId } = tokens.judge(request.headers.authorization);
	if (tokenId !== undefined) Object.assign(entry, { tokenId, appId });
	const struck = early.filter((fault) => fault.kind !== 'expireToken');
	if (struck.length > 0) entry.fault = struck.map((fault) => fault.kind).join(' ');
	if (leftUnanswered(reply, early)) return reply;
	const slow = pick(early, 'slowCommit');
	if (slow) await delay(slow.ms, undefined, { ref: false });
	let answer = replacedAnswer(early, sent);
	if (name !== 'token') answer ??= tokens.refusal(request.headers.authorization);
	let late: readonly Fault[] = [];
	try {
		if (answer === undefined) {
			const own = sandbox.organizationOf(appId).operations[name] ?? operation;
			({ answer, faults: late } = work(own, call, entry, sent));
		}
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		answer = options.refusals === 'named' ? error.answer : unnamed(error);
	}
	if (leftUnanswered(reply, late)) return reply;
	entry.status = answer.status;
	await halfWay();
	deliver(reply, answer, late);
	return reply;
}

/** @param operations of any sandbox: all have the same names, methods and paths */
export function addRoutes(router: FastifyInstance, operations: Operations): void {
	for (const [name, { method, path }] of Object.entries(operations)) {
		router.route({
			method,
			url: path,
			exposeHeadRoute: false,
			handler: (request, reply) => serve(name, request, reply),
		});
	}
	router.setNotFoundHandler((request, reply) => {
		const { sandbox } = servedBy(request);
		const entry = open(sandbox, request, reply, 'unknown path');
		const page = htmlPage();
		entry.status = page.status;
		deliver(reply, page, []);
		return reply;
	});
}
