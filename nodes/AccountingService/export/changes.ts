import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { recordOf, type ChangeReader, type SeenDocument } from './changeReader';
import { ChangeRows, type Change } from './changeRows';
import { inOrder, type Before } from './earlierManifest';
import type { FileFormat } from './format';
import { IdOrder } from './idOrder';
import { ManifestWriter, mostLate, type ManifestEntry, type ManifestOrigin } from './manifest';
import type { Pipe } from './pipe';
import { Totals } from './totals';

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

/**
 * Compares a list with the night before, document by document in the order of ids. What is created or
 * comes back while the list is read comes later than its place: it is compared with what seemed to be gone.
 */
export class Comparison {
	readonly counts: Record<Change | 'unchanged', number> = {
		...{ created: 0, updated: 0, deleted: 0, unchanged: 0 },
	};

	documents = 0;

	readonly totals = new Totals();

	private readonly writer = new ManifestWriter();

	private readonly rows: ChangeRows;

	private readonly order: IdOrder;

	/** The documents before, and the next one of them. */
	private old?: AsyncIterator<ManifestEntry>;

	private next?: ManifestEntry;

	/** Documents before whose place has gone by without them, with their fingerprints. */
	private readonly gone = new Map<bigint, string>();

	private readonly late: ManifestEntry[] = [];

	constructor(private readonly plan: ComparisonPlan) {
		const { head, count } = plan.before ?? {};
		this.order = new IdOrder(count === 0 ? undefined : (head?.direction ?? undefined));
		this.rows = new ChangeRows(plan.format);
	}

	/**
	 * The changes as rows of a file: created and updated in the order of the list, then deleted.
	 * @throws ServiceError (incomplete) for a list out of the order of ids, and for too many deletions;
	 * nothing that was written by then is to be used
	 */
	async *batches(lists: AsyncIterable<ServiceRecord[]>): AsyncGenerator<ServiceRecord[]> {
		const { plan, writer, order, rows } = this;
		for await (const list of lists) {
			for (const answer of order.take(list as SeenDocument[])) {
				yield await this.compareAll(answer);
			}
		}
		yield await this.compareAll(order.rest());
		// What a reading that is not proved did not show may be there all the same.
		if (!plan.isProved()) return;
		for (; this.next; await this.step()) this.noteGone(this.next);
		this.refuseTooManyGone(0);
		for (const id of this.gone.keys()) this.writeDeleted(id);
		yield rows.take();
		const late = this.late.sort((a, b) => (a.id < b.id ? -1 : 1));
		await plan.manifest.push(writer.end(this.totals.byCurrency(), late));
		plan.manifest.end();
	}

	private async begin(): Promise<void> {
		const { plan, order } = this;
		const head = { ...plan.origin, moment: plan.moment, direction: order.told };
		await plan.manifest.push(this.writer.begin(head));
		this.old = inOrder(plan.before, order)[Symbol.asyncIterator]();
		await this.step();
	}

	private async compareAll(answer: SeenDocument[]): Promise<ServiceRecord[]> {
		const { order, plan, writer, gone } = this;
		const ids = order.idsOf(answer);
		if (!this.old) await this.begin();
		for (const [at, document] of answer.entries()) {
			const id = ids[at];
			const isLate = order.isLate(id);
			if (!document.isWanted) continue;
			const entry = { id, fingerprint: document.fingerprint };
			if (isLate) {
				this.compare(document, gone.get(id));
				gone.delete(id);
				this.keepLate(entry);
				continue;
			}
			for (; this.next && order.isBefore(this.next.id, id); await this.step()) {
				this.noteGone(this.next);
			}
			const isKnown = this.next?.id === id;
			this.compare(document, isKnown ? this.next?.fingerprint : undefined);
			if (isKnown) await this.step();
			const chunk = writer.add(entry);
			if (chunk) await plan.manifest.push(chunk);
		}
		return this.rows.take();
	}

	private async step(): Promise<void> {
		const { value, done } = (await this.old?.next()) ?? { done: true, value: undefined };
		this.next = done ? undefined : value;
	}

	/** @param before the fingerprint that it had */
	private compare(document: SeenDocument, before?: string): void {
		const { plan } = this;
		this.documents++;
		this.totals.add(document.currency, document.total);
		if (before === document.fingerprint) {
			this.counts.unchanged++;
			return;
		}
		if (!plan.before && plan.isBaseline) return;
		const change: Change = before === undefined ? 'created' : 'updated';
		this.counts[change]++;
		const changedFields =
			before !== undefined && plan.tellsFields
				? plan.reader.changedFields(before, document.fingerprint).join(',')
				: undefined;
		this.rows.add(document, change, recordOf(document.line), changedFields);
	}

	private keepLate(entry: ManifestEntry): void {
		this.late.push(entry);
		if (this.late.length <= mostLate) return;
		throw new ServiceError(
			'incomplete',
			`More than ${mostLate} documents were created or came back while the list was read`,
			{
				description:
					'No changes were written, and the earlier manifest stays the valid one. Run it again when fewer documents change.',
			},
		);
	}

	private noteGone({ id, fingerprint }: ManifestEntry): void {
		this.gone.set(id, fingerprint);
		// So many of them may still come late.
		this.refuseTooManyGone(mostLate - this.late.length);
	}

	private refuseTooManyGone(toCome: number): void {
		const count = this.plan.before?.count ?? 0;
		if (this.gone.size - toCome <= count * this.plan.mostDeleted) return;
		throw new ServiceError(
			'incomplete',
			`More than ${Math.round(this.plan.mostDeleted * 100)} % of the ${count} documents of the earlier manifest are gone`,
			{
				description:
					'Nothing was written, since the other system would be emptied. Check the Base URL, the application and the search. If the documents were really deleted, raise "Most Deletions (Percent)" for one run.',
			},
		);
	}

	private writeDeleted(id: bigint): void {
		this.counts.deleted++;
		const shown = id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : String(id);
		this.rows.add({ id: shown }, 'deleted', { id: shown });
	}
}
