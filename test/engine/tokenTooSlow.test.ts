import type { ServerResponse } from 'node:http';

import { runNode } from './support/engine';
import { smallService, type Answering } from './support/smallService';
import { getTemplate } from './support/withSandbox';

/** Sends a space again and again, until the other side has gone. */
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

/** What bounds of time are measured by, without the time itself. */
let passedMs = 0;

beforeAll(() => {
	for (const clock of [performance, Date]) {
		const now = clock.now.bind(clock);
		jest.spyOn(clock, 'now').mockImplementation(() => now() + passedMs);
	}
});

afterAll(() => jest.restoreAllMocks());

it.each(Object.entries(slow))(
	'a token exchange that is too slow is told as that, once for all who wait, and the next one is free: %s',
	async (_, exchange) => {
		const service = await smallService({
			answer: () => ({ id: 7 }),
			exchange: (request, response, socket) => {
				if (request.count > 1) return { access_token: 'a-token' };
				setTimeout(() => (passedMs += 31_000), 300);
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
