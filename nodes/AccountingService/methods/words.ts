/** The words of a text, without punctuation around them. */
function typedWords(text: string): string[] {
	return text
		.split(/\s+/)
		.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
		.filter((word) => word !== '');
}

/**
 * Without case and diacritics: people type the names of Czech contacts without accents. A service may compare accents
 * (docs/api/behaviours.md#healthy-services).
 */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text has all words of another one, in any order. */
export const hasWords = (text: string, typed: string): boolean =>
	typedWords(typed).every((word) => plain(text).includes(plain(word)));

/**
 * A service may look for a text in one field at a time, so it does not find a first name with a last name.
 * @returns the longest of several words, which has the fewest matches; undefined for one word
 */
export function longestWord(typed: string): string | undefined {
	const words = typedWords(typed);
	return words.length > 1
		? words.reduce((longest, word) => (word.length > longest.length ? word : longest))
		: undefined;
}
