/** docs/api/writes.md#never-twice: n8n's own retry repeats no change. */
import type { INode } from 'n8n-workflow';

import { bench, goOn, type Bench, byId } from '../support/withSandbox';

const again: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const create = {
	resource: 'task',
	operation: 'create',
	title: '={{ $json.title }}',
};

const sent = ({ asked }: Bench) =>
	asked('/v2/tasks').map(({ body }) => (body as { title: string }).title);

describe('"Retry On Fail" of n8n', () => {
	it.each([
		['A, B, B, C', 2, again],
		['A, B, C, A', 1, { ...again, ...goOn }],
	])('skips items that are done, and continues with the others: %s', async (order, call, node) => {
		const made = await bench({ documents: 1 });
		const match = { url: '/v2/tasks', call };
		made.sandbox.admin.addFault({ kind: 'status', status: 400, match });
		const items = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
		const { error, json } = await made.run(create, { items, node });
		expect(error).toBeUndefined();
		expect(json.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
		expect(sent(made).join(', ')).toBe(order);
	});

	it.each([
		[
			'an unknown outcome',
			{ kind: 'resetAfter', times: 0 } as const,
			/did not confirm .* may or may not have been made/,
		],
		[
			'an error in a success response',
			{
				...({ kind: 'status', status: 200, phase: 'after' } as const),
				body: { message: 'The mail server failed', fieldsAffected: [{ name: 'title' }] },
			},
			/The mail server failed.*\. The change may or may not have been made/,
		],
	])('skips items with %s', async (_, fault, says) => {
		const made = await bench({ documents: 1 });
		made.sandbox.admin.addFault({ ...fault, match: { url: '/v2/tasks' } });
		const { error } = await made.run(create, { items: [{ title: 'A' }], node: again });
		expect(error?.message).toMatch(says);
		expect(error?.description).toMatch(/nothing is done twice/);
		expect(sent(made)).toEqual(['A']);
	});

	it('repeats an item whose read failed before the change was sent', async () => {
		const made = await bench({ documents: 1 });
		const { id } = made.sandbox.admin.documentAt(0);
		for (const call of [1, 2]) {
			const match = { method: 'GET', call } as const;
			made.sandbox.admin.addFault({ kind: 'status', status: 503, match });
		}
		const update = {
			...{ resource: 'accountingDocument', operation: 'update' },
			accountingDocumentId: byId(String(id)),
			updateFields: { description: 'Changed' },
			options: { maxTries: 2 },
		};
		const { error, json } = await made.run(update, { node: again });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		const methods = made.asked().map(({ method }) => method);
		expect(methods).toEqual(['GET', 'GET', 'GET', 'PUT']);
	});
});
