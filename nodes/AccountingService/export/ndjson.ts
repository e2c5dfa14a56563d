import type { ServiceRecord } from '../../shared/client/envelope';
import { lineItemsField, onePerLine } from './columns';
import type { FileFormat } from './format';

/** Some readers also end a line at these. JSON allows them in text, and their escapes too. */
const otherLineEnds = /[\u0085\u2028\u2029]/g;

const lineOf = (row: unknown): string => {
	const json = JSON.stringify(row);
	const escaped = (character: string) =>
		`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `${json.replace(otherLineEnds, escaped)}\n`;
};

const ndjson = (rowsOf: (record: ServiceRecord) => unknown[]): FileFormat => ({
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	maxRows: Number.POSITIVE_INFINITY,
	maxTextBytes: Number.POSITIVE_INFINITY,
	encode: (record) => {
		const rows = rowsOf(record);
		return { text: rows.map(lineOf).join(''), rows: rows.length };
	},
	newFile: () => ({ head: '', tail: '' }),
});

/** One record per line, with all fields. IDs above 2^53 are strings, as everywhere in the node. */
export const ndjsonFormat = ndjson((record) => [record]);

/** One change per line: `{"change", "id", "document"}`, without `document` for a deletion. */
export const ndjsonChanges = ndjson(({ change, id, document }) => [
	change === 'deleted' ? { change, id } : { change, id, document },
]);

/** One line item per line, with the names of the columns of the other formats. */
export const ndjsonLineItems = ndjson((record) => {
	const { id, accountingDocumentNo } = record;
	return onePerLine(record).map((line) => ({ id, accountingDocumentNo, [lineItemsField]: line }));
});
