import type { INodeProperties } from 'n8n-workflow';

import { allFields, choicesOf } from './support/descriptions';

/** Words in lower case within a title. */
const small = /^(an?|and|as|at|by|for|in|of|on|or|per|the|to|with)$/;

const isTitleCase = (text: string): boolean =>
	(text.match(/[^\s()%-]+/g) ?? []).every(
		(word, index) => /^[A-Z0-9]/.test(word) || (index > 0 && small.test(word)),
	);

/** Programmers' words, and words that the guidelines advise against. */
const unwanted =
	/\b(boolean|string|integer|regex|enum|iterate|parse|payload|endpoint|pagination|null|undefined|query param|please|simply|just|error occurred|utili[sz]e)\b/i;

const texts = allFields.flatMap(({ path, field }) =>
	[field.displayName, field.description, field.placeholder, field.hint]
		.concat(
			choicesOf(field).flatMap(({ name, description, action }) => [name, description, action]),
		)
		.map((text) => ({ path, text })),
);

/** The paths of the fields that break a rule. */
const breaking = (rule: (field: INodeProperties) => boolean) =>
	allFields.filter(({ field }) => !rule(field)).map(({ path, field }) => [path, field.displayName]);

/** n8n words these itself, and a collection needs no description. */
const isDescribed = ({ name, type }: INodeProperties) =>
	!['notice', 'hidden', 'collection'].includes(type) && !['resource', 'operation'].includes(name);

it('fields have names in title case', () => {
	expect(allFields.length).toBeGreaterThan(500);
	const isTitled = ({ type, displayName }: INodeProperties) =>
		type === 'notice' || isTitleCase(displayName);
	expect(breaking(isTitled)).toEqual([]);
});

it('fields have a description of at most 200 characters, which begins with "Whether" for a switch', () => {
	expect(
		breaking((field) => {
			const { description = '', displayName, type } = field;
			if (!isDescribed(field)) return true;
			const begins = type === 'boolean' ? /^Whether / : /^[A-Z{]/;
			return begins.test(description) && description !== displayName && description.length <= 200;
		}),
	).toEqual([]);
});

it('lists of output fields and columns say what a field is, not what to enter', () => {
	const lists = allFields.filter(({ field }) => ['outputFields', 'columns'].includes(field.name));
	const words = lists.flatMap(({ field }) => choicesOf(field).map((one) => one.description));
	expect(words.length).toBeGreaterThan(200);
	expect(words.filter((text = '') => text === '' || /[.!?]( |$)/.test(text))).toEqual([]);
});

it('the nodes use no word that an accountant has to look up, and one word for a line item', () => {
	const line = /\blines?\b(?! (items?|totals?)\b)(?<!per line(?=,))/i;
	expect(texts.filter(({ text = '' }) => unwanted.test(text) || line.test(text))).toEqual([]);
});
