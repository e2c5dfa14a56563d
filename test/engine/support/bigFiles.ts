/**
 * A service in its own process, so that its memory does not count. It accepts files of any size and returns one. Run it
 * as a script with the size of that file in megabytes.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const size = Number(process.argv[2]) * 2 ** 20;
const chunk = Buffer.alloc(2 ** 16, '%PDF-1.4 a line of a large file\n');

const server = createServer((request, response) => {
	let taken = 0;
	request.on('data', (bytes: Buffer) => (taken += bytes.length));
	request.on('end', () => {
		if (request.url?.includes('/auth/token')) {
			return json(response, { access_token: 'token', expires_in: 3600, token_type: 'Bearer' });
		}
		if (request.method === 'POST') return json(response, { id: 800001, taken });
		response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size });
		give(response, size);
	});
});

/** Waits for the client if it is slower. */
function give(response: ServerResponse, left: number): void {
	for (let rest = left; rest > 0; rest -= chunk.length) {
		if (response.write(chunk.subarray(0, rest))) continue;
		response.once('drain', () => give(response, rest - chunk.length));
		return;
	}
	response.end();
}

function json(response: ServerResponse, body: unknown): void {
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

server.listen(0, '127.0.0.1', () => {
	console.log(`Base URL: http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
