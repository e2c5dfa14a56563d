/** The admin functions over HTTP: JSON without a token, under /_sandbox/. None of this belongs to the service. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { type GivenFilters, filters } from '../lists/parameters';
import { documentFields } from '../resources/accountingDocuments/contract';
import { type Admin, creation } from './admin';
import { record } from './answers';
import { jsonBody } from './bodies';
import { fault } from './faultKinds';
import { parseOrRefuse } from './parsing';
import { servedBy } from './served';

type Work = (admin: Admin, request: FastifyRequest) => unknown;

const DONE = { done: true };

export function addAdminRoutes(router: FastifyInstance): void {
	const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
	const routes: Array<[method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, work: Work]> = [
		['GET', 'journal', (admin) => admin.journal()],
		['DELETE', 'journal', (admin) => (admin.clearJournal(), DONE)],
		[
			'POST',
			'faults',
			(admin, request) => {
				const input = parseOrRefuse(z.union([fault, z.array(fault)]), jsonBody(request));
				admin.addFault(...(Array.isArray(input) ? input : [input]));
				return DONE;
			},
		],
		['DELETE', 'faults', (admin) => (admin.clearFaults(), DONE)],
		[
			'POST',
			'documents',
			(admin, request) => admin.createDocuments(parseOrRefuse(creation, jsonBody(request) ?? {})),
		],
		['GET', 'documents', (admin) => admin.createdDocuments()],
		['GET', 'documents/:id', (admin, request) => admin.document(idOf(request))],
		[
			'PATCH',
			'documents/:id',
			(admin, request) =>
				admin.changeDocument(idOf(request), parseOrRefuse(documentFields, jsonBody(request))),
		],
		['POST', 'documents/:id/pay', (admin, request) => admin.payDocument(idOf(request))],
		['DELETE', 'documents/:id', (admin, request) => (admin.deleteDocument(idOf(request)), DONE)],
		['POST', 'tokens/expire', (admin) => (admin.expireTokens(), DONE)],
		[
			'GET',
			'totals',
			(admin, request) => {
				parseOrRefuse(filters, request.query);
				return admin.totals(request.query as GivenFilters);
			},
		],
	];
	for (const [method, path, work] of routes) {
		router.route({
			method,
			url: `/_sandbox/${path}`,
			exposeHeadRoute: false,
			handler: (request, reply) => {
				const { status, headers, body } = record(work(servedBy(request).admin, request));
				return reply.code(status).headers(headers).send(body);
			},
		});
	}
}
