import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column } from './columns';
import { ndjsonFormat } from './ndjson';
import type { FileFormat } from './format';

/** One change a line: `{"change", "id", "document"}`; a deleted document has its id alone. */
export const ndjsonChanges: FileFormat = {
	...ndjsonFormat,
	encode: ({ change, id, document }) => {
		const line = change === 'deleted' ? { change, id } : { change, id, document };
		return { text: `${JSON.stringify(line)}\n`, rows: 1 };
	},
};

/** The columns of a document behind those that tell its change. */
export function changeColumns(columns: Column[], tellsFields: boolean): Column[] {
	const own = (path: string): Column => ({
		path,
		heading: path,
		kind: 'text',
		read: (row) => row[path],
	});
	const ofDocument = columns.map((column): Column => ({
		...column,
		read: ({ document }) => column.read(document as ServiceRecord),
	}));
	return [own('change'), ...(tellsFields ? [own('changedFields')] : []), ...ofDocument];
}
