import type { INodeProperties } from 'n8n-workflow';

import { allFields } from './support/descriptions';

/** Words that keep a small letter within a title. */
const small = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'per']);
small.add('the').add('to').add('with');

function isTitleCase(text: string): boolean {
	const words = text
		.replace(/[()%]/g, '')
		.trim()
		.split(/[\s-]+/);
	return words.every((word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && small.has(word)));
}

/** The fields that break a rule, by their paths. */
const breaking = (rule: (field: INodeProperties) => boolean) =>
	allFields.filter(({ field }) => !rule(field)).map(({ path, field }) => [path, field.displayName]);

/** n8n words these itself, and a collection needs no sentence. */
const isDescribed = ({ name, type }: INodeProperties) =>
	!['notice', 'hidden', 'collection'].includes(type) && !['resource', 'operation'].includes(name);

describe('fields', () => {
	it('have names in title case', () => {
		expect(allFields.length).toBeGreaterThan(500);
		expect(
			breaking(({ type, displayName }) => type === 'notice' || isTitleCase(displayName)),
		).toEqual([]);
	});

	it('are described in a sentence of at most 200 characters, a switch by "Whether"', () => {
		expect(
			breaking((field) => {
				const { description = '', displayName, type } = field;
				if (!isDescribed(field)) return true;
				const begins = type === 'boolean' ? /^Whether / : /^[A-Z{]/;
				return begins.test(description) && description !== displayName && description.length <= 200;
			}),
		).toEqual([]);
	});
});
