import { encoded, identityOf, RecordFeed } from '../../export/feed';
import { exportFields } from '../../export/fields';
import { exportName } from '../../export/fileName';
import { formatOf, maxDocumentsOf } from '../../export/form';
import { beginReading } from '../../export/reading';
import { storeOf } from '../../export/store';
import { exportFiles } from '../../export/writer';
import { criteriaOf } from '../../../shared/documents/criteria';
import { meets } from '../../../shared/documents/filters';
import { scopeOf } from '../../../shared/documents/scope';
import { readOptions } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import { requiredText } from '../../../shared/fields/values';
import { type ItemOperation, ItemWithFiles } from '../../operation';
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
		firstId: 'id',
		lastId: 'id',
		bytes: 'whole',
		sha256: 'text',
		details: 'group',
	},
	oncePerInput: true,
	refusesEmptyFilters: true,
	async run(call) {
		const { form, client, host, hint } = call;
		const options = collection(form, 'options');
		const format = formatOf(form);
		const fieldLabel = 'Put Output File in Field';
		const field = requiredText(form.get('binaryPropertyName'), 'binaryPropertyName', fieldLabel);
		const criteria = criteriaOf(form);
		const fileName = exportName(call, format.extension);
		const maxDocumentsPerFile = maxDocumentsOf(form);
		const { batches, progress, result } = beginReading(
			{ client, criteria, scope: scopeOf(form), read: readOptions(options) },
			(record) => (meets(record, criteria) ? encoded(record, format) : identityOf(record)),
		);
		const plan = {
			format,
			fileName,
			field,
			maxDocumentsPerFile,
			store: storeOf(host),
			progress,
		};
		const files = await exportFiles(new RecordFeed(batches), plan);
		const { complete, warnings } = result;
		for (const warning of warnings) hint(`Documents may be missing: ${warning}.`);
		for (const notice of [format, format.lineItems].flatMap((table) => table?.notices?.() ?? [])) {
			hint(`${notice}.`);
		}
		return files.map(({ binaries, lineItems, note, part, parts, durationMs, ...account }) => {
			if (note !== undefined) hint(`${note}.`);
			const details = {
				format: format.extension,
				documentsRead: progress.documents,
				part,
				parts,
				durationMs,
				...(lineItems && { lineItems }),
			};
			return new ItemWithFiles({ ...account, complete, details }, binaries);
		});
	},
};
