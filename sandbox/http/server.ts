/** Starts a stand-in for the service on this machine: strict, stateful, deterministic. Development only. */
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';

import { addAdminRoutes, Admin } from './admin';
import { Refusal } from './answers';
import { makeCertificate } from './certificate';
import { type GivenOptions, withDefaults } from '../options';
import { addRoutes } from './routes';
import { Sandbox } from '../sandbox';

export type { GivenOptions as SandboxOptions } from '../options';
export type RunningSandbox = {
	/** Without a trailing slash. */
	baseUrl: string;
	appId: string;
	appSecret: string;
	admin: Admin;
	/** Ends every open connection and resolves once the port is free. */
	close(): Promise<void>;
};

const HOST = '127.0.0.1';

/** Bodies are JSON whatever their declared type is not: anything else is refused, an empty body is none. */
function readBodiesAsJson(server: FastifyInstance): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		try {
			done(null, JSON.parse(String(body)));
		} catch {
			done(new Refusal(400, 'malformed_json', 'The body is not JSON'), undefined);
		}
	});
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		if (body === '') return done(null, undefined);
		done(new Refusal(400, 'not_json', 'The body must be sent as application/json'), undefined);
	});
}

async function makeServer(tls: boolean): Promise<FastifyInstance> {
	const common = { forceCloseConnections: true, routerOptions: { maxParamLength: 2000 } };
	return tls
		? (fastify({ ...common, https: await makeCertificate() }) as unknown as FastifyInstance)
		: fastify(common);
}

/** Starts a sandbox on 127.0.0.1. Rejects when the port is taken. */
export async function startSandbox(given: GivenOptions = {}): Promise<RunningSandbox> {
	const options = withDefaults(given);
	const sandbox = new Sandbox(options);
	const admin = new Admin(sandbox);
	const server = await makeServer(options.tls);
	readBodiesAsJson(server);
	server.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
		const isAdmin = request.url.startsWith('/_sandbox/');
		const refusal =
			error instanceof Refusal
				? error
				: new Refusal(error.statusCode ?? (isAdmin ? 400 : 500), 'sandbox_error', error.message);
		const { headers, body } = refusal.answer;
		return reply.code(refusal.status).headers(headers).send(body);
	});
	addRoutes(server, sandbox);
	addAdminRoutes(server, admin);
	await server.listen({ host: HOST, port: options.port });
	const { port } = server.server.address() as AddressInfo;
	return {
		baseUrl: `${options.tls ? 'https' : 'http'}://${HOST}:${port}`,
		appId: options.appId,
		appSecret: options.appSecret,
		admin,
		close: () => server.close(),
	};
}
