import type { FileFormat } from './format';

/** One record a line, every field as it came; ids beyond 2^53 as strings, as everywhere in the node. */
export const ndjsonFormat: FileFormat = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	maxRows: Number.POSITIVE_INFINITY,
	maxTextBytes: Number.POSITIVE_INFINITY,
	encode: (record) => ({ text: `${JSON.stringify(record)}\n`, rows: 1 }),
	newFile: () => ({ head: '', tail: '' }),
};
