import { type GivenFault, type RunningSandbox, startSandbox } from '../../../sandbox';
import { Caller, invoice } from './client';

describe('faults of writes', () => {
	let sandbox: RunningSandbox;
	let caller: Caller;
	beforeEach(async () => {
		sandbox = await startSandbox({ documents: 12 });
		caller = await Caller.of(sandbox);
	});
	afterEach(() => sandbox.close());

	const committed = (): unknown => sandbox.admin.journal().entries.at(-1)?.committed;
	const settled = (work: Promise<{ status: number; text: string }>): Promise<unknown> =>
		work.then(
			({ status, text }) => [status, text.length],
			() => 'no answer',
		);

	it.each<[GivenFault, unknown]>([
		[{ kind: 'status', status: 503 }, 503],
		[{ kind: 'status', status: 429, retryAfter: '2' }, 429],
		[{ kind: 'html', status: 502 }, 502],
		[{ kind: 'redirect', location: 'https://elsewhere.example/' }, 302],
		[{ kind: 'expireToken' }, 401],
		[{ kind: 'resetBefore' }, undefined],
	])('before: %j leaves nothing done', async (fault, status) => {
		sandbox.admin.addFault(fault);
		const outcome = await caller.create(invoice()).catch(() => ({ status: undefined }));
		expect([outcome.status, sandbox.admin.count(), committed()]).toEqual([status, 12, false]);
	});

	it.each<[GivenFault, unknown]>([
		[{ kind: 'status', status: 502, phase: 'after' }, [502, expect.any(Number)]],
		[{ kind: 'html', status: 504, phase: 'after' }, [504, expect.any(Number)]],
		[{ kind: 'emptyBody' }, [200, 0]],
		[{ kind: 'emptyBody', status: 204 }, [204, 0]],
		[{ kind: 'truncatedJson' }, [200, expect.any(Number)]],
		[{ kind: 'errorBody' }, [200, expect.any(Number)]],
		[{ kind: 'resetAfter' }, 'no answer'],
		[{ kind: 'resetWithin' }, 'no answer'],
	])('after: %j loses the answer of what was done', async (fault, expected) => {
		sandbox.admin.addFault(fault);
		expect(await settled(caller.create(invoice()))).toEqual(expected);
		expect([sandbox.admin.count(), committed()]).toEqual([13, true]);
		expect(sandbox.admin.createdDocuments()).toHaveLength(1);
	});

	it('after: a stalled answer never comes, and all is done', async () => {
		sandbox.admin.addFault({ kind: 'stall', phase: 'after' });
		const first = await Promise.race([
			settled(caller.create(invoice())),
			new Promise((resolve) => setTimeout(() => resolve('waiting'), 200)),
		]);
		expect([first, sandbox.admin.count(), committed()]).toEqual(['waiting', 13, true]);
	});

	it('a slow commit lands after the caller gave up', async () => {
		sandbox.admin.addFault({ kind: 'slowCommit', ms: 400 });
		const given = fetch(`${sandbox.baseUrl}/v2/accountingdocuments`, {
			method: 'POST',
			headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(invoice()),
			signal: AbortSignal.timeout(100),
		});
		await expect(given).rejects.toThrow();
		expect([sandbox.admin.count(), committed()]).toEqual([12, false]);
		while (sandbox.admin.count() === 12) await new Promise((resolve) => setTimeout(resolve, 20));
		expect(sandbox.admin.journal().entries.at(-1)).toMatchObject({
			committed: true,
			isAborted: true,
			fault: 'slowCommit',
		});
	});

	it('a late fault waits for a write that keeps to the rules', async () => {
		sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'createDocument' } });
		expect((await caller.create(invoice({ currency: 'x' }))).status).toBe(400);
		expect(await settled(caller.create(invoice()))).toBe('no answer');
	});

	it('match a method, the beginning of a path and the nth call', async () => {
		const [id] = (await caller.all()).map((one) => one.id);
		sandbox.admin.addFault(
			{ kind: 'status', status: 503, match: { method: 'PUT', call: 2 } },
			{ kind: 'status', status: 504, match: { url: '/v2/bulk/' } },
		);
		const statuses = [
			(await caller.create(invoice())).status,
			(await caller.update(id, invoice())).status,
			(await caller.update(id, invoice())).status,
			(await caller.bulk('remove', [id])).status,
			(await caller.get(id)).status,
		];
		expect(statuses).toEqual([200, 200, 503, 504, 200]);
	});

	it('strike by chance, the same calls for the same seed', async () => {
		const pattern = async (seed: number): Promise<string> => {
			sandbox.admin.clearFaults();
			sandbox.admin.addFault({ kind: 'status', status: 503, match: { rate: 0.3, seed }, times: 0 });
			let text = '';
			for (let call = 0; call < 40; call++)
				text += (await caller.list()).status === 503 ? 'x' : '.';
			return text;
		};
		const first = await pattern(7);
		expect(await pattern(7)).toBe(first);
		expect(await pattern(8)).not.toBe(first);
		expect(first.split('x').length).toBeGreaterThan(5);
		expect(first.split('x').length).toBeLessThan(21);
	});
});
