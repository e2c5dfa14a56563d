import type { ServiceRecord } from '../shared/client/envelope';
import { meets } from '../shared/documents/filters';
import { compareIds, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import type { Delivery } from './compare';
import { eventsOf, paidEvent } from './events';
import { TimeIsUp, type Deadline } from './search';
import type { TriggerSettings } from './settings';
import { countOf, furthestOf, openReader, readUpFrom, type Newest, type Step } from './snapshot';
import {
	compact,
	isAbove,
	isNumericId,
	isPaid,
	knownOf,
	rememberedOf,
	valuesOf,
	type OlderDocuments,
	type Remembered,
	type TriggerState,
} from './state';

/** Maximum number of remembered unpaid documents. If there are more, the newest ones are kept. */
const maxUnpaid = 3_000;

/** docs/api/resources.md#codes, direction. */
const issued = 1;

/**
 * Finds payments of documents that are older than the watched ones. Each poll reads some more pages of them, oldest
 * first, and then starts again. It remembers the IDs of unpaid ones. If one of them is paid later, that is an event.
 */
export class OlderUnpaid {
	readonly deliveries: Delivery[] = [];

	/** Whether a payment could be missed if n8n does not save this state. */
	matters = false;

	private readonly older: OlderDocuments;

	/** Numbers for the event IDs, by document. */
	private readonly unpaid: Map<string, number>;

	private readonly remembered: Map<string, Remembered>;

	private isFinished = false;

	/** Only newer documents than this one can be remembered. */
	private readonly oldest: string;

	/**
	 * @param present the state of the poll so far
	 * @param room maximum number of items
	 */
	constructor(
		private readonly present: TriggerState,
		private readonly settings: TriggerSettings,
		private readonly room: number,
	) {
		this.older = { ...(present.older ?? { unpaid: [], from: '', ahead: 0 }) };
		this.unpaid = new Map(
			this.older.unpaid.flatMap(([number, ids]) => ids.split(' ').map((id) => [id, number])),
		);
		this.remembered = rememberedOf(present);
		const ids = [...this.unpaid.keys()].sort(compareIds);
		this.oldest = ids.length < maxUnpaid ? '' : ids[0];
	}

	get state(): TriggerState {
		const known = [...this.remembered].map(([id, entry]) => knownOf(id, entry));
		return { ...this.present, known, older: { ...this.older, unpaid: stored(this.unpaid) } };
	}

	/**
	 * Adds unpaid documents that are no longer watched after this poll, and removes those that are watched again.
	 * @param passed documents that this poll has read, but no longer watches
	 */
	takeOver(before: TriggerState, passed: ServiceRecord[] = []): void {
		const isWatched = (id: string) => this.remembered.get(id)?.values;
		for (const id of this.unpaid.keys()) {
			const values = isWatched(id);
			if (values && !isPaid(values)) this.unpaid.delete(id);
		}
		const earlier = [...rememberedOf(before)].map(([id, { values }]) => ({ id, values }));
		const read = passed
			.filter((record) => this.isAwaited(record))
			.map((record) => ({ id: idOf(record), values: valuesOf(record) }));
		for (const { id, values } of [...earlier, ...read]) {
			if (!values || isWatched(id) || isPaid(values)) continue;
			if (this.unpaid.has(id) || !isNumericId(id)) continue;
			this.unpaid.set(id, before.revision + 1);
			this.matters = true;
		}
	}

	/** Reads the next pages. @throws ServiceError, Mismatch as {@link readUpFrom} */
	async goOn(source: PageSource, newest: Newest, deadline: Deadline): Promise<void> {
		this.lookAtWatched(newest.records);
		if (newest.covers === '') return;
		const { older } = this;
		const reader = openReader(source);
		const lowest = idOf(newest.records[0]);
		let pages = 0;
		const walk = async () => {
			const guess = Math.max(older.ahead, older.from === '' ? countOf(newest) : 0);
			for await (const step of readUpFrom(reader, older.from, guess, newest.first)) {
				this.take(step, lowest);
				const isEnough = ++pages >= this.settings.olderPages || this.isFull;
				if (this.isFinished || isEnough || deadline.isNear) break;
			}
		};
		const failure: unknown = await walk().catch((thrown: unknown) => thrown);
		if (failure === undefined) return;
		if (!(failure instanceof TimeIsUp)) throw failure;
		if (pages === 0) older.ahead = furthestOf(reader);
	}

	/** Removes documents that are now among the watched ones. */
	private lookAtWatched(records: ServiceRecord[]): void {
		for (const record of records) {
			const id = idOf(record);
			const number = this.unpaid.get(id);
			if (number === undefined || this.isFull) continue;
			this.unpaid.delete(id);
			this.matters = true;
			if (isPaid(valuesOf(record)) && this.isAwaited(record)) this.deliver(record, number);
		}
	}

	private take({ records, waiting }: Step, lowest: string): void {
		const { older, unpaid } = this;
		const start = older.from;
		const seen = new Set<string>();
		for (const record of records) {
			const id = idOf(record);
			if (!isAbove(lowest, id)) break;
			if (this.isFull) return;
			this.compare(id, record);
			seen.add(id);
			older.from = id;
		}
		older.ahead = waiting;
		for (const id of unpaid.keys()) {
			// Remembered documents that are not in the range just read were deleted.
			if (isAbove(id, start) && !isAbove(id, older.from) && !seen.has(id)) unpaid.delete(id);
		}
		const last = records[records.length - 1];
		this.isFinished = waiting === 0 || last === undefined || !isAbove(lowest, idOf(last));
		if (this.isFinished) older.from = '';
	}

	private compare(id: string, record: ServiceRecord): void {
		const { settings, present, unpaid } = this;
		const values = valuesOf(record);
		const before = this.remembered.get(id);
		if (before?.values) {
			const number = present.began + before.deliveries;
			const events = eventsOf(id, record, { number, values: before.values }, settings);
			for (const event of events) this.deliveries.push({ record, event });
			const deliveries = before.deliveries + (events.length > 0 ? 1 : 0);
			this.remembered.set(id, { deliveries, values: compact(values) });
			return;
		}
		const number = unpaid.get(id);
		const isAwaited = this.isAwaited(record);
		if (number === undefined) {
			if (!isAwaited || isPaid(values) || !isAbove(id, this.oldest)) return;
			unpaid.set(id, present.revision + 1);
			this.matters = true;
		} else if (isPaid(values) || !isAwaited) {
			unpaid.delete(id);
			if (isAwaited) this.deliver(record, number);
		}
	}

	private isAwaited(record: ServiceRecord): boolean {
		const { criteria } = this.settings;
		return meets(record, criteria) && Number(record.direction) === (criteria.direction ?? issued);
	}

	private get isFull(): boolean {
		return this.deliveries.length >= this.room;
	}

	private deliver(record: ServiceRecord, number: number): void {
		const event = paidEvent(idOf(record), record, this.present.began + number);
		this.deliveries.push({ record, event });
	}
}

function stored(unpaid: Map<string, number>): OlderDocuments['unpaid'] {
	const kept = [...unpaid].sort(([a], [b]) => compareIds(a, b)).slice(-maxUnpaid);
	const groups = new Map<number, string[]>();
	for (const [id, number] of kept) groups.set(number, [...(groups.get(number) ?? []), id]);
	return [...groups].map(([number, ids]) => [number, ids.join(' ')]);
}
