import { printable } from '../../shared/client/redact';

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text of the service cannot become markup. */
export const escapedHtml = (text: string): string =>
	printable(text).replace(/[&<>"']/g, (character) => entities[character]);
