import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { idOf } from '../../shared/lists/ids';
import { encoded, type EncodedRecord } from './feed';
import { fieldsThatDiffer, type Compared, type SeenDocument } from './fingerprint';
import type { FileFormat } from './format';
import {
	isBefore,
	maxLate,
	type Direction,
	type Manifest,
	type ManifestEntry,
	type ManifestWriter,
} from './manifest';
import { Totals } from './totals';

export interface ComparisonPlan {
	compared: Compared;
	/** Encodes a row of change, changedFields, id and document. */
	format: FileFormat;
	/** Undefined for the first run. */
	before?: Manifest;
	/** Whether the first run writes no changes. */
	isBaseline: boolean;
	/** Maximum share of deleted documents, from 0 to 1. */
	maxDeleted: number;
	/** The new manifest. */
	manifest: ManifestWriter;
	/** Called at the end of the list. */
	isProved: () => boolean;
}

/**
 * Compares a list with the manifest of an earlier run, document by document in the order of IDs. A document that is
 * created or restored during the run appears after its position, so it is compared with the missing documents.
 */
export class Comparison {
	readonly counts = { created: 0, updated: 0, deleted: 0, unchanged: 0 };

	documents = 0;

	readonly totals = new Totals();

	private rows: EncodedRecord[] = [];

	private direction?: Direction;

	/** The last ID in order. */
	private latest?: bigint;

	/** The documents of the earlier manifest, and the next one of them. */
	private old?: AsyncIterator<ManifestEntry>;

	private next?: ManifestEntry;

	/** Documents of the earlier manifest that were not at their position, with their fingerprints. */
	private readonly gone = new Map<bigint, string>();

	private readonly late: ManifestEntry[] = [];

	constructor(private readonly plan: ComparisonPlan) {}

	/**
	 * The changes as rows of a file: created and updated in the order of the list, then deleted.
	 * @throws ServiceError (incomplete) if the list is not in the order of IDs or has too many deletions. The rows are then
	 * invalid.
	 */
	async *batches(lists: AsyncIterable<ServiceRecord[]>): AsyncGenerator<ServiceRecord[]> {
		const { plan, late } = this;
		const waiting: SeenDocument[][] = [];
		for await (const list of lists as AsyncIterable<SeenDocument[]>) {
			waiting.push(list);
			this.direction ??= directionOf(list);
			if (!this.direction) continue;
			for (const answer of waiting.splice(0)) yield await this.compareAll(answer);
		}
		// A single document has no direction.
		this.direction ??= 1;
		const few = waiting.flat().sort((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1));
		yield await this.compareAll(few);
		// If the list may be incomplete, a missing document is not necessarily deleted.
		if (!plan.isProved()) return;
		while (this.next) await this.pass(this.next);
		this.refuseTooManyGone(0);
		for (const id of this.gone.keys()) this.writeDeleted(id);
		yield this.rows;
		await plan.manifest.end(late);
	}

	private async compareAll(answer: SeenDocument[]): Promise<EncodedRecord[]> {
		const { gone, direction = 1 } = this;
		if (!this.old) await this.begin(direction);
		let before: bigint | undefined;
		for (const document of answer) {
			const id = numberOf(document);
			if (before !== undefined && !isBefore(before, id, direction)) {
				throw notInOrder(`Document ${id} is not in the order of IDs`);
			}
			before = id;
			const isLate = this.latest !== undefined && !isBefore(this.latest, id, direction);
			if (!isLate) this.latest = id;
			if (!document.isWanted) continue;
			while (this.next && !isBefore(id, this.next.id, direction)) await this.pass(this.next);
			this.compare(document, gone.get(id));
			gone.delete(id);
			const entry = { id, fingerprint: document.fingerprint };
			if (isLate) this.keepLate(entry);
			else await this.plan.manifest.add(entry);
		}
		const { rows } = this;
		this.rows = [];
		return rows;
	}

	private async begin(direction: Direction): Promise<void> {
		this.old = (this.plan.before?.inOrder(direction) ?? none())[Symbol.asyncIterator]();
		await this.step();
	}

	private async step(): Promise<void> {
		const { value, done } = (await this.old?.next()) ?? { done: true };
		this.next = done ? undefined : (value as ManifestEntry);
	}

	/** Steps past a document of the earlier manifest that is not at its position. */
	private async pass({ id, fingerprint }: ManifestEntry): Promise<void> {
		this.gone.set(id, fingerprint);
		// This many may still appear late, and one is about to be compared.
		this.refuseTooManyGone(maxLate + 1 - this.late.length);
		await this.step();
	}

	/** @param before the earlier fingerprint */
	private compare(document: SeenDocument, before?: string): void {
		const { before: earlier, isBaseline } = this.plan;
		const { line, fingerprint, currency, total } = document;
		this.documents++;
		this.totals.add(currency, total);
		if (before === fingerprint) {
			this.counts.unchanged++;
			return;
		}
		if (!earlier && isBaseline) return;
		const change = before === undefined ? 'created' : 'updated';
		this.counts[change]++;
		const changedFields = before && fieldsThatDiffer(this.plan.compared, before, fingerprint);
		const full = JSON.parse(line.toString()) as ServiceRecord;
		this.addRow({ change, id: document.id, changedFields, document: full });
	}

	private addRow(row: ServiceRecord & { document: ServiceRecord }): void {
		this.rows.push(encoded(row.document, this.plan.format, row));
	}

	private writeDeleted(number: bigint): void {
		this.counts.deleted++;
		const id = number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : String(number);
		this.addRow({ change: 'deleted', id, document: { id } });
	}

	private keepLate(entry: ManifestEntry): void {
		this.late.push(entry);
		if (this.late.length <= maxLate) return;
		throw new ServiceError(
			'incomplete',
			`More than ${maxLate} documents were created or restored during the export`,
			{
				description:
					'No changes were written, and the earlier manifest is still valid. Run the export again when fewer documents change.',
			},
		);
	}

	private refuseTooManyGone(toCome: number): void {
		const { before, maxDeleted } = this.plan;
		const count = before?.count ?? 0;
		if (this.gone.size - toCome <= count * maxDeleted) return;
		throw new ServiceError(
			'incomplete',
			`More than ${Math.round(maxDeleted * 100)} % of the ${count} documents of the earlier manifest are gone`,
			{
				description:
					'Nothing was written, to protect the data in the other system. Check the filters, then the Base URL and the application in the credential. If the documents were really deleted, increase Max Deletions (Percent) for one run.',
			},
		);
	}
}

async function* none(): AsyncGenerator<ManifestEntry> {}

/** @returns undefined for a list too short to tell */
function directionOf([first, second]: SeenDocument[]): Direction | undefined {
	if (second === undefined) return undefined;
	return numberOf(first) < numberOf(second) ? 1 : -1;
}

function numberOf(document: SeenDocument): bigint {
	const text = idOf(document);
	if (/^[1-9]\d{0,18}$/.test(text)) return BigInt(text);
	const name = text === '' ? 'A document without an ID' : `The ID ${text.slice(0, 40)}`;
	throw notInOrder(`${name} is not a positive whole number`);
}

function notInOrder(message: string): ServiceError {
	return new ServiceError(
		'incomplete',
		`${message}, so the list cannot be compared with the manifest`,
		{
			description:
				'Export Changes requires a list in the order of IDs. Set Source to Documents That Match a Search, or use Export to File.',
		},
	);
}
