/** Starts a strict, stateful, deterministic imitation of the service on this machine. For development only. */
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';

import { type GivenOptions, withDefaults } from '../options';
import { Sandbox } from '../sandbox';
import { Admin } from './admin';
import { addAdminRoutes } from './adminRoutes';
import { Refusal } from './answers';
import { takeBodies } from './bodies';
import { makeCertificate } from './certificate';
import { addRoutes } from './routes';

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

async function makeServer(tls: boolean): Promise<FastifyInstance> {
	const common = { forceCloseConnections: true, routerOptions: { maxParamLength: 2000 } };
	return tls
		? (fastify({ ...common, https: await makeCertificate() }) as unknown as FastifyInstance)
		: fastify(common);
}

/** Starts a sandbox on 127.0.0.1. Rejects if the port is taken. */
export async function startSandbox(input: GivenOptions = {}): Promise<RunningSandbox> {
	const options = withDefaults(input);
	const sandbox = new Sandbox(options);
	const admin = new Admin(sandbox);
	const server = await makeServer(options.tls);
	takeBodies(server);
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
