import type { ServiceRecord } from '../../shared/client/envelope';
import { linesOf, type Column } from './columns';
import { decimalText, type FileFormat } from './format';

export interface CsvOptions {
	columns: Column[];
	perLineItem: boolean;
	/** One character. */
	delimiter: string;
	decimalSeparator: '.' | ',';
	/** Three bytes at the beginning by which Excel knows UTF-8. */
	byteOrderMark: boolean;
	/** Puts an apostrophe before texts that a spreadsheet would run as a formula. */
	formulaProtection: boolean;
}

/** What makes Excel, LibreOffice and Google Sheets read a text as a formula, wide forms included. */
const startsFormula = /^[=+\-@\t\r＝＋－＠]/;

/** Comma-separated values as RFC 4180 has them: CRLF, quotes where needed, quotes doubled within. */
export function csvFormat(options: CsvOptions): FileFormat {
	const { columns, perLineItem, delimiter, decimalSeparator, formulaProtection } = options;
	const special = new RegExp(`["\\r\\n${escapeInClass(delimiter)}]`);
	const quoteNumbers = decimalSeparator === delimiter;

	const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
	const cell = (value: unknown): string => {
		if (value === undefined || value === null) return '';
		if (typeof value === 'number') {
			const text = decimalText(value);
			if (decimalSeparator === '.') return text;
			const local = text.replace('.', decimalSeparator);
			return quoteNumbers ? quoted(local) : local;
		}
		if (typeof value === 'string') {
			return quoted(formulaProtection && startsFormula.test(value) ? `'${value}` : value);
		}
		return typeof value === 'boolean' ? String(value) : quoted(JSON.stringify(value));
	};
	const row = (record: ServiceRecord, line?: unknown): string => {
		let text = cell(columns[0].read(record, line));
		for (let index = 1; index < columns.length; index++) {
			text += delimiter + cell(columns[index].read(record, line));
		}
		// A row of one empty cell would be an empty line, which readers skip.
		return `${text === '' ? '""' : text}\r\n`;
	};

	const heading = columns.map(({ path }) => cell(path)).join(delimiter);
	const encode = (record: ServiceRecord) => {
		if (!perLineItem) return { text: row(record), rows: 1 };
		const lines = linesOf(record);
		let text = '';
		for (const line of lines) text += row(record, line);
		return { text, rows: lines.length };
	};
	const writer = { head: `${options.byteOrderMark ? '\uFEFF' : ''}${heading}\r\n`, tail: '' };
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
