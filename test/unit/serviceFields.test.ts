import { readFileSync } from 'node:fs';
import path from 'node:path';

import { documentRecord } from '../../nodes/shared/documents/documentRecord';
import { choiceLabel, type ServiceFields } from '../../nodes/shared/fields/describe';
import { fieldNamed, listed } from '../engine/support/samples';

const described = ['requests', 'resources'].map((page) =>
	readFileSync(path.resolve(__dirname, `../../docs/api/${page}.md`), 'utf8'),
);
const documented = new Set(
	[...described.join('\n').matchAll(/`(\w+)`/g)].map(([, field]) => field),
);

/** The node itself adds these to the response. */
const ofNode: Record<string, string[]> = { 'File: Upload': ['bytes', 'fileName', 'mimeType'] };

/** Computed from the contact and the payments of a document (docs/reference/codes.md#is-it-paid). */
const computed = ['contactName', 'amountDue'];

const outputs = listed.flatMap((one) => {
	const { title } = one;
	const choices = fieldNamed(one, 'outputFields')?.options ?? [];
	const fields = choices.flatMap((choice) => ('value' in choice ? [String(choice.value)] : []));
	return fields.length === 0 ? [] : [{ title, fields }];
});

describe('the fields that a user can select', () => {
	it('are those of most operations', () => expect(outputs.length).toBeGreaterThan(15));

	// A misspelled field compiles, and is null in every output item.
	it.each(outputs)('of $title are in docs/api/resources.md', ({ title, fields }) => {
		const own = [...computed, ...(ofNode[title] ?? [])];
		expect(fields.filter((field) => !documented.has(field) && !own.includes(field))).toEqual([]);
	});
});

/** Codes with their labels, by the path of the field. A label may have other spaces than its name in the service. */
function codesIn(fields: ServiceFields): Array<{ name: string; codes: string[] }> {
	return Object.entries(fields).flatMap(([name, { choices, fields: inner = {} }]) => {
		const own = Object.keys(choices ?? {}).map(
			(code) => `${code} ${String(choiceLabel(choices ?? {}, code))}`,
		);
		return [...(choices ? [{ name, codes: own }] : []), ...codesIn(inner)];
	});
}

describe('the codes of a document', () => {
	const comparable = (text: string) => text.replace(/\s/g, '').toLowerCase();
	const rows = (described[1].split('\n## Codes\n')[1] ?? '').split('\n');
	const fields = codesIn(documentRecord.fields);

	it('are those of many fields', () => expect(fields.length).toBeGreaterThan(8));

	it.each(fields)('in $name are in docs/api/resources.md', ({ name, codes }) => {
		const row = rows.find((one) => one.includes(`\`${name}\``)) ?? '';
		const known = comparable(row.split('|')[2] ?? '').split(',');
		expect(codes.map(comparable)).toEqual(known);
	});
});
