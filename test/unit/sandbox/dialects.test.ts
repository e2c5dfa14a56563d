import type { GivenOptions } from '../../../sandbox/options';
import { type RunningSandbox, startSandbox } from '../../../sandbox/http/server';
import { Caller } from './client';

async function withSandbox(
	options: GivenOptions,
	work: (caller: Caller, sandbox: RunningSandbox) => Promise<void>,
): Promise<void> {
	const sandbox = await startSandbox({ documents: 30, ...options });
	try {
		await work(await Caller.of(sandbox), sandbox);
	} finally {
		await sandbox.close();
	}
}

describe('habits of other services', () => {
	it('can refuse without naming what is to blame', () =>
		withSandbox({ refusals: 'unnamed' }, async (caller) => {
			const { status, json } = await caller.list('?nonsense=1');
			expect([status, json.fieldsAffected]).toEqual([400, []]);
			expect(JSON.stringify(json)).not.toContain('nonsense');
		}));

	it('can answer a token that it never issued like any other refusal', () =>
		withSandbox({ unknownTokenStatus: 403 }, async (_caller, { baseUrl }) => {
			const headers = { authorization: 'Bearer nonsense' };
			const { status } = await fetch(`${baseUrl}/v2/accountingdocuments`, { headers });
			expect(status).toBe(403);
		}));

	it('can bear a number of requests at once, and not one more', () =>
		withSandbox({ mostAtOnce: 2, latencyMs: 200 }, async (caller) => {
			const replies = await Promise.all([1, 2, 3, 4].map(async () => await caller.list()));
			expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
			expect((await caller.list()).status).toBe(200);
		}));
});
