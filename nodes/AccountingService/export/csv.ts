import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column, ColumnKind, RowsOf } from './columns';
import { numberText, numberInText } from './decimals';
import type { FileFormat } from './format';

interface CsvOptions {
	columns: Column[];
	rowsOf: RowsOf;
	/** One character. */
	delimiter: string;
	decimalSeparator: '.' | ',';
	/** The first three bytes of the file, by which Excel detects UTF-8. */
	byteOrderMark: boolean;
	/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
	formulaProtection: boolean;
}

/** Comma-separated values (RFC 4180): CRLF, quotes if necessary, doubled quotes inside. */
export function csvFormat(options: CsvOptions): FileFormat {
	const { columns, rowsOf, delimiter, decimalSeparator, formulaProtection } = options;
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

/** The characters, including full-width forms, that start a formula in Excel, LibreOffice and Google Sheets. */
const signs = '=+\\-@＝＋－＠';

/** Programs that clean cells before they read them remove spaces, byte order marks and other invisible characters. */
const atStart = new RegExp(`^(?:[\\s\\p{Cc}\\p{Cf}]*[${signs}]|[\\t\\r\\n])`, 'u');

/** A number in a text, such as "-5" in a list of amounts. It is safe. */
const signedNumber = '[+\\-]\\d+(?:\\.\\d+)?(?:[eE][+\\-]?\\d+)?(?:[\\],;}\\t|\\r\\n "]|$)';

/** Separates at the delimiter of the file and at all usual ones. */
const formulaPatterns = new Map<string, RegExp>();

/**
 * Protects the text of a CSV cell against formulas. It adds an apostrophe before a formula sign at the start of the cell
 * (also after invisible characters), after a line end and after any usual delimiter. With another delimiter, a spreadsheet ignores the quotes in a row.
 */
export function protectedText(text: string, delimiter: string): string {
	let pattern = formulaPatterns.get(delimiter);
	if (!pattern) {
		const separators = `,;\\t|\\r\\n${delimiter.replace(/[\\\]^-]/g, '\\$&')}`;
		pattern = new RegExp(`([${separators}]"*)(?!${signedNumber})(?=[${signs}])`, 'g');
		formulaPatterns.set(delimiter, pattern);
	}
	const inner = text.replace(pattern, "$1'");
	return atStart.test(inner) ? `'${inner}` : inner;
}
