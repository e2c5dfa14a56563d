/**
 * What nobody sees, or what makes the rest be seen otherwise: control characters but for line ends and tabs, characters
 * that turn the direction of a text or are drawn as nothing, and halves of characters.
 */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it is seen: what is written in it for machines only is left out. */
export function printable(text: string): string {
	return text.replace(unseen, '');
}

/** Longer than any text of this package; what is longer quotes somebody. */
const longestText = 2000;

/** A text that is put together of others' words, as it is shown: printable, and not too long to be read. */
export function shown(text: string): string {
	const isLong = text.length > longestText;
	return printable(isLong ? `${text.slice(0, longestText - 1)}…` : text);
}
