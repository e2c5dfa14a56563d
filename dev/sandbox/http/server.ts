/** Starts a strict, stateful, deterministic imitation of the service on this machine. For development only. */
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { type GivenOptions, withDefaults } from '../options';
import { Sandbox } from '../sandbox';
import { Admin } from './admin';
import { addAdminRoutes } from './adminRoutes';
import { Refusal } from './answers';
import { takeBodies } from './bodies';
import { makeCertificate } from './certificate';
import { addRoutes } from './routes';
import { serveWith } from './served';

export type { GivenOptions as SandboxOptions } from '../options';
export type RunningSandbox = {
	/** Without a trailing slash. */
	baseUrl: string;
	appId: string;
	appSecret: string;
	admin: Admin;
	/** Closes every connection, and resolves when the port is free. */
	close(): Promise<void>;
};

const HOST = '127.0.0.1';

let routes: Promise<FastifyInstance> | undefined;

/** The routes of all sandboxes: building them takes ten times as long as a sandbox, and tests start thousands. */
async function makeRoutes({ operations }: Sandbox): Promise<FastifyInstance> {
	const router = fastify({ routerOptions: { maxParamLength: 2000 } });
	takeBodies(router);
	router.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
		const isAdmin = request.url.startsWith('/_sandbox/');
		const refusal =
			error instanceof Refusal
				? error
				: new Refusal(error.statusCode ?? (isAdmin ? 400 : 500), 'sandbox_error', error.message);
		const { headers, body } = refusal.answer;
		return reply.code(refusal.status).headers(headers).send(body);
	});
	addRoutes(router, operations);
	addAdminRoutes(router);
	await router.ready();
	return router;
}

async function makeServer(listener: RequestListener, tls: boolean): Promise<Server> {
	return tls ? createTlsServer(await makeCertificate(), listener) : createServer(listener);
}

/** Starts a sandbox on 127.0.0.1. Rejects if the port is taken. */
export async function startSandbox(input: GivenOptions = {}): Promise<RunningSandbox> {
	const options = withDefaults(input);
	const sandbox = new Sandbox(options);
	const admin = new Admin(sandbox);
	const router = await (routes ??= makeRoutes(sandbox));
	const server = await makeServer((request, response) => {
		serveWith(request, { sandbox, admin });
		router.routing(request, response);
	}, options.tls);
	// Clients may reuse a connection after a pause.
	server.keepAliveTimeout = 72_000;
	server.requestTimeout = 0;
	server.listen(options.port, HOST);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `${options.tls ? 'https' : 'http'}://${HOST}:${port}`,
		appId: options.appId,
		appSecret: options.appSecret,
		admin,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
