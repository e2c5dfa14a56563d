import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { heldToken } from '../../../nodes/shared/client/token';
import { companies, type Companies } from '../support/companies';
import { additionalDataFor, nodeOf, nodeTypes } from '../support/engine';

const most = 1000;

/** n8n's own request helper. */
function helpersOf({ credentials }: Companies) {
	const node = nodeOf('Node', 'accountingService', {});
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = additionalDataFor(credentials, workflow);
	const run = createRunExecutionData();
	const input = { main: [[{ json: {} }]] };
	const from = { node, data: {}, source: null };
	return new ExecuteContext(workflow, node, data, 'manual', run, 0, [], input, from, []);
}

describe('the tokens in the memory of the process', () => {
	it(`are at most ${most}: the least recently used one is dropped`, async () => {
		const names = Array.from({ length: most + 2 }, (_, index) => `T${index}`);
		const made = await companies(names);
		const { helpers } = helpersOf(made);
		const take = async (name: string) =>
			await heldToken(
				{ helpers },
				{ ...made.of(name), baseUrl: made.sandbox.baseUrl, accessToken: '' },
			);
		const first = await take('T0');
		const second = await take('T1');
		for (const name of names.slice(2, most)) await take(name);
		expect((await take('T0')).accessToken).toBe(first.accessToken);
		for (const name of names.slice(most, most + 1)) await take(name);
		expect((await take('T0')).accessToken).toBe(first.accessToken);
		expect((await take('T1')).accessToken).not.toBe(second.accessToken);
		expect(made.exchanges()).toHaveLength(most + 2);
	}, 120_000);
});
