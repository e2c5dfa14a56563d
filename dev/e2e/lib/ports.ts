import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which could take one before its server starts. */
const range = { from: 15_000, to: 30_000 };

const mostTries = 100;

/** A free port of the loopback interface; `wanted` if it is free. */
export async function freePort(wanted?: number): Promise<number> {
	for (let tries = 0; tries < mostTries; tries++) {
		const port = tries === 0 && wanted ? wanted : randomInt(range.from, range.to);
		if (await isFree(port)) return port;
	}
	throw new Error('The loopback interface has no free port.');
}

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.on('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
