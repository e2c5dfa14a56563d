/** docs/reference/operations.md#items: each output item is linked to its input, and each failed item is its own. */
import { findOperation } from '../../../nodes/AccountingService/resources';
import { resources } from '../../../dev/scripts/resources';
import { CredentialStore } from '../support/credentials';
import { itemOf, listed, parametersOf, scan, type Which } from '../support/samples';
import { bench, goOn } from '../support/withSandbox';

type Pair = { item: number };

describe.each(listed)('$title', (one) => {
	const { operation } = one;

	it('returns the result of each input item, linked to the item', async () => {
		const { sandbox, run, asked } = await bench();
		// A change cannot be made twice.
		const which: Which[] = operation.changes ? [0, 1, 2] : [0, 1, 0];
		const items = which.map((one_) => itemOf(one, sandbox, one_));
		const runOnce = async () => await run(parametersOf(one), { items, binary: which.map(scan) });
		// The requests once per credential come first.
		if (!operation.changes) await runOnce();
		const before = asked().length;
		const { error, items: output } = await runOnce();
		expect(error).toBeUndefined();
		const differs = Object.keys(items[0]).length > 0;
		const linked = output.map(({ pairedItem }) => pairedItem);
		if ('oncePerInput' in operation && !differs) {
			for (const pair of linked) expect(pair).toEqual({ item: 0 });
			return;
		}
		const inputs = linked.flatMap((pair) => [pair].flat().map((item) => (item as Pair).item));
		expect([...new Set(inputs)]).toEqual([0, 1, 2]);
		expect(inputs).toEqual([...inputs].sort());
		if ('prepare' in operation || operation.requests.length === 0) return;
		const requests = asked()
			.slice(before)
			.map(({ path, query, body }) => JSON.stringify([path, query, body]));
		const each = requests.length / 3;
		expect(each).toBeGreaterThanOrEqual(1);
		if (differs) expect(requests.slice(0, each)).not.toEqual(requests.slice(each, 2 * each));
		if (!operation.changes) expect(requests.slice(0, each)).toEqual(requests.slice(2 * each));
	});

	it('continues after a failed item if On Error says so, and else stops', async () => {
		// Max Tries counts requests.
		if (operation.requests.length === 0) return;
		const { sandbox, run } = await bench();
		const items = [5, 0, 4].map((maxTries, index) => ({
			...itemOf(one, sandbox, index as Which),
			maxTries,
		}));
		const parameters = parametersOf(one, { options: { maxTries: '={{ $json.maxTries }}' } });
		const binary = [scan(0), scan(1), scan(2)];
		const going = await run(parameters, { items, binary, node: goOn });
		expect(going.error).toBeUndefined();
		const failed = going.items.filter(({ json }) => 'error' in json);
		expect(failed).toEqual([
			{ json: { error: expect.stringContaining('Max Tries') }, pairedItem: { item: 1 } },
		]);
		const linked = going.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect([...new Set(linked)]).toEqual([0, 1, 2]);

		const stopping = await run(parameters, { items: items.slice(1), binary });
		expect(stopping.error?.message).toMatch(/^Row 1: .*Max Tries/);
		expect(stopping.error?.context?.itemIndex).toBe(0);
		expect(stopping.items).toEqual([]);
	});

	it('refuses an empty credential before the first request', async () => {
		const { sandbox, run } = await bench();
		const items = [itemOf(one, sandbox, 0)];
		const empty = { baseUrl: '', appId: '', appSecret: '', accessToken: '' };
		const { error } = await run(parametersOf(one), {
			items,
			credentials: new CredentialStore(empty),
		});
		expect(error?.message).toBe('The Base URL is empty');
		expect(error?.description).toContain('https://');
		expect(error?.context?.itemIndex).toBe(0);
		expect(sandbox.admin.journal().entries).toEqual([]);
	});
});

describe('the list of operations', () => {
	it('starts each resource with an operation that it has', () => {
		for (const { operations: own, defaultOperation } of resources) {
			expect(own.map(({ option }) => option.value)).toContain(defaultOperation);
		}
	});

	it('loads each by its value', async () => {
		for (const { resource, operation } of listed) {
			expect(await findOperation(resource.option.value, operation.option.value)).toBe(operation);
		}
	});

	it.each(['search', 'constructor'])('refuses an unknown operation: %s', async (name) => {
		await expect(findOperation('template', name)).rejects.toThrow(
			`The resource "template" has no operation "${name}"`,
		);
	});
});
