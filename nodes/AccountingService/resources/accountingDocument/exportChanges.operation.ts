import { changesFields, comparedIn, mostDeletions } from '../../export/changesForm';
import { ChangeReader } from '../../export/changeReader';
import { Comparison } from '../../export/changes';
import { earlierManifest } from '../../export/earlierManifest';
import { exportFiles } from '../../export/exporter';
import { boundsFields, boundsOf, maxDocumentsOf } from '../../export/exportForm';
import { RecordFeed } from '../../export/feed';
import { exportName } from '../../export/fileName';
import type { ManifestOrigin } from '../../export/manifest';
import { originOf } from '../../export/origin';
import { Pipe } from '../../export/pipe';
import { beginListing } from '../../export/reading';
import { searchOf } from '../../export/sourceFields';
import { stoppedExport } from '../../export/stopped';
import { FileStore } from '../../export/store';
import { readOptions } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import { requiredText } from '../../../shared/fields/values';
import { type ItemOperation, ItemWithFiles } from '../../operation';
import { meets } from '../../../shared/documents/filters';
import { scopeOf } from '../../../shared/documents/scope';

/** Compares either list (specification section 4) with the manifest of an earlier run. */
export const exportChanges: ItemOperation = {
	option: {
		name: 'Export Changes',
		value: 'exportChanges',
		action: 'Export changes of accounting documents',
		description: 'Write what was created, updated and deleted since an earlier run into a file',
	},
	fields: changesFields,
	mayBeNull: boundsFields,
	requests: [
		{ route: 'GET /v2/accountingdocuments', basis: 'specification 4' },
		{ route: 'POST /v2/search/accountingdocuments', basis: 'specification 4' },
	],
	output: {
		fileName: 'text',
		format: 'text',
		created: 'whole',
		updated: 'whole',
		deleted: 'whole',
		unchanged: 'whole',
		documents: 'whole',
		totals: 'group',
		rows: 'whole',
		bytes: 'whole',
		sha256: 'text',
		afterId: 'id',
		untilId: 'id',
		part: 'whole',
		parts: 'whole',
		firstRun: 'flag',
		complete: 'flag',
		durationMs: 'number',
	},
	async run(call) {
		const { form, client, host, itemIndex, hint } = call;
		const started = Date.now();
		const options = collection(form, 'options');
		const text = (name: string, label: string) => requiredText(form.get(name), name, label);
		const [field, manifestField] = [
			text('binaryPropertyName', 'Put Output File in Field'),
			text('manifestField', 'Manifest Field'),
		];
		const criteria = searchOf(form);
		const [scope, bounds] = [scopeOf(form), boundsOf(options)];
		const { fields, compared, fileFormat, tellsFields } = comparedIn(form);
		const reader = new ChangeReader(
			compared,
			tellsFields,
			(record) => !criteria || meets(record, criteria),
		);
		const origin: ManifestOrigin = {
			...(await originOf(call, criteria)),
			fields,
			afterId: bounds.afterId ?? null,
			untilId: bounds.untilId ?? null,
			fingerprintBytes: reader.fingerprintBytes,
		};
		const before = await earlierManifest(host, itemIndex, manifestField, origin);
		const name = exportName(call, fileFormat.extension, bounds);
		const { batches, progress, result } = await beginListing(
			{ client, criteria, scope, read: readOptions(options), bounds },
			reader.seen,
		);
		const manifest = new Pipe();
		const comparison = new Comparison({
			...{ reader, format: fileFormat, before, origin, tellsFields, manifest },
			isBaseline: form.get('firstRun') === 'baseline',
			moment: new Date(started).toISOString(),
			mostDeleted: (mostDeletions.read(options) ?? 20) / 100,
			isProved: () => result.complete,
		});
		const prepare = async (content: Buffer, fileName: string, mimeType: string) =>
			await host.helpers.prepareBinaryData(content, fileName, mimeType);
		const manifestName = `${name.slice(0, name.lastIndexOf('.')).slice(0, 200)}.manifest`;
		const storing = new FileStore(prepare)
			.save(() => manifest.chunks(), manifestName, 'application/octet-stream')
			.then(
				(binary) => ({ binary, failure: undefined }),
				(failure: unknown) => {
					manifest.fail(failure);
					return { binary: undefined, failure };
				},
			);
		let stored = 0;
		const files = await exportFiles(new RecordFeed(comparison.batches(batches)), {
			...{ bounds, format: fileFormat, fileName: name, onStored: () => void stored++ },
			maxDocumentsPerFile: maxDocumentsOf(form),
			store: new FileStore(prepare),
		}).catch((failure: unknown) => {
			manifest.fail(failure);
			return stoppedExport(failure, progress, stored);
		});
		const { complete: proved, warnings } = result;
		if (!proved) {
			manifest.fail(new Error('The reading is not proved'));
			hint(
				`Documents may be missing: ${warnings.join('. ')}. No deletions were written, and the earlier manifest stays the valid one.`,
			);
		}
		const { binary: newManifest, failure } = await storing;
		if (proved && !newManifest) stoppedExport(failure, progress, stored);
		const { created, updated, deleted, unchanged } = comparison.counts;
		return files.map(({ account, binary }) => {
			const { fileName, rows, bytes, sha256, afterId, untilId, part, parts } = account;
			const json = {
				...{ fileName, format: fileFormat.extension, created, updated },
				deleted: proved ? deleted : null,
				...{ unchanged, documents: comparison.documents, totals: comparison.totals.byCurrency() },
				...{ rows, bytes, sha256, afterId, untilId, part, parts },
				firstRun: before === undefined,
				complete: proved,
				durationMs: Date.now() - started,
			};
			// Only who has all parts of the changes is where the new manifest is.
			const isLast = part === parts && newManifest !== undefined;
			return new ItemWithFiles(json, {
				[field]: binary,
				...(isLast && { [manifestField]: newManifest }),
			});
		});
	},
};
