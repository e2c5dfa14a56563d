import { encoded, RecordFeed, type EncodedRecord } from '../../export/feed';
import { exportFields } from '../../export/formFields';
import { formatOf } from '../../export/readForm';
import { exportFiles, filesPlan } from '../../export/writer';
import { criteriaOf } from '../../../shared/documents/criteria';
import { type ItemOperation, ItemWithFiles } from '../../operation';
import { beginReading, doubtsOf } from '../../reading';
import { listRequests } from './documentList';

/** Writes a list or search (docs/api/requests.md#document-lists) to files. */
export const exportToFile: ItemOperation = {
	option: {
		name: 'Export to File',
		value: 'exportToFile',
		action: 'Export invoices and other documents to file',
		description: 'Write any number of accounting documents to a CSV, NDJSON or XLSX file',
	},
	fields: exportFields,
	requests: listRequests,
	output: {
		fileName: 'text',
		complete: 'flag',
		documents: 'whole',
		rows: 'whole',
		totals: 'group',
		checksum: 'text',
		firstId: 'id',
		lastId: 'id',
		bytes: 'whole',
		sha256: 'text',
		details: 'group',
	},
	oncePerInput: true,
	refusesEmptyFilters: true,
	async run(call) {
		const { form, hint } = call;
		const format = formatOf(form);
		const criteria = criteriaOf(form);
		const { matching, progress, result } = beginReading(call, criteria);
		async function* rows(): AsyncGenerator<EncodedRecord[]> {
			for await (const records of matching) {
				yield records.map((record) => encoded(record, format));
			}
		}
		const plan = filesPlan(call, format, progress);
		const files = await exportFiles(new RecordFeed(rows()), plan);
		const { complete } = result;
		for (const doubt of doubtsOf(result)) hint(`${doubt}.`);
		return files.map(({ binaries, note, details, ...account }) => {
			if (note !== undefined) hint(`${note}.`);
			return new ItemWithFiles({ ...account, complete, details }, binaries);
		});
	},
};
