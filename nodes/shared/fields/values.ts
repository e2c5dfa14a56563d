import { ServiceError } from '../client/errors';

/** A value of a picker. The editor marks it with `__rl`; a default, and what other tools write, lacks the mark. */
interface Picked {
	mode: string;
	value: unknown;
}

export const isPicked = (entered: unknown): entered is Picked =>
	typeof entered === 'object' && entered !== null && 'mode' in entered && 'value' in entered;

/**
 * The ID of a value that was picked from a list. n8n extracts it only outside collections.
 * @param entered in a picker; other fields may have objects of this shape too
 * @returns undefined for a picker that was left alone
 */
export function pickedValue(entered: unknown): unknown {
	if (!isPicked(entered)) return entered;
	return isEmpty(entered.value) ? undefined : entered.value;
}

/** undefined, null or '': an empty cell, or a missing column. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** The same, or a text in which nobody sees anything. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && trimmed(value) === '');

/** The same, or a list or object without members. Most fields refuse those by name. */
export function isNothing(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	// A date has no members of its own either.
	const isObject = Object.prototype.toString.call(value) === '[object Object]';
	return isObject ? Object.keys(value as object).length === 0 : isBlank(value);
}

/** Without spaces at the ends, and without the invisible characters that a copied text may have there. */
export function trimmed(text: string): string {
	return text
		.replace(/^[\s\p{Cc}\p{Cf}]+/u, '')
		.replace(/(?<![\s\p{Cc}\p{Cf}])[\s\p{Cc}\p{Cf}]+$/u, '');
}

/** "0017" is "17". */
export const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Names from a list or a text with commas. */
export function namesIn(value: unknown): string[] {
	return String(value ?? '')
		.split(',')
		.map(trimmed)
		.filter(Boolean);
}

/** A value as an error message may show it: short. */
export function quoteValue(value: unknown): string {
	if (isEmpty(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value).slice(0, 40);
}

/** "A", "A and B", "A, B and C" */
export const inWords = (parts: string[]): string => new Intl.ListFormat('en-GB').format(parts);

/** The first of many names, and how many there are more: "A, B and 8 more". */
export function someInWords(names: string[], max = 10, more = 'more'): string {
	const rest = names.length - max;
	return inWords(rest > 0 ? [...names.slice(0, max), `${rest} ${more}`] : names);
}

/**
 * Names all fields without a value at once, so that nobody has to run a workflow once for each.
 * @param toEnter what to enter, if not all of them
 * @throws ServiceError (badInput) always
 */
export function refuseLacking(
	lacking: Array<{ path: string; label: string }>,
	word: 'empty' | 'missing' = 'missing',
	toEnter?: string,
): never {
	const labels = inWords(lacking.map(({ label }) => label));
	const isOne = lacking.length === 1;
	throw new ServiceError('badInput', `${labels} ${isOne ? 'is' : 'are'} ${word}`, {
		description: `Enter ${toEnter ?? labels}. If ${isOne ? 'it comes' : 'they come'} from an expression, check that the item has that field, or leave such items out with a Filter node.`,
		fields: lacking.map(({ path }) => path),
	});
}

/** @throws ServiceError (badInput) always */
export function refuseEmpty(field: string, label: string): never {
	return refuseLacking([{ path: field, label }], 'empty');
}
