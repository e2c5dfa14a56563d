import type { ServiceRecord } from '../../shared/client/envelope';
import { linesOf, type Column, type ColumnKind } from './columns';
import { decimalText, numberInText } from './decimals';
import type { FileFormat } from './format';

export interface CsvOptions {
	columns: Column[];
	perLineItem: boolean;
	/** One character. */
	delimiter: string;
	decimalSeparator: '.' | ',';
	/** Three bytes at the beginning by which Excel knows UTF-8. */
	byteOrderMark: boolean;
	/** Puts an apostrophe before what a spreadsheet would run as a formula. */
	formulaProtection: boolean;
}

/** Comma-separated values as RFC 4180 has them: CRLF, quotes where needed, quotes doubled within. */
export function csvFormat(options: CsvOptions): FileFormat {
	const { columns, perLineItem, delimiter, decimalSeparator, formulaProtection } = options;
	const special = new RegExp(`["\\r\\n${escapeInClass(delimiter)}]`);
	const quoteNumbers = decimalSeparator === delimiter;

	const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
	const number = (plain: string): string => {
		if (decimalSeparator === '.') return plain;
		const local = plain.replace('.', decimalSeparator);
		return quoteNumbers ? quoted(local) : local;
	};
	const text = (value: string) =>
		quoted(formulaProtection ? protectedText(value, delimiter) : value);
	const cell = (value: unknown, kind: ColumnKind): string => {
		if (value === undefined || value === null) return '';
		if (typeof value === 'number') return number(decimalText(value));
		if (typeof value === 'boolean') return String(value);
		if (typeof value !== 'string') return text(JSON.stringify(value));
		const plain = numberInText(value, kind);
		return plain === undefined ? text(value) : number(plain);
	};
	const row = (record: ServiceRecord, line?: unknown): string => {
		let cells = cell(columns[0].read(record, line), columns[0].kind);
		for (let index = 1; index < columns.length; index++) {
			cells += delimiter + cell(columns[index].read(record, line), columns[index].kind);
		}
		// A row of one empty cell would be an empty line, which readers skip.
		return `${cells === '' ? '""' : cells}\r\n`;
	};

	const headings = columns.map(({ heading }) => text(heading));
	// Excel takes a file that begins with these two letters for one of another format.
	if (headings[0].startsWith('ID')) headings[0] = `"${headings[0]}"`;
	const encode = (record: ServiceRecord) => {
		if (!perLineItem) return { text: row(record), rows: 1 };
		const lines = linesOf(record);
		return { text: lines.map((line) => row(record, line)).join(''), rows: lines.length };
	};
	const writer = {
		head: `${options.byteOrderMark ? '\uFEFF' : ''}${headings.join(delimiter)}\r\n`,
		tail: '',
	};
	return {
		extension: 'csv',
		mimeType: 'text/csv',
		maxRows: Number.POSITIVE_INFINITY,
		maxTextBytes: Number.POSITIVE_INFINITY,
		encode,
		newFile: () => writer,
	};
}

function escapeInClass(character: string): string {
	return character.replace(/[\\\]^-]/g, '\\$&');
}

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
