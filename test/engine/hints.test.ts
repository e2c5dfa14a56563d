import { callTool } from './support/agent';
import { bench, getAll, getByToken } from './support/withSandbox';

const simplified = 'Only the main fields are shown. Turn off Simplify to get all of them.';

describe('hints beside the output', () => {
	it('say once that the output is simplified, however many items came in', async () => {
		const { run } = await bench();
		const { hints, json } = await run(getAll({ limit: 2 }), { items: [{}, {}, {}] });
		expect(json).toHaveLength(6);
		expect(hints).toEqual([simplified]);
	});

	it('say nothing of it when it is not, or when there is no output', async () => {
		const { run } = await bench();
		expect((await run(getAll({ simplify: false }))).hints).toEqual([]);
		const failed = await run(getByToken('no-such-token'));
		expect([failed.error !== undefined, failed.hints]).toEqual([true, []]);
	});

	it('say once that documents may be missing', async () => {
		const { run, sandbox } = await bench({ documents: 120 });
		sandbox.admin.addFault({ kind: 'wrongPagesCount', add: 3, times: 0 });
		const options = { allowIncomplete: true };
		const { hints } = await run(getAll({ returnAll: true, simplify: false, options }), {
			items: [{}, {}],
		});
		expect(hints).toEqual([expect.stringMatching(/^Documents may be missing: /)]);
	});

	it('do not stand in the way of an agent', async () => {
		const { credentials } = await bench({ documents: 3 });
		for (const kind of ['invoking', 'requesting'] as const) {
			expect((await callTool(kind, credentials, getAll())).text).not.toContain('Simplify');
		}
	});
});
