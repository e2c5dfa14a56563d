import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { findOperation, resources } from '../../nodes/AccountingService/resources';
import { CredentialStore } from './support/credentials';
import { bench, goOn, type Bench, type Parameters } from './support/withSandbox';

/** Every operation of every resource, so that a new one is held to the common rules by itself. */
const operations = resources.flatMap((resource) =>
	resource.operations.map(
		(operation) =>
			[`${resource.option.name}: ${operation.option.name}`, resource, operation] as const,
	),
);

/** Values for required fields by name, two of each. A new required field needs a line here. */
const samples: Record<string, (sandbox: Bench['sandbox'], which: 0 | 1) => string> = {
	token: ({ admin }, which) => String(admin.documentAt(which).permalinkToken),
	templateId: ({ admin }, which) => admin.templateIds()[which],
};

type Listed = (typeof operations)[number];

function parametersOf([, resource, operation]: Listed, changes: Parameters = {}): Parameters {
	const required = operation.fields.filter((field) => field.required);
	return {
		resource: resource.option.value,
		operation: operation.option.value,
		...Object.fromEntries(
			required.map(({ name, type }) => {
				const value = `={{ $json.${name} }}`;
				return [name, type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value];
			}),
		),
		...changes,
	};
}

function itemOf([, , operation]: Listed, sandbox: Bench['sandbox'], which: 0 | 1) {
	const required = operation.fields.filter((field) => field.required);
	return Object.fromEntries(required.map(({ name }) => [name, samples[name](sandbox, which)]));
}

/** A field and every field inside it. */
function allFields(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) => {
			if ('type' in option) return [option as INodeProperties];
			return 'values' in option ? (option as INodePropertyCollection).values : [];
		});
		return [field, ...allFields(inner)];
	});
}

describe.each(operations)('%s', (...listed) => {
	const [, , { option, fields }] = listed;

	it('has an action, a description and fields that explain themselves', () => {
		expect(option.action).toMatch(/^[A-Z]\S* .+[^.]$/);
		expect(option.description).toMatch(/^[A-Z].+/);
		expect(option.description).not.toBe(option.name);
		for (const field of allFields(fields)) {
			expect(field.displayName).toMatch(/^[A-Z]/);
			if (['collection', 'notice'].includes(field.type)) continue;
			expect([field.name, field.description]).toEqual([
				field.name,
				expect.stringMatching(field.type === 'boolean' ? /^Whether / : /^[A-Z]/),
			]);
			expect(field.default).toBeDefined();
			if (field.type === 'options' || field.type === 'multiOptions') {
				const names = (field.options as INodePropertyOptions[]).map(({ name }) => name);
				expect(new Set(names).size).toBe(names.length);
			}
		}
		// A name may come twice, for two occasions.
		const names = fields.map(({ name, displayOptions }) => JSON.stringify([name, displayOptions]));
		expect(new Set(names).size).toBe(names.length);
	});

	it('sends the requests of each input item for itself, and links what it gives to the item', async () => {
		const { sandbox, run, asked } = await bench();
		const items = ([0, 1, 0] as const).map((which) => itemOf(listed, sandbox, which));
		const { error, items: output } = await run(parametersOf(listed), { items });
		expect(error).toBeUndefined();
		const linked = output.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect([...new Set(linked)]).toEqual([0, 1, 2]);
		expect(linked).toEqual([...linked].sort());
		const paths = asked().map(({ path, query, body }) => JSON.stringify([path, query, body]));
		const each = paths.length / 3;
		expect(each).toBeGreaterThanOrEqual(1);
		expect(paths.slice(0, each)).toEqual(paths.slice(2 * each));
		const differs = Object.keys(items[0]).length > 0;
		expect(paths[0] !== paths[each]).toBe(differs);
	});

	it('goes on after an item that fails when the node is set to, and stops at it when not', async () => {
		const { sandbox, run } = await bench();
		const items = [5, 0, 5].map((maxTries) => ({ ...itemOf(listed, sandbox, 0), maxTries }));
		const parameters = parametersOf(listed, { options: { maxTries: '={{ $json.maxTries }}' } });
		const going = await run(parameters, { items, node: goOn });
		expect(going.error).toBeUndefined();
		const failed = going.items.filter(({ json }) => 'error' in json);
		expect(failed).toEqual([
			{ json: { error: expect.stringContaining('Max Tries') }, pairedItem: { item: 1 } },
		]);
		const linked = going.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect([...new Set(linked)]).toEqual([0, 1, 2]);

		const stopping = await run(parameters, { items });
		expect(stopping.error?.message).toContain('Max Tries');
		expect(stopping.error?.context?.itemIndex).toBe(1);
		expect(stopping.items).toEqual([]);
	});

	it('refuses an empty credential before anything is sent', async () => {
		const { sandbox, run } = await bench();
		const items = [itemOf(listed, sandbox, 0)];
		const empty = { baseUrl: '', appId: '', appSecret: '', accessToken: '' };
		const { error } = await run(parametersOf(listed), {
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

	it('names each resource and operation once', () => {
		const pairs = operations.map(
			([, { option }, operation]) => `${option.value}:${operation.option.value}`,
		);
		expect(new Set(pairs).size).toBe(pairs.length);
	});

	it('refuses a pair that it does not hold', () => {
		expect(() => findOperation('template', 'search')).toThrow(
			'There is no operation "search" for the resource "template"',
		);
	});
});
