import type { ServiceRecord } from '../shared/client/envelope';
import { tried } from '../shared/client/errors';
import { compareIds, idOf } from '../shared/lists/ids';
import { unlessUsedUp } from '../shared/lists/reader';
import { TimeIsUp, type Budget } from './budget';
import { Climb } from './climb';
import { paidEvent } from './events';
import type { Newest } from './newest';
import type { Pages } from './pages';
import type { Delivery, SettleRules } from './settle';
import { isAbove, knownOf, rememberedOf, type Remembered, type TriggerState } from './state';
import { mostUnpaid, noneYet, storedUnpaid, unpaidIn, type OlderDocuments } from './unpaid';
import { compact, isPaid, valuesOf } from './values';

export interface RoundRules extends SettleRules {
	/** Requests after which no further page is begun. */
	pagesPerPoll: number;
	/** Whether a document is one whose payment is waited for. */
	isAwaited: (record: ServiceRecord) => boolean;
}

export interface RoundOutcome {
	state: TriggerState;
	deliveries: Delivery[];
	/** Whether a payment can be missed when n8n forgets this poll. */
	matters: boolean;
}

/** Requests for finding the place to go on from, beyond those that read the documents. */
const mostForPlace = 40;

/**
 * Goes on with the round through the documents that are older than the watched ones, oldest first: a
 * few pages per poll. Those that are unpaid are remembered by their ids; one of them that is found paid
 * is an event. Each round sees every document that existed throughout (climb.ts).
 */
export async function goOnWithRound(
	state: TriggerState,
	{ newest, pages }: { newest: Newest; pages: Pages },
	rules: RoundRules,
	budget: Budget,
): Promise<RoundOutcome> {
	const round = new Round(state, rules);
	const { older } = round;
	if (older.from === '') older.ahead = newest.count ?? (older.total || newest.records.length);
	round.lookAtWatched(newest.records);
	const lowest = newest.records[newest.records.length - 1];
	if (newest.isWhole || lowest === undefined) return round.outcome;
	const { reader } = pages;
	const before = reader.requests;
	reader.allow(rules.pagesPerPoll + mostForPlace);
	const climb = new Climb(pages, round.older.from, round.older.ahead);
	const walk = async () => {
		for await (const step of climb.steps()) {
			const { from, ahead } = round.older;
			const suspects = round.suspects(step.records);
			// An answer that lags behind shows documents unpaid that are paid.
			const again = suspects.length > 0 ? await nextAbove(pages, from, ahead) : step.records;
			round.take(step, idOf(lowest), again);
			const isEnough = reader.requests - before >= rules.pagesPerPoll;
			if (round.isFinished || isEnough || budget.isNearlySpent || round.isFull) break;
		}
	};
	const walked = await tried(async () => await unlessUsedUp(walk()));
	if (walked.failure && !(walked.failure instanceof TimeIsUp)) throw walked.failure;
	if (walked.failure ?? walked.value.usedUp) round.older.ahead = climb.position;
	return round.outcome;
}

async function nextAbove(pages: Pages, from: string, ahead: number): Promise<ServiceRecord[]> {
	for await (const { records } of new Climb(pages, from, ahead).steps()) return records;
	return [];
}

class Round {
	readonly older: OlderDocuments;

	isFinished = false;

	private readonly deliveries: Delivery[] = [];

	private readonly unpaid: Map<string, number>;

	private readonly remembered: Map<string, Remembered>;

	private matters = false;

	/** There is room for newer ones than this. */
	private readonly oldest: string;

	constructor(
		private readonly state: TriggerState,
		private readonly rules: RoundRules,
	) {
		this.older = { ...(state.older ?? noneYet) };
		this.unpaid = unpaidIn(this.older);
		this.remembered = rememberedOf(state);
		const ids = [...this.unpaid.keys()].sort(compareIds);
		this.oldest = ids.length < mostUnpaid ? '' : ids[0];
	}

	get isFull(): boolean {
		return this.deliveries.length >= this.rules.room;
	}

	get outcome(): RoundOutcome {
		const { state, older, deliveries, matters } = this;
		const known = [...this.remembered].map(([id, entry]) => knownOf(id, entry));
		const next = { ...state, known, older: { ...older, unpaid: storedUnpaid(this.unpaid) } };
		return { state: next, deliveries, matters };
	}

	/** Documents that moved up among the watched ones are watched there from now on. */
	lookAtWatched(records: ServiceRecord[]): void {
		for (const record of records) {
			const id = idOf(record);
			const number = this.unpaid.get(id);
			if (number === undefined || this.isFull) continue;
			this.unpaid.delete(id);
			this.matters = true;
			if (isPaid(valuesOf(record)) && this.rules.isAwaited(record)) this.deliver(record, number);
		}
	}

	/** After the first round hardly any document becomes unpaid anew. */
	suspects(records: ServiceRecord[]): ServiceRecord[] {
		if (this.older.rounds === 0) return [];
		return records.filter((record) => this.isToAdd(record));
	}

	take(
		{ records, waiting }: { records: ServiceRecord[]; waiting: number },
		lowest: string,
		again: ServiceRecord[],
	): void {
		const { older, unpaid } = this;
		const start = older.from;
		const still = new Set(again.filter((record) => this.isToAdd(record)).map(idOf));
		const seen = new Set<string>();
		for (const record of records) {
			const id = idOf(record);
			if (!isAbove(lowest, id)) break;
			if (this.isFull) return;
			this.judge(record, still.has(id));
			seen.add(id);
			older.from = id;
		}
		older.ahead = waiting;
		if (start === '') older.total = waiting + records.length;
		for (const id of unpaid.keys()) {
			// Within the stretch just seen, what is not there was deleted.
			if (isAbove(id, start) && !isAbove(id, older.from) && !seen.has(id)) unpaid.delete(id);
		}
		const last = records[records.length - 1];
		if (waiting > 0 && last !== undefined && isAbove(lowest, idOf(last))) return;
		this.isFinished = true;
		Object.assign(older, { from: '', rounds: older.rounds + 1 });
	}

	private judge(record: ServiceRecord, isStillUnpaid: boolean): void {
		const id = idOf(record);
		const values = valuesOf(record);
		const before = this.remembered.get(id);
		if (before?.values) {
			const number = this.state.began + before.deliveries;
			const events = this.rules.judge(id, record, { number, values: before.values });
			for (const event of events) this.deliveries.push({ record, event });
			const deliveries = before.deliveries + (events.length > 0 ? 1 : 0);
			this.remembered.set(id, { deliveries, values: compact(values) });
			return;
		}
		const number = this.unpaid.get(id);
		if (number === undefined) {
			if (!this.isToAdd(record) || !isStillUnpaid) return;
			this.unpaid.set(id, this.state.revision + 1);
			this.matters = true;
		} else if (isPaid(values)) {
			this.unpaid.delete(id);
			if (this.rules.isAwaited(record)) this.deliver(record, number);
		} else if (!this.rules.isAwaited(record)) this.unpaid.delete(id);
	}

	private isToAdd(record: ServiceRecord): boolean {
		const id = idOf(record);
		if (this.unpaid.has(id) || this.remembered.get(id)?.values) return false;
		if (!isAbove(id, this.oldest)) return false;
		return !isPaid(valuesOf(record)) && this.rules.isAwaited(record);
	}

	private deliver(record: ServiceRecord, number: number): void {
		const event = paidEvent(idOf(record), record, this.state.began + number);
		this.deliveries.push({ record, event });
	}
}
