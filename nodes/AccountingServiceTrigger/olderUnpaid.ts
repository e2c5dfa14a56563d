import type { ServiceRecord } from '../shared/client/envelope';
import { meets } from '../shared/documents/filters';
import { compareIds, idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import type { Delivery } from './compare';
import type { Deadline } from './deadline';
import { eventsOf, paidEvent } from './events';
import { ReplacedValues } from './replaced';
import { newRound, RoundReader } from './round';
import type { TriggerSettings } from './settings';
import type { PollSnapshot } from './source';
import {
	compact,
	isAbove,
	isPaidByValues,
	knownOf,
	rememberedOf,
	valuesOf,
	type OlderDocuments,
	type Remembered,
	type Round,
	type TriggerState,
} from './state';

/** Maximum number of remembered unpaid documents. If there are more, the newest ones are kept. */
const maxUnpaid = 3_000;

/** Maximum number of pages that a poll reads of older documents. */
export const pagesPerPoll = 10;

const emptyMemory: OlderDocuments = { unpaid: [], absent: '', ...newRound };

/**
 * Finds payments of documents that are older than the watched ones. It reads them in rounds, some pages per poll, and
 * remembers the IDs of unpaid ones. If one of them is paid later, that is an event.
 */
export class OlderUnpaid {
	readonly deliveries: Delivery[] = [];

	/** Whether a payment could be missed if n8n does not save this state. */
	mustSave = false;

	private round: Round;

	/** IDs of remembered documents that this round has proved absent. */
	private readonly absent: Set<string>;

	/** Numbers for the event IDs, by document. */
	private readonly unpaid: Map<string, number>;

	private readonly remembered: Map<string, Remembered>;

	private readonly replaced: ReplacedValues;

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
		const { unpaid, absent, ...round } = present.older ?? emptyMemory;
		this.round = round;
		this.absent = new Set(absent === '' ? [] : absent.split(' '));
		this.unpaid = new Map(
			unpaid.flatMap(([number, ids]) => ids.split(' ').map((id) => [id, number])),
		);
		this.remembered = rememberedOf(present);
		this.replaced = new ReplacedValues(present);
		const ids = [...this.unpaid.keys()].sort(compareIds);
		this.oldest = ids.length < maxUnpaid ? '' : ids[0];
	}

	get state(): TriggerState {
		const known = [...this.remembered].map(([id, entry]) => knownOf(id, entry));
		const older = { unpaid: storedUnpaid(this.unpaid), absent: [...this.absent].join(' ') };
		const { stored: replaced } = this.replaced;
		return { ...this.present, known, replaced, older: { ...older, ...this.round } };
	}

	/**
	 * Adds unpaid documents that are no longer watched after this poll, and removes those that are watched again.
	 * @param passed documents that this poll has read, but no longer watches
	 */
	takeOver(before: TriggerState, passed: ServiceRecord[] = []): void {
		const isWatched = (id: string) => this.remembered.get(id)?.values;
		for (const id of this.unpaid.keys()) {
			const values = isWatched(id);
			if (values && !isPaidByValues(values)) this.unpaid.delete(id);
		}
		const earlier = [...rememberedOf(before)].map(([id, { values }]) => ({ id, values }));
		const read = passed
			.filter((record) => this.isAwaited(record))
			.map((record) => ({ id: idOf(record), values: valuesOf(record) }));
		for (const { id, values } of [...earlier, ...read]) {
			if (!values || isWatched(id) || isPaidByValues(values) || this.unpaid.has(id)) continue;
			this.unpaid.set(id, before.revision + 1);
			this.mustSave = true;
		}
	}

	/** Reads the next pages of the round. @throws ServiceError; Mismatch */
	async goOn(source: PageSource, snapshot: PollSnapshot, deadline: Deadline): Promise<void> {
		this.compareWatched(snapshot.records);
		const { coveredFrom } = snapshot;
		if (coveredFrom === '') return;
		this.noteAbsent(snapshot.records, { isTop: true });
		const reader = new RoundReader(source, snapshot, this.round);
		const read = async () => {
			while (reader.requests < pagesPerPoll && !deadline.isNear) {
				const page = await reader.next();
				const isCompared = page === undefined || this.compareOlder(page.records, coveredFrom);
				if (!isCompared) return;
				if (page) this.noteAbsent(page.records, page);
				this.round = reader.after(page);
				if (this.round === newRound) {
					this.endRound(page !== undefined);
					return;
				}
			}
		};
		await read().catch((thrown: unknown) => {
			// The next poll continues after the last page that was compared.
			if (!deadline.hasCaused(thrown)) throw thrown;
		});
	}

	/** Removes documents that are now among the watched ones. */
	private compareWatched(records: ServiceRecord[]): void {
		for (const record of records) {
			const id = idOf(record);
			const number = this.unpaid.get(id);
			if (number === undefined || this.isFull) continue;
			this.unpaid.delete(id);
			this.mustSave = true;
			if (isPaidByValues(valuesOf(record)) && this.isAwaited(record)) this.deliver(record, number);
		}
	}

	/** @returns false if the items of this poll are full; the next poll compares the page again */
	private compareOlder(records: ServiceRecord[], coveredFrom: string): boolean {
		for (const record of records) {
			if (!isAbove(coveredFrom, idOf(record))) continue;
			if (this.isFull) return false;
			this.compare(idOf(record), record);
		}
		return true;
	}

	private compare(id: string, record: ServiceRecord): void {
		const { settings, present, unpaid } = this;
		const values = valuesOf(record);
		const before = this.remembered.get(id);
		if (this.replaced.have(id, values)) return;
		if (before?.values) {
			const number = present.began + before.deliveries;
			const events = eventsOf(id, record, { number, values: before.values }, settings);
			for (const event of events) this.deliveries.push({ record, event });
			this.replaced.add(id, before.values, values);
			const deliveries = before.deliveries + (events.length > 0 ? 1 : 0);
			this.remembered.set(id, { deliveries, values: compact(values) });
			return;
		}
		const number = unpaid.get(id);
		const isAwaited = this.isAwaited(record);
		if (number === undefined) {
			if (!isAwaited || isPaidByValues(values) || !isAbove(id, this.oldest)) return;
			unpaid.set(id, present.revision + 1);
			this.mustSave = true;
		} else if (isPaidByValues(values) || !isAwaited) {
			unpaid.delete(id);
			if (isAwaited) this.deliver(record, number);
		}
	}

	/**
	 * Notes the remembered documents that a response proves absent: it shows documents on both sides of their IDs. A
	 * document between two pages may have moved from one to the other.
	 */
	private noteAbsent(records: ServiceRecord[], { isTop = false, isBottom = false }): void {
		const ids = records.map(idOf).sort(compareIds);
		const shown = new Set(ids);
		for (const id of this.unpaid.keys()) {
			const isBelow = isAbove(ids[0], id) && !isBottom;
			const isHigher = isAbove(id, ids[ids.length - 1]) && !isTop;
			if (isBelow || isHigher) continue;
			if (shown.has(id)) this.absent.delete(id);
			else this.absent.add(id);
		}
	}

	/** @param reachedEnd whether the round came to the end of the list */
	private endRound(reachedEnd: boolean): void {
		if (reachedEnd) for (const id of this.absent) this.unpaid.delete(id);
		this.absent.clear();
	}

	private isAwaited(record: ServiceRecord): boolean {
		return meets(record, this.settings.criteria);
	}

	private get isFull(): boolean {
		return this.deliveries.length >= this.room;
	}

	private deliver(record: ServiceRecord, number: number): void {
		const event = paidEvent(idOf(record), record, this.present.began + number);
		this.replaced.addPayment(idOf(record));
		this.deliveries.push({ record, event });
	}
}

function storedUnpaid(unpaid: Map<string, number>): OlderDocuments['unpaid'] {
	const kept = [...unpaid].sort(([a], [b]) => compareIds(a, b)).slice(-maxUnpaid);
	const groups = new Map<number, string[]>();
	for (const [id, number] of kept) groups.set(number, [...(groups.get(number) ?? []), id]);
	return [...groups].map(([number, ids]) => [number, ids.join(' ')]);
}
