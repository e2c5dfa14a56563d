/** docs/reference/operations.md#output: the next node sees the fields that come. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { previewOutput } from '../../../nodes/AccountingService/preview';
import { itemOf, listed, parametersOf, scan } from '../support/samples';
import { published } from '../support/trigger';
import { bench } from '../support/withSandbox';

const nodes = path.resolve(__dirname, '../../../nodes');

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** @param name without ".json" */
function schemaIn(node: string, name: string): Schema {
	const file = path.join(nodes, node, '__schema__', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (Number.isInteger(value)) return 'integer';
	return typeof value;
}

/** The paths of values that do not match the schema. */
function deviations(value: unknown, schema: Schema | undefined, at = ''): string[] {
	if (schema === undefined) return [`${at} is not in the schema`];
	if (schema.type === undefined) return [];
	const types = [schema.type].flat();
	const type = typeOf(value);
	const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
	if (!fits) return [`${at} is ${type} instead of ${types.join(' or ')}`];
	if (Array.isArray(value) && schema.items) {
		return value.flatMap((part, index) => deviations(part, schema.items, `${at}/${index}`));
	}
	if (type !== 'object' || schema.properties === undefined) return [];
	return Object.entries(value as object).flatMap(([name, part]) =>
		deviations(part, schema.properties?.[name], `${at}/${name}`),
	);
}

describe.each(listed)('$title', (one) => {
	it('outputs what its schema shows to the next node', async () => {
		const { resource, operation } = one;
		const name = `v1.0.0/${String(resource.option.value)}/${String(operation.option.value)}`;
		const schema = schemaIn('AccountingService', name);
		const { run, sandbox } = await bench();
		const { json, error } = await run(parametersOf(one), {
			items: [itemOf(one, sandbox, 0)],
			binary: [scan(0)],
		});
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(json.flatMap((item) => deviations(item, schema))).toEqual([]);
		// No properties if the output is not known in advance.
		const known = schema.properties ?? (Object.keys(operation.output).length === 0 && json[0]);
		const ofPreviews = schema.properties && operation.changes ? previewOutput : {};
		const names = new Set([...Object.keys(json[0]), ...Object.keys(ofPreviews)]);
		expect([...names].sort()).toEqual(Object.keys(known || {}).sort());
	});

	it('outputs in preview what its schema shows, if it has a preview', async () => {
		const { resource, operation } = one;
		if (!operation.changes || Object.keys(operation.output).length === 0) return;
		const name = `v1.0.0/${String(resource.option.value)}/${String(operation.option.value)}`;
		const { run, sandbox } = await bench();
		const parameters = parametersOf(one, { options: { preview: true } });
		const { json } = await run(parameters, {
			items: [0, 0].map(() => itemOf(one, sandbox, 0)),
			binary: [scan(0), scan(0)],
		});
		const schema = schemaIn('AccountingService', name);
		expect(json.map(({ preview }) => preview)).toEqual([true, true]);
		expect(json.flatMap((item) => deviations(item, schema))).toEqual([]);
	});
});

it('The trigger outputs what its schema shows to the next node', async () => {
	const schema = schemaIn('AccountingServiceTrigger', 'v1.0.0');
	const at = await bench();
	const workflow = await published(at, { event: ['created', 'changed'] });
	const [{ id }] = at.sandbox.admin.createDocuments({ count: 1 });
	const created = await workflow.poll();
	at.sandbox.admin.changeDocument(String(id), { total: 17 });
	const changed = await workflow.poll();
	expect([...created, ...changed].map(({ event }) => event)).toEqual(['created', 'changed']);
	for (const item of [...created, ...changed, ...(await workflow.fetchTestEvent())]) {
		expect(deviations(item, schema)).toEqual([]);
		expect(Object.keys(item)).toEqual(Object.keys(schema.properties ?? {}));
	}
});
