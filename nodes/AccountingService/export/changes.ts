import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { encoded, type EncodedRecord, sentId } from './feed';
import { fieldsThatDiffer, fingerprintOf, type Compared } from './fingerprint';
import type { FileFormat } from './format';
import type { Manifest, ManifestWriter } from './manifest';
import { maxSecondLooks, type SecondLook } from './secondLook';
import { Totals } from './totals';

interface ComparisonPlan {
	compared: Compared;
	/** Encodes a row of change, changedFields, id and document. */
	format: FileFormat;
	/** Undefined for the first run. The comparison empties it. */
	before?: Manifest;
	/** Whether the first run writes no changes. */
	isBaseline: boolean;
	/** Maximum percentage of deleted documents, a whole number. */
	maxDeletions: number;
	/** The new manifest. */
	manifest: ManifestWriter;
	/** Called at the end of the list. */
	isProved: () => boolean;
	/** Called for at most {@link maxSecondLooks} missing documents. */
	isGone: SecondLook;
}

/**
 * Compares a list in any order with the manifest of an earlier run. The list contains each document once. Whatever it
 * does not contain, and a second look does not find, was deleted.
 */
export class Comparison {
	readonly counts = { created: 0, updated: 0, deleted: 0, unchanged: 0 };

	documents = 0;

	/** Documents that the list lacks and the new manifest keeps: those that exist, and those without a second look. */
	readonly kept = { existing: 0, unchecked: 0 };

	readonly totals = new Totals();

	/** The documents of the earlier manifest that the list has not contained so far. */
	private readonly missing: Manifest;

	private readonly earlierCount: number;

	constructor(private readonly plan: ComparisonPlan) {
		this.missing = plan.before ?? new Map<number | string, string>();
		this.earlierCount = this.missing.size;
	}

	/**
	 * The changes as rows of a file: created and updated in the order of the list, then deleted.
	 * @throws ServiceError (incomplete) for a document without an ID, or too many deletions. The rows are then invalid.
	 */
	async *batches(lists: AsyncIterable<ServiceRecord[]>): AsyncGenerator<EncodedRecord[]> {
		const { compared, manifest, isProved } = this.plan;
		for await (const list of lists) {
			const rows: EncodedRecord[] = [];
			for (const document of list) {
				if (!compared.isWanted(document)) continue;
				const id = requiredId(document);
				const fingerprint = fingerprintOf(compared, document);
				rows.push(...this.compare(document, fingerprint, this.missing.get(id)));
				this.missing.delete(id);
				await manifest.add(id, fingerprint);
			}
			yield rows;
		}
		// If the list may be incomplete, a missing document is not necessarily deleted.
		if (!isProved()) return;
		this.refuseTooManyMissing();
		yield* this.deletions();
		await manifest.end();
	}

	/**
	 * @param before the earlier fingerprint
	 * @returns the row of the change, if there is one
	 */
	private compare(document: ServiceRecord, fingerprint: string, before?: string): EncodedRecord[] {
		const { before: earlier, isBaseline, compared } = this.plan;
		const { id, currency, total } = document;
		this.documents++;
		this.totals.add(currency, total);
		if (before === fingerprint) {
			this.counts.unchanged++;
			return [];
		}
		if (!earlier && isBaseline) return [];
		const change = before === undefined ? 'created' : 'updated';
		this.counts[change]++;
		const changedFields = before && fieldsThatDiffer(compared, before, fingerprint);
		return [this.row({ change, id, changedFields, document })];
	}

	private async *deletions(): AsyncGenerator<EncodedRecord[]> {
		const { manifest, isGone } = this.plan;
		const rows: EncodedRecord[] = [];
		const existing: Array<[number | string, string]> = [];
		let looks = 0;
		for (const [id, fingerprint] of this.missing) {
			if (looks++ >= maxSecondLooks) {
				this.kept.unchecked++;
				await manifest.add(id, fingerprint);
			} else if (await isGone(id, fingerprint)) {
				this.counts.deleted++;
				rows.push(this.row({ change: 'deleted', id, document: { id } }));
			} else existing.push([id, fingerprint]);
		}
		this.kept.existing = existing.length;
		// After the others, so that the next run looks for those first.
		for (const [id, fingerprint] of existing) await manifest.add(id, fingerprint);
		yield rows;
	}

	private row(row: ServiceRecord & { document: ServiceRecord }): EncodedRecord {
		return encoded(row.document, this.plan.format, row);
	}

	private refuseTooManyMissing(): void {
		const { maxDeletions } = this.plan;
		if (this.missing.size * 100 <= this.earlierCount * maxDeletions) return;
		throw new ServiceError(
			'incomplete',
			`${this.missing.size} of the ${this.earlierCount} documents of the earlier manifest are gone or no longer match, more than Max Deletions (Percent) allows (${maxDeletions} %)`,
			{
				description:
					'Nothing was written, to protect the data in the other system. Check the filters, then the Base URL and the application in the credential. If the documents were deleted, or do not match the filters any more, increase Options > Max Deletions (Percent) for one run.',
			},
		);
	}
}

function requiredId(document: ServiceRecord): number | string {
	const id = sentId(document);
	if (id !== null) return id;
	throw new ServiceError(
		'incomplete',
		'A document has no ID, so the node cannot compare it with the earlier run',
		{ description: 'Use Export to File instead.' },
	);
}
