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
	it('skips items that are done, and continues with the others', async () => {
		const made = await bench({ documents: 1 });
		made.sandbox.admin.addFault({
			kind: 'status',
			status: 400,
			match: { url: '/v2/tasks', call: 2 },
		});
		const items = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
		const { error, json } = await made.run(create, { items, node: again });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(sent(made)).toEqual(['A', 'B', 'B', 'C']);
	});

	it('skips items with an unknown outcome', async () => {
		const made = await bench({ documents: 1 });
		made.sandbox.admin.addFault({ kind: 'resetAfter', match: { url: '/v2/tasks' }, times: 0 });
		const { error } = await made.run(create, { items: [{ title: 'A' }], node: again });
		expect(error?.description).toMatch(/could make the change twice/);
		expect(sent(made)).toEqual(['A']);
	});

	it('skips items whose success response reports an error', async () => {
		const made = await bench({ documents: 1 });
		made.sandbox.admin.addFault({
			kind: 'status',
			status: 200,
			phase: 'after',
			body: { message: 'The mail server failed', fieldsAffected: [{ name: 'title' }] },
			match: { url: '/v2/tasks' },
		});
		const { error } = await made.run(create, { items: [{ title: 'A' }], node: again });
		expect(error?.message).toMatch(
			/The mail server failed.*\. The change may or may not have been made/,
		);
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

	it('does the same if On Error is Continue', async () => {
		const made = await bench({ documents: 1 });
		const fault = { kind: 'status' as const, status: 400, match: { url: '/v2/tasks', call: 1 } };
		made.sandbox.admin.addFault(fault);
		const items = [{ title: 'A' }, { title: 'B' }];
		const { json } = await made.run(create, { items, node: { ...again, ...goOn } });
		expect(json).toHaveLength(2);
		expect(json.filter((item) => 'error' in item)).toEqual([]);
		expect(sent(made)).toEqual(['A', 'B', 'A']);
	});
});
