/**
 * What names a document in a payment: the digits of a symbol, and whole words of a message. Both are texts that people
 * and banks write in many ways.
 */

/** Spaces and dashes of all kinds, and invisible characters, which a copied text may contain. */
const spacesAndDashes = /[\s\p{Z}\p{C}\p{Pd}−]/gu;

/** @returns the symbol or number without spaces, dashes, leading zeros and case; '' if nothing is left */
export const matchKey = (text: string): string =>
	text.replace(spacesAndDashes, '').toLowerCase().replace(/^0+/, '');

/** A message for {@link symbolsIn} and {@link MessageIndex}. Accents of decomposed letters are no characters of their own. */
export const messageOf = (text: string): string =>
	text.normalize('NFC').toLowerCase().replace(/\s/g, ' ');

/** As it is called in Czech and Slovak, and in SEPA messages from Slovakia: /VS0020260001/SS/KS0308 */
const symbolInMessage =
	/(?<![\p{L}\p{N}])(?:vs|v\.s\.|var\. +symbol|variabiln[iy] +symbol)[ :.=/#-]{0,4}(\d{1,10})(?![\p{L}\p{N}])(?![ ./\p{Pd}−]+\d)/gu;

/** @param message by {@link messageOf} @returns the keys of its variable symbols, none twice */
export function symbolsIn(message: string): string[] {
	const withoutAccents = message.normalize('NFD').replace(/\p{M}/gu, '');
	const symbols = [...withoutAccents.matchAll(symbolInMessage)].map(([, digits]) =>
		matchKey(digits),
	);
	return [...new Set(symbols)].filter(Boolean);
}

const countMatches = (text: string, kind: RegExp) => text.match(kind)?.length ?? 0;

/** @returns how many letters and digits the text has */
export const lettersAndDigits = (text: string): number => countMatches(text, /[\p{L}\p{N}]/gu);

/** A number of few digits stands in many messages that mean something else, and so do a month and a year. */
const minMixed = 4;
const minNumberDigits = 6;
const monthWithYear = /^(?:(?:0[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2]))$/;

/** A document number's own spaces, dashes and slashes, which people leave out. */
const ownSeparators = /[\s\p{Z}\p{Pd}−/]/gu;

/**
 * @param text a number or variable symbol of a document
 * @returns how a message may write it, by {@link messageOf}; none if it is too short to name a document
 */
export function wordsIn(text: string): string[] {
	const word = messageOf(text).trim();
	const digits = countMatches(word, /\d/g);
	const all = lettersAndDigits(word);
	if (digits === 0 || (digits === all ? all < minNumberDigits : all < minMixed)) return [];
	if (digits === all && monthWithYear.test(word.replace(/\D/g, ''))) return [];
	return [...new Set([word, word.replace(ownSeparators, '')])];
}
