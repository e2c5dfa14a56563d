import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { compareIds, idOf } from '../../shared/lists/ids';
import { recordOf, type ChangeReader, type SeenDocument } from './changeReader';
import { EncodedPage, type EncodedRecord } from './encodedPage';
import type { FileFormat } from './format';
import {
	ManifestWriter,
	type ManifestEntry,
	type ManifestHead,
	type ManifestOrigin,
} from './manifest';
import type { Pipe } from './pipe';
import { Totals } from './totals';

export type Change = 'created' | 'updated' | 'deleted';

/** What is known of the night before: its head, how many documents it holds, and those. */
export interface Before {
	head: ManifestHead;
	count: number;
	entries: AsyncIterable<ManifestEntry>;
}

export interface ComparisonPlan {
	reader: ChangeReader;
	/** Encodes what a document has become (changeFormat.ts). */
	format: FileFormat;
	/** Undefined for the first run. */
	before?: Before;
	/** Whether the first run writes no changes. */
	isBaseline: boolean;
	origin: ManifestOrigin;
	moment: string;
	tellsFields: boolean;
	/** Deletions of the documents before, at the most, as a share of 1. */
	mostDeleted: number;
	/** Where the new manifest goes. */
	manifest: Pipe;
	/** Asked once the list has ended. */
	isProved: () => boolean;
}

/** Compares a list with the night before, document by document in the order of ids. */
export class Comparison {
	readonly counts: Record<Change | 'unchanged', number> = {
		...{ created: 0, updated: 0, deleted: 0, unchanged: 0 },
	};

	documents = 0;

	readonly totals = new Totals();

	private readonly writer = new ManifestWriter();

	private direction: 1 | -1 | null;

	private latest?: bigint;

	private page = new EncodedPage();

	private changed: EncodedRecord[] = [];

	private readonly deleted: bigint[] = [];

	constructor(private readonly plan: ComparisonPlan) {
		this.direction = plan.before?.head.direction ?? null;
	}

	/**
	 * The changes as rows of a file: created and updated in the order of the list, then deleted.
	 * @throws ServiceError (incomplete) for a list out of the order of ids, and for too many deletions;
	 * nothing that was written by then is to be used
	 */
	async *batches(lists: AsyncIterable<ServiceRecord[]>): AsyncGenerator<ServiceRecord[]> {
		const { plan, writer } = this;
		const old = plan.before?.entries[Symbol.asyncIterator]();
		let next = (await old?.next())?.value as ManifestEntry | undefined;
		const step = async () => (next = (await old?.next())?.value as ManifestEntry | undefined);
		let hasBegun = false;
		const begin = async (records: ServiceRecord[]) => {
			this.findDirection(records);
			hasBegun = true;
			const head = { ...plan.origin, moment: plan.moment, direction: this.direction };
			await plan.manifest.push(writer.begin(head));
		};
		for await (const list of lists) {
			if (!hasBegun) await begin(list);
			for (const document of list as SeenDocument[]) {
				const id = this.idOf(document);
				if (!document.isWanted) continue;
				while (next && this.isBefore(next.id, id)) {
					this.noteDeleted(next.id);
					await step();
				}
				const known = next?.id === id ? next : undefined;
				this.compare(document, known);
				if (known) await step();
				const chunk = writer.add({ id, fingerprint: document.fingerprint });
				if (chunk) await plan.manifest.push(chunk);
			}
			yield this.takeChanged();
		}
		if (!hasBegun) await begin([]);
		// What a reading that is not proved did not show may be there all the same.
		if (!plan.isProved()) return;
		for (; next; await step()) this.noteDeleted(next.id);
		yield this.rowsOfDeleted();
		await plan.manifest.push(writer.end(this.totals.byCurrency()));
		plan.manifest.end();
	}

	private idOf(document: ServiceRecord): bigint {
		const text = idOf(document);
		const id = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
		if (id === undefined || (this.latest !== undefined && !this.isBefore(this.latest, id))) {
			throw new ServiceError(
				'incomplete',
				`The document ${text.slice(0, 40)} is out of the order of IDs, so that the list cannot be compared with the one before`,
				{
					description:
						'Export Changes needs a list in the order of IDs. Choose Documents That Match a Search, or Export to File.',
				},
			);
		}
		return (this.latest = id);
	}

	private isBefore(id: bigint, other: bigint): boolean {
		return this.direction === -1 ? id > other : id < other;
	}

	private findDirection(records: ServiceRecord[]): void {
		if (records.length < 2) return;
		const [first, second] = records.map(idOf);
		const found = compareIds(first, second) < 0 ? 1 : -1;
		if (this.direction !== null && this.direction !== found && this.plan.before?.count !== 0) {
			throw new ServiceError('badInput', 'The list is in another order than the earlier manifest', {
				description: 'Set Sort Direction as it was, or begin anew without a manifest.',
				fields: ['sortDirection'],
			});
		}
		this.direction = found;
	}

	private compare(document: SeenDocument, known?: ManifestEntry): void {
		this.documents++;
		this.totals.add(document.currency, document.total);
		if (known?.fingerprint === document.fingerprint) {
			this.counts.unchanged++;
			return;
		}
		const { plan } = this;
		if (!plan.before && plan.isBaseline) return;
		const change: Change = known ? 'updated' : 'created';
		this.counts[change]++;
		const changedFields =
			known && plan.tellsFields
				? plan.reader.changedFields(known.fingerprint, document.fingerprint).join(',')
				: undefined;
		this.write(document, change, recordOf(document.line), changedFields);
	}

	private noteDeleted(id: bigint): void {
		this.deleted.push(id);
		const count = this.plan.before?.count ?? 0;
		if (this.deleted.length <= count * this.plan.mostDeleted) return;
		throw new ServiceError(
			'incomplete',
			`More than ${Math.round(this.plan.mostDeleted * 100)} % of the ${count} documents of the earlier manifest are gone`,
			{
				description:
					'Nothing was written, since the other system would be emptied. Check the Base URL, the application and the search. If the documents were really deleted, raise "Most Deletions (Percent)" for one run.',
			},
		);
	}

	private rowsOfDeleted(): EncodedRecord[] {
		for (const id of this.deleted) {
			this.counts.deleted++;
			const shown = id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : String(id);
			this.write({ id: shown }, 'deleted', { id: shown });
		}
		return this.takeChanged();
	}

	private write(
		{ id, currency, total }: ServiceRecord,
		change: Change,
		document: ServiceRecord,
		changedFields?: string,
	): void {
		const row = { change, id, changedFields, document };
		const { text, rows } = this.plan.format.encode(row);
		const place = this.page.addText({ currency, total }, text, rows);
		this.changed.push({ id, page: this.page, place });
	}

	private takeChanged(): EncodedRecord[] {
		const { changed } = this;
		this.page.finish();
		this.page = new EncodedPage();
		this.changed = [];
		return changed;
	}
}
