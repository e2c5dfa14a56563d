/** docs/reference/operations.md#items: each expression is resolved once per item. */
import type { IDataObject } from 'n8n-workflow';

import { membersWith, optionalCollections } from '../support/optionalFields';
import { itemOf, listed, parametersOf, scan, type Which } from '../support/samples';
import { bench, search, type Parameters } from '../support/withSandbox';

/** Each expression writes its path into the item when n8n resolves it. */
function counting(value: unknown, path = ''): unknown {
	if (typeof value === 'string' && value.startsWith('={{'))
		return value.replace('={{', `={{ $json.resolved.push('${path}') &&`);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, one]) => [
		name,
		counting(one, `${path}.${name}`),
	]);
	return Array.isArray(value)
		? entries.map(([, one]) => one as unknown)
		: (Object.fromEntries(entries) as object);
}

const repeated = (list: string[]) => list.filter((one, index) => list.indexOf(one) !== index);

describe('n8n resolves each expression of the form once per item', () => {
	it.each(listed)('$title', async (one) => {
		const made = await bench({ documents: 30 });
		const which: Which[] = [0, 1];
		const items = which.map((place) => ({
			...itemOf(one, made.sandbox, place),
			resolved: [] as string[],
		}));
		const parameters = parametersOf(one) as Record<string, object>;
		const added = optionalCollections(one).map((field) => [
			field.name,
			{ ...membersWith('={{ $json.cell }}', field), ...parameters[field.name] },
		]);
		const { run } = made;
		await run(counting({ ...parameters, ...(Object.fromEntries(added) as object) }) as Parameters, {
			items: items as IDataObject[],
			binary: which.map(scan),
			node: { onError: 'continueRegularOutput' },
		});
		for (const { resolved } of items) {
			expect(resolved).not.toEqual([]);
			expect(repeated(resolved)).toEqual([]);
		}
	});

	it('also for equal items, of which one runs, and for a value that cannot be read', async () => {
		const { run } = await bench({ documents: 5 });
		const items = ['CZK', 'CZK', 'EUR', 'no'].map((currency) => ({
			currency,
			resolved: [] as string[],
		}));
		const filters = {
			currency: '={{ $json.currency }}',
			valueFrom: '={{ $json.currency === "no" ? "no" : 1 }}',
		};
		await run(counting(search({ filters })) as Parameters, {
			items,
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ resolved }) => resolved)).toEqual(
			items.map(() => ['.filters.currency', '.filters.valueFrom']),
		);
	});
});
