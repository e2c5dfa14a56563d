import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { smallService, type Answering } from './support/smallService';
import { getTemplate } from './support/withSandbox';

/** Sends a space again and again, until the other side has gone. */
function drip(response: ServerResponse): void {
	const timer = setInterval(() => response.write(' '), 100);
	response.on('close', () => clearInterval(timer));
}

const slow: Answering[] = [
	() => undefined,
	(_, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		drip(response);
	},
	(_, response) => {
		response.writeHead(503);
		drip(response);
	},
	(_, response) => void response.writeHead(200, { 'content-length': '99' }).write('{"access'),
];

it('a token exchange that is too slow is told as that, once for all who wait, and the next one is free', async () => {
	// All at the same time, since each of them takes as long as an exchange is given.
	const told = slow.map(async (exchange) => {
		const service = await smallService({
			answer: () => ({ id: 7 }),
			exchange: (request, response, socket) =>
				request.count === 1 ? exchange(request, response, socket) : { access_token: 'a-token' },
		});
		const credentials = service.credential();
		const run = async () => await runNode({ parameters: getTemplate('7'), credentials });
		const waiting = await Promise.all([run(), run(), run()]);
		for (const { error } of waiting) {
			expect(error?.message).toMatch(
				/ in time while exchanging the App ID and App Secret for an access token$/,
			);
			expect(error?.description).toMatch(/^The service is given 30 seconds to issue a token\./);
			expect(error?.description).not.toMatch(/in the options/);
		}
		expect([service.exchanges.length, service.arrived.length]).toEqual([1, 0]);
		expect((await run()).error).toBeUndefined();
		expect([service.exchanges.length, service.arrived.length]).toEqual([2, 1]);
	});
	await Promise.all(told);
}, 120_000);
