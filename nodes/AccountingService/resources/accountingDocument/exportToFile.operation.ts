import { encoded, nameOf, RecordFeed } from '../../export/feed';
import { exportFields } from '../../export/fields';
import { exportName } from '../../export/fileName';
import {
	boundsFields,
	boundsOf,
	formatOf,
	maxDocumentsOf,
	searchOf,
	shareIn,
} from '../../export/form';
import { beginReading, listRequests } from '../../export/range';
import { originOf } from '../../export/shares';
import { storeOf } from '../../export/store';
import { exportFiles } from '../../export/writer';
import { meets } from '../../../shared/documents/filters';
import { scopeOf } from '../../../shared/documents/scope';
import { readOptions } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import { requiredText } from '../../../shared/fields/values';
import { type ItemOperation, ItemWithFiles } from '../../operation';

/** Writes a list or search (docs/api/requests.md#document-lists) to files. */
export const exportToFile: ItemOperation = {
	option: {
		name: 'Export to File',
		value: 'exportToFile',
		action: 'Export invoices and other documents to file',
		description: 'Write any number of accounting documents to a CSV, NDJSON or XLSX file',
	},
	fields: exportFields,
	mayBeNull: boundsFields,
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
	readsInput: shareIn,
	async run(call) {
		const { form, client, host, hint } = call;
		const options = collection(form, 'options');
		const format = formatOf(form);
		const fieldLabel = 'Put Output File in Field';
		const field = requiredText(form.get('binaryPropertyName'), 'binaryPropertyName', fieldLabel);
		const bounds = boundsOf(call);
		const criteria = searchOf(form);
		const origin = await originOf(call, criteria);
		const fileName = exportName(call, format.extension, bounds);
		const maxDocumentsPerFile = maxDocumentsOf(form);
		const { batches, progress, result } = await beginReading(
			{ client, criteria, scope: scopeOf(form), read: readOptions(options), bounds },
			(record) => (!criteria || meets(record, criteria) ? encoded(record, format) : nameOf(record)),
		);
		const plan = {
			...{ format, fileName, field, maxDocumentsPerFile },
			...{ store: storeOf(host), progress },
		};
		const files = await exportFiles(new RecordFeed(batches), plan);
		const { complete, warnings } = result;
		for (const warning of warnings) hint(`Documents may be missing: ${warning}.`);
		for (const notice of [format, format.lineItems].flatMap((table) => table?.notices?.() ?? [])) {
			hint(`${notice}.`);
		}
		return files.map(({ binaries, lineItems, note, part, parts, durationMs, ...account }) => {
			if (note !== undefined) hint(`${note}.`);
			const { lastId } = account;
			// The next export continues here, even if there were no documents.
			const last = account.documents > 0 ? lastId : bounds.afterId;
			const share = { ...bounds, ...origin, documentsRead: progress.documents, part, parts };
			const ofLines = lineItems && { lineItems };
			const details = { format: format.extension, ...share, durationMs, ...ofLines };
			const json = { ...account, lastId: last, complete, details };
			return new ItemWithFiles(json, binaries);
		});
	},
};
