/** What makes Excel, LibreOffice and Google Sheets read a text as a formula, wide forms included. */
const signs = '=+\\-@＝＋－＠';

const atStart = new RegExp(`^[${signs}\\t\\r\\n]`);

/** A number within a text, such as "-5" in a list of amounts, is no formula. */
const number = '[+\\-]\\d+(?:\\.\\d+)?(?:[eE][+\\-]?\\d+)?(?:[\\],;}\\t|\\r\\n "]|$)';

/** By the character that separates the cells of the file, and beside it by every usual one. */
const within = new Map<string, RegExp>();

/**
 * A text for a cell of a CSV file in which a spreadsheet finds no formula. An apostrophe goes before a
 * sign that begins a formula: at the start of the cell; after a line end; and after a character that
 * separates cells, also when the file is opened with another separator than it was written with, which
 * makes quotes within a row mere characters.
 */
export function protectedText(text: string, delimiter: string): string {
	let pattern = within.get(delimiter);
	if (!pattern) {
		const separators = `,;\\t|\\r\\n${delimiter.replace(/[\\\]^-]/g, '\\$&')}`;
		pattern = new RegExp(`([${separators}]"*)(?!${number})(?=[${signs}])`, 'g');
		within.set(delimiter, pattern);
	}
	const inner = text.replace(pattern, "$1'");
	return atStart.test(inner) ? `'${inner}` : inner;
}
