/** docs/api/writes.md#many-items: one request for many documents, and a result for each. */
import { bench, goOn, type Bench, type Parameters, byId } from '../support/withSandbox';

const bulkPath = '/v2/bulk/accountingdocuments';

const operation = (name: string, changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: name,
	accountingDocumentId: byId('={{ $json.id }}'),
	...changes,
});

const idsOf = ({ sandbox }: Bench, count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: sandbox.admin.documentAt(index).id }));

describe('bulk operations', () => {
	it('delete the documents of 1,000 items in 20 requests, each with its own result', async () => {
		const one = await bench({ documents: 1005 });
		const items = idsOf(one, 1000);
		const { error, items: output } = await one.run(operation('delete'), { items });
		expect(error).toBeUndefined();
		expect(one.asked()).toHaveLength(20);
		expect(output).toEqual(
			items.map(({ id }, item) => ({
				json: { deleted: true, id: Number(id) },
				pairedItem: { item },
			})),
		);
		expect(one.sandbox.admin.count()).toBe(5);
	});

	it('return an error for each failed item, and say what was done', async () => {
		const one = await bench();
		const items = idsOf(one, 5);
		items[2] = { id: 77 as never };
		const stopped = await one.run(operation('delete'), { items });
		expect(stopped.error?.message).toMatch(
			/^Row 3: The service refused 77 while deleting accounting documents/,
		);
		expect(stopped.error?.context?.itemIndex).toBe(2);
		expect(stopped.error?.description).toMatch(/Already done: row 1 \(ID \d+\); row 2/);
		const fresh = await bench();
		const going = await fresh.run(operation('delete'), { items, node: goOn });
		expect(going.json.map((json) => ('error' in json ? 'error' : json.deleted))).toEqual([
			true,
			true,
			'error',
			true,
			true,
		]);
		expect(going.json[2].error).toMatch(/refused 77 while deleting accounting documents: .*77/);
	});

	it('change documents in the order of the items, and send each ID once', async () => {
		const one = await bench();
		const [{ id: a }, { id: b }] = idsOf(one, 2);
		const items = [
			{ id: a, state: 'Draft' },
			{ id: b, state: 'Uzavřeno' },
			{ id: a, state: 'Draft' },
			{ id: a, state: 'Uzavřeno' },
		];
		const parameters = operation('changeState', { state: '={{ $json.state }}' });
		const { error, json } = await one.run(parameters, { items });
		expect(error).toBeUndefined();
		expect(json.map(({ id, state }) => [id, state])).toEqual(
			items.map(({ id, state }) => [Number(id), state]),
		);
		expect(one.asked().map(({ body }) => (body as { ids: unknown }).ids)).toEqual([[a], [b], [a]]);
		expect(one.sandbox.admin.document(a ?? '').state).toBe('Uzavřeno');
	});

	it('name the states of the newest documents if the service refuses a state', async () => {
		const one = await bench({ documents: 130 });
		const newest = Array.from({ length: 100 }, (_, at) => one.sandbox.admin.documentAt(129 - at));
		const count = (state: string) => newest.filter((document) => document.state === state).length;
		const items = idsOf(one, 2);
		const parameters = operation('changeState', {
			state: { __rl: true, mode: 'name', value: 'Aproved' },
		});
		const { error } = await one.run(parameters, { items });
		expect(error?.message).toMatch(/^Row 1: The service refused \d+ while changing the state/);
		const said =
			/The newest 100 documents have these states: (.+)\. To mark a document as paid, use the operation Mark as Paid\.$/.exec(
				error?.description ?? '',
			);
		const states = [...new Set(newest.map(({ state }) => state ?? ''))];
		expect(said?.[1].split(/, | and /).sort()).toEqual(
			states.map((state) => `${state} (${count(state)})`).sort(),
		);
		expect(one.asked('/v2/search/accountingdocuments')).toHaveLength(1);
		const going = await one.run(parameters, { items, node: goOn });
		for (const { error: each } of going.json) expect(each).toMatch(/have these states: /);
		expect(one.asked('/v2/search/accountingdocuments')).toHaveLength(2);
		expect(one.asked(bulkPath)).toHaveLength(2);
	});

	it('name the states in preview, with one search, if no new document has the state', async () => {
		const one = await bench({ documents: 130 });
		const items = idsOf(one, 2);
		const preview = async (value: string) =>
			await one.run(
				operation('changeState', {
					...{ state: { __rl: true, mode: 'name', value } },
					options: { preview: true },
				}),
				{ items },
			);
		const { json, hints } = await preview('Aproved');
		expect(json.map(({ remark }) => remark)).toEqual(
			items.map(
				() => expect.stringMatching(/^The newest 100 documents have these states: /) as string,
			),
		);
		expect(hints.join(' ')).toMatch(/→ Aproved\. The newest 100 documents have these states/);
		expect(one.asked('/v2/search/accountingdocuments')).toHaveLength(1);
		const known = await preview(one.sandbox.admin.documentAt(129).state ?? '');
		expect(known.json.map(({ remark }) => remark)).toEqual([undefined, undefined]);
	});

	it('do not read states for another refusal, or if the list fails', async () => {
		const one = await bench();
		const [{ state }] = [one.sandbox.admin.documentAt(119)];
		const { error } = await one.run(operation('changeState', { state }), {
			items: [{ id: 77 }],
		});
		expect(error?.message).toMatch(/^The service refused 77 while/);
		expect(error?.description).not.toMatch(/states/);
		one.sandbox.admin.addFault({
			kind: 'status',
			status: 400,
			times: 9,
			match: { path: 'search' },
		});
		const failed = await one.run(operation('changeState', { state: 'Aproved' }), {
			items: idsOf(one, 1),
		});
		expect(failed.error?.message).toMatch(/^The service refused \d+ while/);
		expect(failed.error?.description).not.toMatch(/states/);
	});

	it.each([
		['setcategory', 'categoryId', '41', { categoryId: 41 }],
		['setcashregister', 'cashRegisterId', '12', { cashRegisterId: 12 }],
		['setpaymenttype', 'paymentType', 2, { paymentType: 2 }],
		['setpreferredbranch', 'preferredBranchId', 'B1', { preferredBranch: 'B1' }],
		['clearpreferredproject', 'preferredProjectId', 'P1', { preferredProject: null }],
	])('%s changes its field', async (change, name, value, expected) => {
		const one = await bench();
		const items = idsOf(one, 3);
		const { error } = await one.run(operation('updateMany', { change, [name]: value }), { items });
		expect(error).toBeUndefined();
		expect(one.asked()).toHaveLength(1);
		for (const { id } of items)
			expect(one.sandbox.admin.document(id ?? '')).toMatchObject(expected);
	});

	it.each([
		['setcategory', 'categoryId', '999999', 'Category ID: is no category'],
		['setcashregister', 'cashRegisterId', '999999', 'Cash Register ID: is no cash register'],
	])('%s: a refusal names the field as the form does', async (change, name, value, reason) => {
		const one = await bench();
		const parameters = operation('updateMany', { change, [name]: value });
		const { error } = await one.run(parameters, { items: idsOf(one, 1) });
		expect(error?.message).toContain(reason);
	});

	it.each([
		['resetAfter', true],
		['truncatedJson', true],
		['noRecords', true],
		['emptyBody', false],
	] as const)('read what was done if the answer is lost: %s, %s', async (kind, isRead) => {
		const one = await bench();
		one.sandbox.admin.addFault({ kind, match: { path: 'bulk' } });
		const items = idsOf(one, 3);
		const { error, json, hints } = await one.run(operation('delete'), { items });
		expect(error).toBeUndefined();
		expect(json).toEqual(items.map(({ id }) => ({ deleted: true, id: Number(id) })));
		const says = /The service did not confirm.*then read each of the 3 records/;
		expect(hints).toEqual(isRead ? [expect.stringMatching(says)] : []);
		expect(one.asked(bulkPath)).toHaveLength(1);
		if (!isRead) expect(one.asked()).toHaveLength(1);
	});

	it('read no further document if a service that lost the answer is down', async () => {
		const one = await bench();
		one.sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'bulk' } });
		const down = { kind: 'status', status: 503, times: 0 } as const;
		one.sandbox.admin.addFault({ ...down, match: { method: 'GET' } });
		const items = idsOf(one, 30);
		const parameters = operation('delete', { options: { maxTries: 2 } });
		const { json } = await one.run(parameters, { items, node: goOn });
		expect(json.map(({ error }) => error)).toEqual(
			items.map(({ id }) => expect.stringContaining(`could not read ${id} afterwards`) as string),
		);
		// Two looks, with two tries each.
		expect(one.asked().filter(({ method }) => method === 'GET')).toHaveLength(4);
	});
});
