import type { IBinaryData } from 'n8n-workflow';

import { Comparison } from '../../export/changes';
import { RecordFeed } from '../../export/feed';
import { changesFields, mostDeletions } from '../../export/fields';
import { exportName } from '../../export/fileName';
import { seenBy } from '../../export/fingerprint';
import { comparedIn, maxDocumentsOf } from '../../export/form';
import { ManifestWriter, originOf, readManifest } from '../../export/manifest';
import { beginReading } from '../../export/reading';
import { storeOf } from '../../export/store';
import { type ExportedFile, exportFiles, type FilesPlan, stoppedExport } from '../../export/writer';
import type { ServiceRecord } from '../../../shared/client/envelope';
import { criteriaOf, refuseRollingFilters } from '../../../shared/documents/criteria';
import { meets } from '../../../shared/documents/filters';
import { scopeOf } from '../../../shared/documents/scope';
import { readOptions } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import { requiredText } from '../../../shared/fields/values';
import { type ItemOperation, ItemWithFiles, type OperationCall } from '../../operation';
import { listRequests } from './documentList';

/** Compares either list (docs/api/requests.md#document-lists) with the manifest of an earlier run. */
export const exportChanges: ItemOperation = {
	option: {
		name: 'Export Changes',
		value: 'exportChanges',
		action: 'Export changes of invoices and other documents',
		description:
			'Write the documents that were created, updated or deleted since an earlier run to a file',
	},
	fields: changesFields,
	refusesEmptyFilters: true,
	requests: listRequests,
	output: {
		fileName: 'text',
		firstRun: 'flag',
		created: 'whole',
		updated: 'whole',
		deleted: 'whole',
		unchanged: 'whole',
		documents: 'whole',
		totals: 'group',
		complete: 'flag',
		details: 'group',
	},
	async run(call) {
		const { client, host, hint } = call;
		const started = Date.now();
		const { options, criteria, format, compared, ...entered } = enteredIn(call);
		const { field, manifestField, fields, isBaseline, maxDeleted } = entered;
		const { perField } = compared;
		const origin = originOf(call, criteria, { fields, perField });
		const before = await readManifest(call, manifestField, origin);
		const fileName = exportName(call, format.extension);
		const { batches, progress, result } = beginReading(
			{ client, criteria, scope: entered.scope, read: readOptions(options) },
			seenBy(compared),
		);
		const manifest = new ManifestWriter(origin);
		const isProved = () => result.complete;
		const comparison = new Comparison({
			compared,
			format,
			before,
			isBaseline,
			maxDeleted,
			manifest,
			isProved,
		});
		const { maxDocumentsPerFile } = entered;
		const plan = {
			format,
			fileName,
			field,
			maxDocumentsPerFile,
			store: storeOf(host),
			progress,
		};
		const feed = new RecordFeed(comparison.batches(batches));
		const { files, newManifest } = await writeBoth(feed, plan, manifest, isProved);
		if (!before) hint(firstRunHint(isBaseline, manifestField));
		if (!newManifest) hint(notProvedHint(result.warnings));
		const { documents, totals, counts } = comparison;
		const summary = {
			firstRun: before === undefined,
			...counts,
			deleted: newManifest ? counts.deleted : null,
			documents,
			totals: totals.byCurrency(),
			complete: newManifest !== undefined,
		};
		return files.map((file) => {
			const { rows, bytes, sha256, part, parts, lineItems, binaries } = file;
			const durationMs = Date.now() - started;
			const ofFile = {
				format: format.extension,
				rows,
				bytes,
				sha256,
				...(lineItems && { lineItems }),
				documentsRead: progress.documents,
				part,
				parts,
			};
			const json = { fileName: file.fileName, ...summary, details: { ...ofFile, durationMs } };
			// The last part has the manifest, so that the manifest never arrives without all changes.
			const isLast = part === parts && newManifest !== undefined;
			return new ItemWithFiles(json, {
				...binaries,
				...(isLast && { [manifestField]: newManifest }),
			});
		});
	},
};

function enteredIn(call: OperationCall) {
	const { form } = call;
	const options = collection(form, 'options');
	const text = (name: string, label: string) => requiredText(form.get(name), name, label);
	refuseRollingFilters(form);
	const criteria = criteriaOf(form);
	const { fields, fileFormat, columns, perField } = comparedIn(form);
	const isWanted = (record: ServiceRecord) => meets(record, criteria);
	return {
		options,
		criteria,
		fields,
		format: fileFormat,
		scope: scopeOf(form),
		compared: { columns, perField, isWanted },
		field: text('binaryPropertyName', 'Put Output File in Field'),
		manifestField: text('manifestField', 'Manifest Field'),
		isBaseline: form.get('firstRun') === 'baseline',
		maxDeleted: mostDeletions.readOrDefault(options) / 100,
		maxDocumentsPerFile: maxDocumentsOf(form),
	};
}

/**
 * Writes the changes and the new manifest at the same time.
 * @returns no manifest if the list is not proven to be complete
 */
async function writeBoth(
	feed: RecordFeed,
	plan: FilesPlan,
	manifest: ManifestWriter,
	isProved: () => boolean,
): Promise<{ files: ExportedFile[]; newManifest?: IBinaryData }> {
	const name = plan.fileName.slice(0, -plan.format.extension.length - 1).slice(0, 200);
	const stored = plan.store
		.save(() => manifest.pipe.content(), `${name}.manifest`, 'application/gzip')
		.then(
			(binary) => ({ binary }),
			(failure: unknown) => ({ failure }),
		);
	const files = await exportFiles(feed, plan).catch(async (failure: unknown) => {
		await manifest.pipe.fail(failure);
		await stored;
		throw failure;
	});
	if (!isProved()) {
		await manifest.pipe.fail(new Error('The reading is not proved'));
		await stored;
		return { files };
	}
	const outcome = await stored;
	if ('binary' in outcome) return { files, newManifest: outcome.binary };
	return stoppedExport(outcome.failure, plan.progress, files);
}

const firstRunHint = (isBaseline: boolean, manifestField: string) =>
	`First run: ${
		isBaseline ? 'only the manifest is written' : 'all documents count as created'
	}, because the input item has no manifest in the field "${manifestField}". Save the new manifest, and pass it to the next run in that field.`;

const notProvedHint = (warnings: string[]) =>
	`Documents may be missing: ${warnings.join('. ')}. No deletions were written, and the earlier manifest is still valid.`;
