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

describe('every field', () => {
	it.each(allFields.filter(({ field }) => field.type !== 'notice'))(
		'$path has a name in title case and a description in a sentence',
		({ field }) => {
			expect([field.displayName, isTitleCase(field.displayName)]).toEqual([
				field.displayName,
				true,
			]);
			const { description, name, type } = field;
			if (type === 'hidden' || name === 'resource' || name === 'operation') return;
			if (type === 'collection') return;
			expect(description).toMatch(/^[A-Z{]/);
			expect(description).not.toBe(field.displayName);
			expect(description?.length).toBeLessThanOrEqual(200);
		},
	);

	it.each(allFields.filter(({ field }) => field.type === 'boolean'))(
		'$path, a switch, says "Whether"',
		({ field }) => expect(field.description).toMatch(/^Whether /),
	);

	it.each(allFields.filter(({ field }) => field.placeholder !== undefined))(
		'$path has a placeholder that is an example or a call to add',
		({ field }) => expect(field.placeholder).toMatch(/^(e\.g\. |Add |Select )/),
	);
});

describe('every choice', () => {
	const choices = allFields.flatMap(({ path, field }) =>
		choicesOf(field).map((choice) => ({ path, choice, name: choice.name })),
	);

	it.each(choices)('$path: $name reads as a title, not as a code number', ({ choice }) => {
		expect([choice.name, /^[A-Z]/.test(choice.name)]).toEqual([choice.name, true]);
		expect(choice.name).not.toMatch(/^\d+$/);
		expect(choice.description).not.toBe(choice.name);
	});
});

describe('the nodes', () => {
	it.each([action, trigger])('$displayName: required fields come first', ({ properties }) => {
		for (const [index, field] of properties.entries()) {
			if (field.required !== true) continue;
			const { operation, resource } = field.displayOptions?.show ?? {};
			const before = properties.slice(0, index).filter((other) => {
				const shown = other.displayOptions?.show;
				return (
					other.type !== 'notice' &&
					!['resource', 'operation', 'pollTimes'].includes(other.name) &&
					String(shown?.operation) === String(operation) &&
					String(shown?.resource) === String(resource)
				);
			});
			expect(before.filter(({ required }) => required !== true)).toEqual([]);
		}
	});

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
