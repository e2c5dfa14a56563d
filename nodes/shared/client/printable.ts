/**
 * What nobody sees, or what makes the rest be seen otherwise: control characters but for line ends and tabs, characters
 * that turn the direction of a text or are drawn as nothing, and halves of characters.
 */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it is seen: what is written in it for machines only is left out. */
export function printable(text: string): string {
	return text.replace(unseen, '');
}
