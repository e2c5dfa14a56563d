import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { DelayingProxy } from '../../../bench/lib/delayingProxy';

/** Answers with what was sent, once all of it has come. */
async function echo() {
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		const chunks: Buffer[] = [];
		socket.on('data', (chunk) => chunks.push(chunk));
		socket.on('end', () => socket.end(Buffer.concat(chunks)));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

describe('the network of the benchmark', () => {
	it.each([0, 10])(
		'at %d ms hands on every byte in order, and the end of each side',
		async (ms) => {
			const server = await echo();
			const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const proxy = await DelayingProxy.start(origin, ms);
			try {
				const { hostname, port } = new URL(proxy.baseUrl);
				const contents = Array.from({ length: 5 }, () => randomBytes(300_000));
				const answers = await Promise.all(
					contents.map(async (content) => {
						const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
						socket.end(content);
						return await buffer(socket);
					}),
				);
				expect(answers.map((answer, index) => answer.equals(contents[index]))).toEqual(
					contents.map(() => true),
				);
			} finally {
				await proxy.stop();
				server.close();
			}
		},
	);
});
