import type { INodeProperties } from 'n8n-workflow';

import { allFields, choicesOf } from './support/descriptions';

/** Words in lower case within a title. */
const small = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'per']);
small.add('the').add('to').add('with');

function isTitleCase(text: string): boolean {
	const words = text
		.replace(/[()%]/g, '')
		.trim()
		.split(/[\s-]+/);
	return words.every((word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && small.has(word)));
}

/** Programmers' words, and words that the guidelines advise against. */
const unwanted =
	/\b(boolean|string|integer|regex|enum|iterate|parse|payload|endpoint|pagination|null|undefined|query param|please|simply|just|error occurred|utili[sz]e)\b/i;

const texts = allFields.flatMap(({ path, field }) => [
	...[field.displayName, field.description, field.placeholder, field.hint].map((text) => ({
		path,
		text,
	})),
	...choicesOf(field).flatMap(({ name, description, action: words }) =>
		[name, description, words].map((text) => ({ path: `${path} (${name})`, text })),
	),
]);

/** The paths of the fields that break a rule. */
const breaking = (rule: (field: INodeProperties) => boolean) =>
	allFields.filter(({ field }) => !rule(field)).map(({ path, field }) => [path, field.displayName]);

/** n8n words these itself, and a collection needs no description. */
const isDescribed = ({ name, type }: INodeProperties) =>
	!['notice', 'hidden', 'collection'].includes(type) && !['resource', 'operation'].includes(name);

describe('fields', () => {
	it('have names in title case', () => {
		expect(allFields.length).toBeGreaterThan(500);
		expect(
			breaking(({ type, displayName }) => type === 'notice' || isTitleCase(displayName)),
		).toEqual([]);
	});

	it('have a description of at most 200 characters, which begins with "Whether" for a switch', () => {
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

describe('the nodes', () => {
	it('use no word that an accountant has to look up', () => {
		const found = texts.filter(({ text }) => text !== undefined && unwanted.test(text));
		expect(found).toEqual([]);
	});

	it('have one word for a line item', () => {
		const others = /\blines?\b(?! (items?|totals?)\b)/i;
		const isOfText = (text: string) => /per line,/.test(text);
		const found = texts.filter(({ text = '' }) => others.test(text) && !isOfText(text));
		expect(found).toEqual([]);
	});

	it('do not end a sentence with the name of an output field', () => {
		const outputs = allFields.filter(({ path }) => path.endsWith('outputFields'));
		const odd = outputs.flatMap(({ field }) =>
			choicesOf(field).filter(({ value, description }) => !description?.startsWith(`${value}: `)),
		);
		expect(outputs.length).toBeGreaterThan(5);
		expect(odd).toEqual([]);
	});
});
