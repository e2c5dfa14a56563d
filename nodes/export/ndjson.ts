import type { FileFormat } from './format';

/** One record a line, every field as it came; ids beyond 2^53 as strings, as everywhere in the node. */
export const ndjsonFormat: FileFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	maxRows: Number.POSITIVE_INFINITY,
	maxTextLength: Number.POSITIVE_INFINITY,
	rowsOf: () => 1,
	newFile: () => ({ head: '', add: (record) => `${JSON.stringify(record)}\n`, tail: '' }),
};
