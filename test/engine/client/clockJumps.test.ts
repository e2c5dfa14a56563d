/** docs/internals/faults.md: a clock that jumps ends no token and no wait. */
import type { OperationCall } from '../../../nodes/AccountingService/operation';
import { probeAgain } from '../../../nodes/AccountingService/once/unknownOutcome';
import { clientFor } from '../support/client';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';
import { getAll } from '../support/withSandbox';

/** A computer that wakes up, or a corrected clock. */
function jump(days: number): void {
	const now = Date.now() + days * 86_400_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
}

describe.each([
	['forward', 1],
	['back', -1],
])('a clock that jumps %s during a rate limit', (_direction, days) => {
	const limitedOnce =
		(then: Answering): Answering =>
		(request, response, socket) => {
			if (request.count > 1) return then(request, response, socket);
			jump(days);
			response.setHeader('retry-after', '1');
			return json(response, 429, {});
		};

	it.each<[string, Parameters<typeof smallService>[0]]>([
		['a request', { answer: limitedOnce(() => [{ id: 1 }]) }],
		[
			'the token exchange',
			{ exchange: limitedOnce(() => ({ access_token: 'a-token' })), answer: () => [{ id: 1 }] },
		],
	])('does not end the retries of %s', async (_request, options) => {
		const service = await smallService(options);
		const credentials = service.credential();
		const { error, json: items } = await runNode({ parameters: getAll({ limit: 1 }), credentials });
		expect([error, items.length]).toEqual([undefined, 1]);
	});

	it('does not end the search for a lost document', async () => {
		const { credential } = await smallService({ answer: () => ({}) });
		const call = { client: await clientFor(credential()) } as OperationCall;
		let count = 0;
		const look = async () => {
			jump(days);
			return await Promise.resolve(++count < 3 ? undefined : 'found');
		};
		expect(await probeAgain(call, 'creating', look, { seconds: 60 })).toBe('found');
	});
});
