import type { INodeProperties } from 'n8n-workflow';

import { action, allFields, choicesOf, credential, trigger } from './support/descriptions';

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

/** Words of programmers and of no accountant, and words that the guidelines advise against. */
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

	it('have placeholders that are examples or calls to add', () => {
		expect(
			breaking(({ placeholder = 'e.g. ' }) => /^(e\.g\. |Add |Select )/.test(placeholder)),
		).toEqual([]);
	});

	it('come first where they are required', () => {
		for (const { properties } of [action, trigger]) {
			const places = new Map<string, boolean>();
			const late = properties.filter(({ name, type, required, displayOptions }) => {
				if (type === 'notice' || ['resource', 'operation', 'pollTimes'].includes(name))
					return false;
				const { operation, resource } = displayOptions?.show ?? {};
				const place = `${String(resource)}.${String(operation)}`;
				const isLate = required === true && places.get(place) === true;
				if (required !== true) places.set(place, true);
				return isLate;
			});
			expect(late.map(({ name }) => name)).toEqual([]);
		}
	});

	it('offer choices that read as titles, not as code numbers', () => {
		const odd = allFields.flatMap(({ path, field }) =>
			choicesOf(field).flatMap(({ name, description }) =>
				/^[A-Z]/.test(name) && description !== name ? [] : [[path, name]],
			),
		);
		expect(odd).toEqual([]);
	});
});

describe('the nodes', () => {
	it('name actions without articles', () => {
		const actions = allFields
			.flatMap(({ field }) => choicesOf(field))
			.map(({ action: words }) => words)
			.filter((words) => words !== undefined);
		expect(actions.length).toBeGreaterThan(30);
		expect(actions.filter((words) => /\b(a|an|the)\b/i.test(words))).toEqual([]);
	});

	it('explain each type of document', () => {
		const types = allFields
			.filter(({ path }) => path === 'action.type')
			.flatMap((one) => choicesOf(one.field));
		expect(types.length).toBeGreaterThan(8);
		expect(types.filter(({ description }) => !/^[A-Z].{20,}/.test(description ?? ''))).toEqual([]);
	});

	it('use no word that an accountant would have to look up', () => {
		const found = texts.filter(({ text }) => text !== undefined && unwanted.test(text));
		expect(found).toEqual([]);
	});

	it('say in one sentence what they are for', () => {
		for (const { description } of [action, trigger])
			expect(description).toMatch(/^[A-Z].{30,120}$/);
		expect(credential.displayName).toBe('Accounting Service API');
	});
});
