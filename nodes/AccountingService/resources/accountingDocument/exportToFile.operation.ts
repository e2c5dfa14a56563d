import { exportFiles } from '../../export/exporter';
import { fileNameOf } from '../../export/fileName';
import { beginReading } from '../../export/reading';
import { stoppedExport } from '../../export/stopped';
import { searchOf } from '../../export/sourceFields';
import { FileStore } from '../../export/store';
import { exportFields } from '../../export/exportFields';
import { boundsFields, formatOf, maxDocumentsOf, stretchOf } from '../../export/exportForm';
import { readOptions } from '../../../shared/fields/listing';
import { collection, requiredText } from '../../../shared/fields/values';
import { ItemWithFiles, type ItemOperation } from '../../operation';
import { scopeOf } from './scope';

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
	},
	oncePerInput: true,
	async run({ form, client, host, hint }) {
		const options = collection(form, 'options');
		const format = formatOf(form);
		const pattern = requiredText(form.get('fileName'), 'fileName', 'File Name');
		const fieldLabel = 'Put Output File in Field';
		const field = requiredText(form.get('binaryPropertyName'), 'binaryPropertyName', fieldLabel);
		const { bounds, ...range } = stretchOf(options);
		let stored = 0;
		const exporting = {
			onStored: () => void stored++,
			bounds,
			format,
			fileName: fileNameOf(pattern, format.extension, new Date(), host.getTimezone()),
			maxDocumentsPerFile: maxDocumentsOf(form),
			store: new FileStore(
				async (content, fileName, mimeType) =>
					await host.helpers.prepareBinaryData(content, fileName, mimeType),
			),
		};
		const { feed, progress, completeness, notices } = await beginReading({
			client,
			criteria: searchOf(form),
			scope: scopeOf(options),
			format,
			read: { ...readOptions(options), ...range },
			bounds,
		});
		const files = await exportFiles(feed, exporting).then(
			(done) => done,
			(failure: unknown) => stoppedExport(failure, progress, stored),
		);
		const { proved, problems } = completeness;
		if (problems.length > 0) {
			hint(`Documents may be missing: ${[...new Set(problems)].join('. ')}.`);
		}
		const ofFiles = files.flatMap(({ notice = [] }) => notice);
		const all = [completeness.notices, notices, ofFiles, format.notices?.() ?? []];
		for (const notice of all.flatMap((some) => [...some])) {
			hint(`${notice}.`);
		}
		// What moved across the ends of a range of pages meanwhile is in no range, or in two.
		const complete = proved && range.firstPage === undefined && range.endPage === undefined;
		return files.map(({ account, binary }) => {
			const json = { ...account, format: format.extension, complete };
			return new ItemWithFiles(json, { [field]: binary });
		});
	},
};
