import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { RunningSandbox } from '../../../sandbox';
import { credentialFor, runNode, type RunResult } from './engine';
import type { Parameters } from './withSandbox';

/** What a service is asked for: the parameters of a list or a search. */
export interface Asked {
	kind: 'list' | 'search';
	/** 0-based. */
	page: number;
	pageSize: number;
	parameters: Record<string, unknown>;
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body: string | Buffer;
}

/** A service of one's own: whatever the specification leaves room for, byte by byte. */
export interface OtherService {
	asked: Asked[];
	run(parameters: Parameters, items?: Array<Record<string, unknown>>): Promise<RunResult>;
}

const open = new Set<Server>();

afterEach(() => {
	for (const server of open) server.close();
	open.clear();
});

/** Starts a service that ends with the test. @param answer to every list and search */
export async function otherService(
	answer: (asked: Asked) => Answer,
	credential: ICredentialDataDecryptedObject = {},
): Promise<OtherService> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const url = new URL(request.url ?? '', 'http://service.example');
			if (url.pathname === '/auth/token') {
				response.setHeader('content-type', 'application/json');
				const token = { access_token: 't', expires_in: 3600, token_type: 'Bearer' };
				response.end(JSON.stringify({ ...token, refresh_token: 'r' }));
				return;
			}
			const kind = url.pathname.includes('/search/') ? 'search' : 'list';
			const body = Buffer.concat(chunks).toString();
			const parameters = {
				...Object.fromEntries(url.searchParams),
				...(body === '' ? {} : (JSON.parse(body) as object)),
			} as Record<string, unknown>;
			const one: Asked = {
				kind,
				page: Number(parameters.page) - 1,
				pageSize: Number(parameters.pageSize),
				parameters,
			};
			asked.push(one);
			const { status = 200, headers, body: content } = answer(one);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(content);
		});
	});
	open.add(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const service = {
		baseUrl: `http://127.0.0.1:${port}`,
		appId: 'app',
		// A secret of its own: tokens are shared per address and secret, and ports come back.
		appSecret: `secret-${Math.random()}`,
	};
	const credentials = credentialFor(service as RunningSandbox, credential);
	return {
		asked,
		run: async (parameters, items) =>
			await runNode({ parameters, credentials, items: items as never }),
	};
}

/** The page of a list that is asked for, as the JSON text of each record makes it. */
export function pageOf(records: string[], { page, pageSize }: Asked): string {
	const shown = records.slice(page * pageSize, (page + 1) * pageSize);
	const pagesCount = Math.ceil(records.length / pageSize);
	return `{"accountingDocuments":[${shown.join(',')}],"pagesCount":${pagesCount},"currentPage":${page + 1},"pageSize":${pageSize}}`;
}
