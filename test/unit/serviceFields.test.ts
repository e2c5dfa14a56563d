import { readFileSync } from 'node:fs';
import path from 'node:path';

import { listed } from '../engine/support/samples';

const described = ['requests', 'resources'].map((page) =>
	readFileSync(path.resolve(__dirname, `../../docs/api/${page}.md`), 'utf8'),
);
const documented = new Set(
	[...described.join('\n').matchAll(/`(\w+)`/g)].map(([, field]) => field),
);

/** The node itself adds these to the response. */
const ofNode: Record<string, string[]> = { 'File: Upload': ['bytes', 'fileName', 'mimeType'] };

/** Computed from the payments of a document (docs/reference/codes.md#is-it-paid). */
const ofPayments = ['amountDue'];

const outputs = listed.flatMap(({ title, operation }) => {
	const choices = operation.fields.find(({ name }) => name === 'outputFields')?.options ?? [];
	const fields = choices.flatMap((choice) => ('value' in choice ? [String(choice.value)] : []));
	return fields.length === 0 ? [] : [{ title, fields }];
});

describe('the fields that a user can select', () => {
	it('are those of most operations', () => expect(outputs.length).toBeGreaterThan(15));

	// A misspelled field compiles, and is null in every output item.
	it.each(outputs)('of $title are in docs/api/resources.md', ({ title, fields }) => {
		const own = [...ofPayments, ...(ofNode[title] ?? [])];
		expect(fields.filter((field) => !documented.has(field) && !own.includes(field))).toEqual([]);
	});
});
