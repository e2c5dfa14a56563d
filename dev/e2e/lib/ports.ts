import { createServer } from 'node:net';

/** A free port of the loopback interface; `wanted` if it is free. */
export async function freePort(wanted = 0): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', (error) => {
			if (wanted === 0) reject(error);
			else freePort().then(resolve, reject);
		});
		server.listen(wanted, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => {
				if (address !== null && typeof address === 'object') resolve(address.port);
				else reject(new Error('The loopback interface gave no port.'));
			});
		});
	});
}
