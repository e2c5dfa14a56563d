/** The service's own routes (sections 4 and 5): journal, latency, faults, token, parameters, answer; in that order. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';

import { type Answer, htmlPage, json, parseOrRefuse, parseParameters, Refusal } from './answers';
import * as contract from '../contract';
import { bentAnswer, deliver, replacedAnswer, reset, stall } from './delivery';
import { type Fault, pick } from './faults';
import { LIST_PARAMETERS, PATHS, type Route, SEARCH_PARAMETERS } from '../lists/names';
import type { PageRequest } from '../lists/pages';
import type { Sandbox } from '../sandbox';
import { templateText } from '../resources/templates';

type Work = (request: FastifyRequest, lateFaults: () => readonly Fault[]) => Answer;

const METHODS: Record<Route, 'GET' | 'POST'> = {
	token: 'POST',
	list: 'GET',
	search: 'POST',
	byToken: 'GET',
	template: 'GET',
};

/** The page a request asks for, as far as it can be told before the request is judged. */
function askedPage(sandbox: Sandbox, route: Route, request: FastifyRequest): number | undefined {
	if (route !== 'list' && route !== 'search') return undefined;
	const { names, firstPage, searchParametersIn } = sandbox.options;
	const carrier = route === 'list' || searchParametersIn === 'query' ? request.query : request.body;
	const page = Number(
		(carrier as Record<string, unknown> | undefined)?.[names.page ?? 'page'] ?? firstPage,
	);
	return Number.isInteger(page) ? page : undefined;
}

function judge(sandbox: Sandbox, request: FastifyRequest): void {
	const { verdict } = sandbox.tokens.judge(request.headers.authorization);
	if (verdict === 'valid') return;
	const status = verdict === 'expired' ? sandbox.options.expiredStatus : 401;
	throw new Refusal(status, `token_${verdict}`, `The access token is ${verdict}`);
}

function pageWork(sandbox: Sandbox, read: (request: FastifyRequest) => PageRequest): Work {
	return (request, lateFaults) => {
		const asked = read(request);
		const faults = lateFaults();
		sandbox.pages.shift(asked, faults);
		return sandbox.pages.answer(asked, faults);
	};
}

function readList(sandbox: Sandbox, request: FastifyRequest): PageRequest {
	const { firstPage, names, listOrder } = sandbox.options;
	const asked = parseParameters(
		contract.listParameters(firstPage),
		request.query,
		LIST_PARAMETERS,
		names,
	);
	return { ...asked, filters: {}, isDescending: listOrder === 'desc' };
}

function readSearch(sandbox: Sandbox, request: FastifyRequest): PageRequest {
	const { firstPage, names, searchParametersIn } = sandbox.options;
	const carried = (searchParametersIn === 'query' ? request.query : request.body) ?? {};
	const other = (searchParametersIn === 'query' ? request.body : request.query) ?? {};
	// Parameters in the wrong place are as unknown as parameters under a wrong name.
	parseParameters(contract.nothing, other, [], names);
	const schema = contract.searchParameters(searchParametersIn, firstPage);
	const { page, pageSize, scope, sortDirection, ...filters } = parseParameters(
		schema,
		carried,
		SEARCH_PARAMETERS,
		names,
	);
	return { page, pageSize, scope, filters, isDescending: sortDirection === 'DESC' };
}

function works(sandbox: Sandbox): Record<Route, Work> {
	const { appId, appSecret } = sandbox.options;
	return {
		token(request) {
			const given = parseOrRefuse(contract.tokenRequest, request.body);
			if (given.appId !== appId || given.appSecret !== appSecret) {
				throw new Refusal(
					401,
					'wrong_credentials',
					'The application id or the application secret is wrong',
				);
			}
			return json(200, JSON.stringify(sandbox.tokens.issue()));
		},
		list: pageWork(sandbox, (request) => readList(sandbox, request)),
		search: pageWork(sandbox, (request) => readSearch(sandbox, request)),
		byToken(request) {
			parseParameters(contract.nothing, request.query, [], {});
			const key = sandbox.store.findByToken((request.params as { token: string }).token);
			if (key === undefined)
				throw new Refusal(404, 'not_found', 'No accounting document has this permalink token');
			return json(200, sandbox.store.text(key, false));
		},
		template(request) {
			parseParameters(contract.nothing, request.query, [], {});
			const { templateId } = parseOrRefuse(contract.templateParameters, request.params);
			const text = templateText(sandbox.firstTemplateId, templateId);
			if (text === undefined) throw new Refusal(404, 'not_found', 'No template has this id');
			return json(200, text);
		},
	};
}

async function serve(
	sandbox: Sandbox,
	route: Route,
	work: Work,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { journal, faults, options } = sandbox;
	const path = request.url.split('?')[0];
	const entry = journal.open(
		request.method,
		path,
		request.query,
		request.body ?? null,
		PATHS[route],
	);
	reply.raw.on('close', () => journal.close(entry, reply.raw.writableFinished));
	// Half of the way there and half of it back: what the service does for one is no part of another's way.
	const halfWay = async () => {
		if (options.latencyMs > 0) await delay(options.latencyMs / 2);
	};
	await halfWay();
	const page = askedPage(sandbox, route, request);
	const earlyFaults = faults.take('early', route, page);
	if (pick(earlyFaults, 'expireToken')) sandbox.tokens.expireAll();
	const { tokenId } = sandbox.tokens.judge(request.headers.authorization);
	if (tokenId !== undefined) entry.tokenId = tokenId;
	const struck = earlyFaults.find((fault) => fault.kind !== 'expireToken');
	if (struck) entry.fault = struck.kind;
	if (struck?.kind === 'resetBefore') return (reset(reply), reply);
	if (struck?.kind === 'stall') return (stall(reply), reply);
	let lateFaults: readonly Fault[] = [];
	let answer = replacedAnswer(earlyFaults);
	try {
		if (answer === undefined) {
			if (route !== 'token') judge(sandbox, request);
			let isTaken = false;
			const take = (): readonly Fault[] => {
				isTaken = true;
				return (lateFaults = faults.take('late', route, page));
			};
			const own = work(request, take);
			if (!isTaken) take();
			answer = bentAnswer(own, lateFaults);
			if (lateFaults.length > 0) entry.fault = lateFaults.map((fault) => fault.kind).join(' ');
		}
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		answer = error.answer;
	}
	entry.status = answer.status;
	await halfWay();
	deliver(reply, answer, lateFaults);
	return reply;
}

export function addRoutes(server: FastifyInstance, sandbox: Sandbox): void {
	const workOf = works(sandbox);
	for (const route of Object.keys(PATHS) as Route[]) {
		server.route({
			method: METHODS[route],
			url: PATHS[route],
			exposeHeadRoute: false,
			handler: (request, reply) => serve(sandbox, route, workOf[route], request, reply),
		});
	}
	server.setNotFoundHandler((request, reply) => {
		const entry = sandbox.journal.open(
			request.method,
			request.url.split('?')[0],
			request.query,
			request.body ?? null,
			'unknown path',
		);
		reply.raw.on('close', () => sandbox.journal.close(entry, reply.raw.writableFinished));
		const page = htmlPage();
		entry.status = page.status;
		deliver(reply, page, []);
		return reply;
	});
}
