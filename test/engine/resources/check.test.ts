import type { IDataObject } from 'n8n-workflow';

import { bench, secretsIn } from '../support/withSandbox';

const run = { resource: 'check', operation: 'run' };

const verdictOf = (json: IDataObject[], assumption: string) =>
	json.find((item) => item.assumption === assumption)?.verdict;

describe('Connection Check', () => {
	it('only reads, with 40 requests at the most, and says nothing of what it read', async () => {
		const { sandbox, run: runNode, asked, ...rest } = await bench({ documents: 120 });
		const result = await runNode(run);
		const { entries } = sandbox.admin.journal();
		expect(entries.length).toBeLessThanOrEqual(40);
		expect(asked().every(({ committed }) => committed === undefined)).toBe(true);
		const shown = JSON.stringify(result.json);
		for (let place = 0; place < 120; place++) {
			const { contact, description } = sandbox.admin.documentAt(place);
			for (const text of [...Object.values(contact ?? {}), description]) {
				if (typeof text === 'string' && text.length > 3) expect(shown).not.toContain(text);
			}
		}
		expect(secretsIn(result, { sandbox, run: runNode, asked, ...rest })).toEqual([]);
	});

	it('cannot tell what a list without documents does not show', async () => {
		const { run: runNode } = await bench({ documents: 0 });
		const { json } = await runNode(run);
		for (const assumption of ['Name of the page size', 'Order of the list', 'Pages of a search']) {
			expect(verdictOf(json, assumption)).toBe('cannot tell');
		}
		expect(verdictOf(json, 'A token that is not valid')).toBe('holds');
		expect(json.every(({ enter }) => enter === null)).toBe(true);
	});

	it('fails as every operation where the service cannot be asked', async () => {
		const { run: runNode } = await bench({}, { appSecret: 'wrong-one' });
		const { error, json } = await runNode(run);
		expect(error?.message).toMatch(/refused the App ID or App Secret/);
		expect(json).toEqual([]);
	});

	it('ends when the execution is cancelled', async () => {
		const { run: runNode, asked } = await bench({ latencyMs: 200 });
		await runNode(run, {
			onStart: ({ cancel }) => void setTimeout(cancel, 700),
		});
		expect(asked().length).toBeLessThan(20);
	});
});
