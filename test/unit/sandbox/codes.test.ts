import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { PREFIXES, TYPES } from '../../../dev/sandbox/generated/texts';
import { template } from '../../../dev/sandbox/resources/templates';
import { vatRate } from '../../../dev/sandbox/resources/vatRates';

type Schema = z.core.JSONSchema.BaseSchema;

/** Numbers that the contract accepts, by the name of the field. */
function* codesIn(schema: Schema): Generator<[field: string, codes: number[]]> {
	for (const variant of [...(schema.anyOf ?? []), schema.items, schema]) {
		if (typeof variant !== 'object' || Array.isArray(variant)) continue;
		for (const [name, field] of Object.entries(variant.properties ?? {})) {
			if (typeof field !== 'object') continue;
			const codes = [field, ...(field.anyOf ?? [])].flatMap((one) => one.enum ?? []);
			if (codes.length > 0) yield [name, codes.map(Number)];
			yield* codesIn(field);
		}
		if (variant !== schema) yield* codesIn(variant);
	}
}

const page = readFileSync(path.resolve(__dirname, '../../../docs/api/resources.md'), 'utf8');
const rows = (page.split('\n## Codes\n')[1] ?? '').split('\n## ')[0].split('\n');
const published = rows
	.flatMap((row) => {
		const [, fields = '', codes = ''] = row.split('|');
		const known = [...codes.matchAll(/(?:^|,) *(\d+) /g)].map(([, code]) => Number(code));
		return [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => ({ field, known }));
	})
	.filter(({ known }) => known.length > 0);

const schemas = [template, vatRate.pick({ type: true })].map((schema) =>
	z.toJSONSchema(schema, { unrepresentable: 'any' }),
);

it.each(published)('the sandbox knows the published codes of $field', ({ field, known }) => {
	const found = schemas.flatMap((schema) => [...codesIn(schema)]);
	// "type" is a field of a document and of a VAT rate.
	const lists = found.filter(([name]) => name === field).map(([, codes]) => codes.join());
	expect(lists).toContain(known.join());
});

it('the sandbox generates documents of every type', () => {
	expect(new Set(TYPES.map(String))).toEqual(new Set(Object.keys(PREFIXES)));
});
