import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { resources } from '../../nodes/AccountingService/resources';
import { bench, type Bench } from './support/withSandbox';

const folder = path.resolve(__dirname, '../../nodes/AccountingService/__schema__/v1.0.0');

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (Number.isInteger(value)) return 'integer';
	return typeof value;
}

/** The paths at which a value is not what the schema promises. */
function deviations(value: unknown, schema: Schema | undefined, at = ''): string[] {
	if (schema === undefined) return [`${at} is not in the schema`];
	const types = [schema.type].flat();
	const type = typeOf(value);
	const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
	if (!fits) return [`${at} is ${type} instead of ${types.join(' or ')}`];
	if (type !== 'object' || schema.properties === undefined) return [];
	return Object.entries(value as object).flatMap(([name, part]) =>
		deviations(part, schema.properties?.[name], `${at}/${name}`),
	);
}

/** Values for required fields by name. */
const samples: Record<string, (sandbox: Bench['sandbox']) => string> = {
	token: ({ admin }) => String(admin.documentAt(0).permalinkToken),
	templateId: ({ admin }) => admin.templateIds()[0],
};

const operations = resources.flatMap(({ option, operations: list }) =>
	list.map(
		(operation) => [String(option.value), String(operation.option.value), operation] as const,
	),
);

describe.each(operations)('%s %s', (resource, name, operation) => {
	it('puts out what its schema shows to the next node before the first run', async () => {
		const file = path.join(folder, resource, `${name}.json`);
		expect(existsSync(file)).toBe(true);
		const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
		const { run, sandbox } = await bench();
		const required = operation.fields.filter((field) => field.required);
		const values = required.map((field) => {
			const value = samples[field.name](sandbox);
			return [
				field.name,
				field.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value,
			];
		});
		const { json, error } = await run({
			resource,
			operation: name,
			...Object.fromEntries(values),
		});
		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(json.flatMap((item) => deviations(item, schema))).toEqual([]);
		expect(Object.keys(json[0]).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
	});
});
