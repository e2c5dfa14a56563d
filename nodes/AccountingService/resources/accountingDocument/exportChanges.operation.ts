import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { Comparison } from '../../export/changes';
import { RecordFeed } from '../../export/feed';
import { changesFields, manifestField, maxDeletions } from '../../export/formFields';
import { outputField } from '../../export/outputField';
import { comparedIn } from '../../export/readForm';
import { ManifestWriter, originOf, readManifest } from '../../export/manifest';
import { beginReading, doubtsOf } from '../../reading';
import { maxSecondLooks, secondLook } from '../../export/secondLook';
import {
	type ExportedFile,
	exportFiles,
	type FilesPlan,
	filesPlan,
	secondField,
	stoppedExport,
} from '../../export/writer';
import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { criteriaOf, refuseRollingFilters } from '../../../shared/documents/criteria';
import { meets } from '../../../shared/documents/filters';
import { collection, numberIn, requiredTextIn } from '../../../shared/fields/readForm';
import { type ItemOperation, ItemWithFiles } from '../../operation';
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
		const { form, hint } = call;
		refuseRollingFilters(form);
		const criteria = criteriaOf(form);
		const { fields, fileFormat: format, columns, perField, labels } = comparedIn(form);
		const isWanted = (record: ServiceRecord) => meets(record, criteria);
		const compared = { columns, perField, isWanted };
		const field = requiredTextIn(form, manifestField);
		const isBaseline = form.get('firstRun') === 'baseline';
		const percent = numberIn(collection(form, 'options'), maxDeletions);
		const { batches, progress, result } = beginReading(call, criteria);
		const plan = filesPlan(call, format, progress);
		refuseSameField(plan, field);
		const origin = originOf(call, criteria, { fields, perField, labels });
		const before = await readManifest(call, field, origin);
		const manifest = new ManifestWriter(origin);
		const isProved = () => result.complete;
		const rules = { compared, format, before, isBaseline, maxDeletions: percent };
		const comparison = new Comparison({
			...{ ...rules, manifest, isProved },
			isGone: secondLook(call, criteria, compared),
		});
		const feed = new RecordFeed(comparison.batches(batches));
		const { files, newManifest } = await writeBoth(feed, plan, manifest, isProved);
		if (!before) hint(firstRunHint(isBaseline, field, newManifest !== undefined));
		if (!newManifest) hint(notProvedHint(doubtsOf(result), before !== undefined));
		for (const text of keptHints(comparison.kept)) hint(text);
		const note = comparison.totals.note();
		if (note !== undefined) hint(`${note}.`);
		return files.map((file) => {
			// The last part has the manifest, so that the manifest never arrives without all changes.
			const isLast = file.details.part === file.details.parts;
			const ofManifest = isLast && newManifest && { [field]: newManifest };
			const json = exportOutput(file, comparison, before === undefined, newManifest !== undefined);
			return new ItemWithFiles(json, { ...file.binaries, ...ofManifest });
		});
	},
};

/** @throws ServiceError (badInput) if the manifest would replace a file of the export in the output item */
function refuseSameField({ field, format }: FilesPlan, ofManifest: string): void {
	const hasSecondFile = format.lineItems !== undefined && !format.hasSheets;
	const files = [field, ...(hasSecondFile ? [secondField(field)] : [])];
	if (!files.includes(ofManifest)) return;
	refuseInput(
		manifestField.name,
		`${outputField.displayName} and ${manifestField.displayName} would both put a file in "${ofManifest.slice(0, 40)}"`,
		'Enter two different names, for example data and manifest.',
	);
}

function exportOutput(
	{ fileName, rows, bytes, sha256, details }: ExportedFile,
	{ documents, totals, counts }: Comparison,
	firstRun: boolean,
	complete: boolean,
): IDataObject {
	return {
		fileName,
		firstRun,
		...counts,
		deleted: complete ? counts.deleted : null,
		documents,
		totals: totals.byCurrency(),
		complete,
		details: { ...details, rows, bytes, sha256 },
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

const firstRunHint = (isBaseline: boolean, field: string, hasNew: boolean) =>
	`First run: ${
		isBaseline ? 'only the manifest is written' : 'all documents count as created'
	}, because the input item has no manifest in the field "${field}".${
		hasNew ? ' Save the new manifest, and pass it to the next run in that field.' : ''
	}`;

function keptHints({ existing, unchecked }: Comparison['kept']): string[] {
	return [
		...(existing > 0
			? [
					`The list lacks documents that exist (${existing}), so they are not written as deleted. The next run compares them.`,
				]
			: []),
		...(unchecked > 0
			? [
					`The list lacks more than ${maxSecondLooks} documents. The next run looks for the other ${unchecked} by their ID.`,
				]
			: []),
	];
}

const notProvedHint = (doubts: string[], hasEarlier: boolean) =>
	`${doubts.join('. ')}. No deletions and no new manifest were written. ${
		hasEarlier
			? 'Use the earlier manifest again for the next run.'
			: 'The next run is a first run too.'
	}`;
