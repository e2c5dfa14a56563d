import type { ServiceRecord } from '../../shared/client/envelope';
import type { FileFormat } from './format';

const ndjson = (lineOf: (record: ServiceRecord) => unknown): FileFormat => ({
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	maxRows: Number.POSITIVE_INFINITY,
	maxTextBytes: Number.POSITIVE_INFINITY,
	encode: (record) => ({ text: `${JSON.stringify(lineOf(record))}\n`, rows: 1 }),
	newFile: () => ({ head: '', tail: '' }),
});

/** One record per line, with all fields. IDs above 2^53 are strings, as everywhere in the node. */
export const ndjsonFormat = ndjson((record) => record);

/** One change per line: `{"change", "id", "document"}`, without `document` for a deletion. */
export const ndjsonChanges = ndjson(({ change, id, document }) =>
	change === 'deleted' ? { change, id } : { change, id, document },
);
