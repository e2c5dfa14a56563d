import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { CredentialStore } from './credentials';
import { credentialFor, runNode, type RunOptions, type RunResult } from './engine';

/** A received request. */
export interface Arrived {
	method: string;
	/** Without the query. */
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	body: string;
	/** The text after "Bearer". */
	token: string;
	/** Number of the request with this method and path, from 1 on. */
	count: number;
}

/** Responds to a request. A return value is sent as JSON. */
export type Answering = (request: Arrived, response: ServerResponse, socket: Socket) => unknown;

export interface SmallService {
	baseUrl: string;
	appId: string;
	appSecret: string;
	/** All requests except token exchanges. */
	arrived: Arrived[];
	exchanges: Arrived[];
	/** Open connections. */
	sockets: Set<Socket>;
	/** A credential with what a user enters. */
	credential(changes?: ICredentialDataDecryptedObject): CredentialStore;
	/** Runs the node on it, with a new credential. */
	run(parameters: RunOptions['parameters'], changes?: Partial<RunOptions>): Promise<RunResult>;
}

export interface SmallServiceOptions {
	/** Responds to everything but the exchange. */
	answer: Answering;
	/** Responds to the exchange; by default with a new token for each. */
	exchange?: Answering;
}

const open = new Set<() => Promise<void>>();

afterEach(async () => {
	await Promise.all([...open].map(async (close) => await close()));
	open.clear();
});

/** A service for one test; it closes after the test. */
export async function smallService(options: SmallServiceOptions): Promise<SmallService> {
	const arrived: Arrived[] = [];
	const exchanges: Arrived[] = [];
	const sockets = new Set<Socket>();
	const issue: Answering = ({ count }) => ({
		access_token: `token-${count}-${randomUUID()}`,
		expires_in: 3600,
		token_type: 'Bearer',
	});
	const server = createServer((incoming, response) => {
		void receive(incoming).then(async (request) => {
			const isExchange = request.path.endsWith('/auth/token');
			const others = isExchange ? exchanges : arrived;
			const same = (other: Arrived) =>
				other.method === request.method && other.path === request.path;
			request.count = others.filter(same).length + 1;
			others.push(request);
			const answering = isExchange ? (options.exchange ?? issue) : options.answer;
			const answer = await answering(request, response, incoming.socket);
			const isLeft = !response.headersSent && !incoming.socket.destroyed;
			if (answer !== undefined && isLeft) json(response, 200, answer);
		});
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// Tests break connections on purpose.
		socket.on('error', () => socket.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	open.add(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const appId = `app-${randomUUID()}`;
	const appSecret = `secret-${randomUUID()}`;
	const own = { baseUrl, appId, appSecret };
	const credential: SmallService['credential'] = (changes) => credentialFor(own, changes);
	return {
		...{ ...own, arrived, exchanges, sockets, credential },
		run: async (parameters, changes) =>
			await runNode({ parameters, credentials: credential(), ...changes }),
	};
}

export function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function receive(incoming: IncomingMessage): Promise<Arrived> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const url = new URL(incoming.url ?? '/', 'http://service.example');
	return {
		method: incoming.method ?? '',
		path: url.pathname,
		query: url.searchParams,
		headers: incoming.headers,
		body: Buffer.concat(chunks).toString('utf8'),
		token: (incoming.headers.authorization ?? '').replace(/^Bearer /, ''),
		count: 0,
	};
}
