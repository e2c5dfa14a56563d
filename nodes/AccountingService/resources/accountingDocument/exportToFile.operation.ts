import { exportFiles } from '../../export/exporter';
import { exportName } from '../../export/fileName';
import { originOf } from '../../export/origin';
import { beginReading } from '../../export/reading';
import { stoppedExport } from '../../export/stopped';
import { searchOf } from '../../export/sourceFields';
import { FileStore } from '../../export/store';
import { exportFields } from '../../export/exportFields';
import { boundsFields, boundsOf, formatOf, maxDocumentsOf } from '../../export/exportForm';
import { readOptions } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import { requiredText } from '../../../shared/fields/values';
import { type ItemOperation, ItemWithFiles } from '../../operation';
import { scopeOf } from '../../../shared/documents/scope';

/** List or search (specification section 4) into files instead of items. */
export const exportToFile: ItemOperation = {
	option: {
		name: 'Export to File',
		value: 'exportToFile',
		action: 'Export accounting documents to file',
		description: 'Write any number of accounting documents into a CSV, NDJSON or XLSX file',
	},
	fields: exportFields,
	mayBeNull: boundsFields,
	requests: [
		{ route: 'GET /v2/accountingdocuments', basis: 'specification 4' },
		{ route: 'POST /v2/search/accountingdocuments', basis: 'specification 4' },
	],
	output: {
		fileName: 'text',
		documents: 'whole',
		rows: 'whole',
		firstId: 'id',
		lastId: 'id',
		afterId: 'id',
		untilId: 'id',
		totals: 'group',
		sha256: 'text',
		bytes: 'whole',
		durationMs: 'number',
		part: 'whole',
		parts: 'whole',
		format: 'text',
		complete: 'flag',
		organization: 'text',
		search: 'text',
	},
	oncePerInput: true,
	async run(call) {
		const { form, client, host, hint } = call;
		const options = collection(form, 'options');
		const format = formatOf(form);
		const fieldLabel = 'Put Output File in Field';
		const field = requiredText(form.get('binaryPropertyName'), 'binaryPropertyName', fieldLabel);
		const bounds = boundsOf(options);
		const criteria = searchOf(form);
		const origin = await originOf(call, criteria);
		let stored = 0;
		const exporting = {
			onStored: () => void stored++,
			bounds,
			format,
			fileName: exportName(call, format.extension, bounds),
			maxDocumentsPerFile: maxDocumentsOf(form),
			store: new FileStore(
				async (content, fileName, mimeType) =>
					await host.helpers.prepareBinaryData(content, fileName, mimeType),
			),
		};
		const { feed, progress, result } = await beginReading({
			client,
			criteria,
			scope: scopeOf(form),
			format,
			read: readOptions(options),
			bounds,
		});
		const files = await exportFiles(feed, exporting).then(
			(done) => done,
			(failure: unknown) => stoppedExport(failure, progress, stored),
		);
		const { complete, warnings } = result;
		for (const warning of warnings) hint(`Documents may be missing: ${warning}.`);
		const ofFiles = files.flatMap(({ notice = [] }) => notice);
		const all = [ofFiles, format.notices?.() ?? []];
		for (const notice of all.flatMap((some) => [...some])) {
			hint(`${notice}.`);
		}
		return files.map(({ account, binary }) => {
			const json = { ...account, format: format.extension, complete, ...origin };
			return new ItemWithFiles(json, { [field]: binary });
		});
	},
};
