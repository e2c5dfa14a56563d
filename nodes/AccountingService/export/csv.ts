import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column, ColumnKind, RowsOf } from './columns';
import { numberText, numberInText } from './decimals';
import type { FileFormat } from './format';

/** What may be between two cells of a row, with its label on the form. */
export const delimiters = { ',': 'Comma', '|': 'Pipe', ';': 'Semicolon', '\t': 'Tab' } as const;

export type Delimiter = keyof typeof delimiters;

interface CsvOptions {
	columns: Column[];
	rowsOf: RowsOf;
	delimiter: Delimiter;
	/**
	 * Decimal commas, and a byte order mark, by which Excel detects UTF-8. It then opens the file with a double click in
	 * countries with a decimal comma.
	 */
	forExcel: boolean;
	/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
	formulaProtection: boolean;
}

/** Comma-separated values (RFC 4180): CRLF, quotes if necessary, doubled quotes inside. */
export function csvFormat(options: CsvOptions): FileFormat {
	const { columns, rowsOf, delimiter, forExcel, formulaProtection } = options;
	const special = new RegExp(`["\\r\\n${escapeInClass(delimiter)}]`);

	const enclosed = (text: string) => `"${text.replaceAll('"', '""')}"`;
	const quoted = (text: string) => (special.test(text) ? enclosed(text) : text);
	const number = (plain: string): string => (forExcel ? plain.replace('.', ',') : plain);
	const text = (value: string) => {
		if (!formulaProtection) return quoted(value);
		const safe = protectedText(value);
		// With another delimiter, a number before this text begins a formula. A quote after the number ends it.
		return canHarm(value) ? enclosed(safe) : quoted(safe);
	};
	const cell = (value: unknown, kind: ColumnKind): string => {
		if (value === undefined || value === null) return '';
		if (typeof value === 'number') return number(numberText(value));
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
		// Readers skip an empty line, so a single empty cell is quoted.
		return `${cells === '' ? '""' : cells}\r\n`;
	};

	const headings = columns.map(({ heading }) => text(heading));
	// Excel takes a file that starts with ID for another format (SYLK).
	if (headings[0].startsWith('ID')) headings[0] = `"${headings[0]}"`;
	const encode = (record: ServiceRecord) => {
		const lines = rowsOf(record);
		return { text: lines.map((line) => row(record, line)).join(''), rows: lines.length };
	};
	const writer = {
		head: `${forExcel ? '\uFEFF' : ''}${headings.join(delimiter)}\r\n`,
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

function escapeInClass(characters: string): string {
	return characters.replace(/[\\\]^-]/g, '\\$&');
}

/** The characters, including full-width forms, that start a formula in Excel, LibreOffice and Google Sheets. */
const signs = '=+\\-@＝＋－＠';

/** Programs that clean cells before they read them remove spaces, byte order marks and other invisible characters. */
const unseenCharacters = '\\s\\p{Cc}\\p{Cf}';

const atStart = new RegExp(`^(?:[${unseenCharacters}]*[${signs}]|[\\t\\r\\n])`, 'u');

/** A formula needs one of these to call a function, to start a program, or to read another file. */
const canHarm = (text: string) => /[(!#（！＃]/.test(text);

const separators = `\\r\\n${escapeInClass(Object.keys(delimiters).join(''))}`;

/** Before a sign that follows a separator. */
const afterSeparator = `(?=[${signs}])(?<=[${separators}]["${unseenCharacters}]*)`;

const numberAlone = `[+\\-]\\d+(?:\\.\\d+)?(?:[eE][+\\-]?\\d+)?[\\]}% \u00A0]*(?:[${separators}]|$)`;

const anyFormula = new RegExp(afterSeparator, 'gu');

const formulaButNumber = new RegExp(`${afterSeparator}(?!${numberAlone})`, 'gu');

/**
 * Protects the text of a CSV cell against formulas, whatever delimiter a spreadsheet opens the file with: with another
 * one, it ignores the quotes in a row. Adds an apostrophe before a formula sign at the start of the cell, after a line
 * end and after any delimiter, also if invisible characters are between. A number such as -5 in "Discount, -5 %"
 * stays if the text cannot make a harmful formula of it.
 */
export function protectedText(text: string): string {
	const pattern = text.includes('"') || canHarm(text) ? anyFormula : formulaButNumber;
	const inner = text.replace(pattern, "'");
	return atStart.test(inner) ? `'${inner}` : inner;
}
