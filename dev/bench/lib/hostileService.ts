import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service whose few documents have a given text as their description. Its answers are made before they are asked
 * for and are the same each time, so that its own time for a megabyte is that of sending it.
 */
export class HostileService {
	readonly appId = 'bench';
	readonly appSecret = 'bench';

	/** Bytes of lists that were sent. */
	sentBytes = 0;

	private readonly answers = new Map<string, Buffer>();

	private constructor(
		private readonly server: Server,
		private readonly description: string,
		private readonly documents: number,
	) {}

	/** @param text the description of each document */
	static async start(text: string, documents: number): Promise<HostileService> {
		const server = createServer();
		const service = new HostileService(server, JSON.stringify(text), documents);
		server.on('request', (request, response) => {
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
			request.resume();
			response.setHeader('content-type', 'application/json');
			if (pathname === '/auth/token') response.end('{"access_token":"hostile","expires_in":3600}');
			else response.end(service.page(searchParams));
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		service.page(new URLSearchParams({ page: '1', pageSize: '100' }));
		service.sentBytes = 0;
		return service;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Newest first, as the real service lists them. */
	private page(asked: URLSearchParams): Buffer {
		const [page, size] = [Number(asked.get('page') ?? 1), Number(asked.get('pageSize') ?? 20)];
		const key = `${page} ${size}`;
		let answer = this.answers.get(key);
		if (!answer) {
			const pagesCount = Math.max(1, Math.ceil(this.documents / size));
			const from = (page - 1) * size;
			// Before the first page there is nothing, as beyond the last one.
			const count = page < 1 ? 0 : Math.max(0, Math.min(size, this.documents - from));
			const records = Array.from(
				{ length: count },
				(_, index) => `{"id":${this.documents - from - index},"description":${this.description}}`,
			);
			answer = Buffer.from(
				`{"accountingDocuments":[${records.join(',')}],"currentPage":${page},"pagesCount":${pagesCount}}`,
			);
			this.answers.set(key, answer);
		}
		this.sentBytes += answer.length;
		return answer;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}
