import type { ServerResponse } from 'node:http';

import { passTime } from '../support/clock';
import { runNode } from '../support/engine';
import { smallService, type Answering } from '../support/smallService';
import { getTemplate } from '../support/withSandbox';

/** Sends a space again and again, until the client is gone. */
function drip(response: ServerResponse): void {
	const timer = setInterval(() => response.write(' '), 100);
	response.on('close', () => clearInterval(timer));
}

const slow: Record<string, Answering> = {
	'no answer': () => undefined,
	'a body that drips': (_, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		drip(response);
	},
	'a refusal that drips': (_, response) => {
		response.writeHead(503);
		drip(response);
	},
	'half an answer': (_, response) =>
		void response.writeHead(200, { 'content-length': '99' }).write('{"access'),
};

it.each(Object.entries(slow))(
	'a token exchange that is too slow is told as that, once for all who wait, and the next one is free: %s',
	async (_, exchange) => {
		const service = await smallService({
			answer: () => ({ id: 7 }),
			exchange: (request, response, socket) => {
				if (request.count > 1) return { access_token: 'a-token' };
				const watch = setInterval(() => {
					// Other requests wait for this exchange.
					if (credentials.reads < 3) return;
					clearInterval(watch);
					passTime(31_000);
				}, 20);
				return exchange(request, response, socket);
			},
		});
		const credentials = service.credential();
		const run = async () => await runNode({ parameters: getTemplate('7'), credentials });
		const waiting = await Promise.all([run(), run(), run()]);
		for (const { error } of waiting) {
			expect(error?.message).toMatch(
				/^The request timed out while exchanging the App ID and App Secret for an access token$/,
			);
			expect(error?.description).toMatch(/^Try again later/);
			expect(error?.description).not.toMatch(/Advanced/);
		}
		expect([service.exchanges.length, service.arrived.length]).toEqual([1, 0]);
		expect((await run()).error).toBeUndefined();
		expect([service.exchanges.length, service.arrived.length]).toEqual([2, 1]);
	},
);
