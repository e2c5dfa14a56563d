import { meets } from '../AccountingService/resources/accountingDocument/filters';
import type { ServiceRecord } from '../shared/client/envelope';
import { tried } from '../shared/client/errors';
import { idOf } from '../shared/lists/ids';
import { TimeIsUp, type Budget } from './budget';
import { Climb } from './climb';
import { eventsOf, isReady } from './events';
import { agreedBySecondLook, type Newest } from './newest';
import type { Pages } from './pages';
import { goOnWithRound } from './rounds';
import { textsOf, type Search } from './search';
import { settle, type Delivery, type Settled, type SettleRules } from './settle';
import type { TriggerSettings } from './settings';
import { isAbove, type TriggerState } from './state';
import { handOver, noneYet, storedUnpaid, unpaidIn } from './unpaid';
import { isEmpty, stretchOf, type View } from './view';

/** What a poll has come to. */
export interface Outcome {
	state: TriggerState;
	deliveries: Delivery[];
	/** Whether n8n should keep the state although there may be nothing to hand on. */
	mustBeKept: boolean;
}

/** What is new and what changed, as far as there is room and time. */
export async function advance(
	state: TriggerState,
	{ pages }: Search,
	view: View,
	settings: TriggerSettings,
	budget: Budget,
): Promise<Outcome> {
	const { newest } = view;
	const { allowAnyOrder } = settings;
	// An answer without any document, after there were some, is not believed.
	if (isEmpty(view)) return { state, deliveries: [], mustBeKept: false };
	const rules = rulesOf(settings);
	const reachesMark = newest.records.some((record) => !isAbove(idOf(record), state.mark));
	if (reachesMark || newest.isWhole || allowAnyOrder) {
		const settled = await settleTwice(state, pages, view, rules, allowAnyOrder);
		const { left: waiting, deliveries, matters } = settled;
		const outcome = { state: { ...settled.state, waiting }, deliveries, mustBeKept: matters };
		return await withOlder(state, outcome, { newest, pages }, settings, budget);
	}
	const outcome = await catchUp(state, pages, newest, rules, budget);
	return await withOlder(state, outcome, { newest, pages }, settings, budget);
}

/** Where payments of older documents are watched: the next part of the round through them. */
async function withOlder(
	before: TriggerState,
	outcome: Outcome,
	seen: { newest: Newest; pages: Pages },
	settings: TriggerSettings,
	budget: Budget,
): Promise<Outcome> {
	const { criteria, olderPages: pagesPerPoll, maxItems } = settings;
	if (pagesPerPoll === 0) return { ...outcome, state: { ...outcome.state, older: undefined } };
	const older = outcome.state.older ?? noneYet;
	const unpaid = unpaidIn(older);
	const hasLeft = handOver(unpaid, before, outcome.state);
	const state = { ...outcome.state, older: { ...older, unpaid: storedUnpaid(unpaid) } };
	const kept = { ...outcome, state, mustBeKept: outcome.mustBeKept || hasLeft };
	const room = maxItems - outcome.deliveries.length;
	if (state.waiting > 0 || room <= 0 || budget.isNearlySpent) return kept;
	const isAwaited = (record: ServiceRecord) =>
		meets(record, criteria) && Number(record.direction) === (criteria.direction ?? issued);
	const rules = { ...rulesOf(settings), room, pagesPerPoll, isAwaited };
	const round = await goOnWithRound(state, seen, rules, budget);
	return {
		state: round.state,
		deliveries: [...outcome.deliveries, ...round.deliveries],
		mustBeKept: kept.mustBeKept || round.matters,
	};
}

/** Specification section 2.1, direction. */
const issued = 1;

/** Walks from the mark towards the newest document, as far as there is room and time. */
async function catchUp(
	state: TriggerState,
	pages: Pages,
	newest: Newest,
	rules: SettleRules,
	budget: Budget,
): Promise<Outcome> {
	const deliveries: Delivery[] = [];
	let current = state;
	const ahead = state.mark === '' ? newest.count : newest.records.length;
	const climb = new Climb(pages, state.mark, state.waiting || (ahead ?? 0));
	const begun = climb.position;
	const walk = await tried(async () => {
		for await (const step of climb.steps()) {
			const room = rules.room - deliveries.length;
			const settled = settle(current, { records: step.records, isById: true }, { ...rules, room });
			current = { ...settled.state, waiting: step.waiting + settled.left };
			for (const delivery of settled.deliveries) deliveries.push(delivery);
			if (deliveries.length >= rules.room || settled.left > 0 || budget.isNearlySpent) break;
		}
	});
	if (walk.failure) {
		// The next poll looks on from the best guess by now.
		const hasCome = deliveries.length > 0 || climb.position !== begun;
		if (!(walk.failure instanceof TimeIsUp) || !hasCome) throw walk.failure;
		current = { ...current, waiting: climb.position };
	}
	// Some of n8n's schedulers keep the state of a poll with items only; the way would be walked again.
	return { state: current, deliveries, mustBeKept: true };
}

function rulesOf({ events, criteria, maxItems, lookBack }: TriggerSettings): SettleRules {
	return {
		judge: (id, record, before) =>
			meets(record, criteria) ? eventsOf(id, record, before, events) : [],
		isReady: (values, before) => isReady(values, before, events),
		textsOf,
		room: maxItems,
		lookBack,
	};
}

/** Believes what an answer that lags behind could say as well only when a second look says the same. */
async function settleTwice(
	state: TriggerState,
	pages: Pages,
	view: View,
	rules: SettleRules,
	anyOrder: boolean,
): Promise<Settled> {
	const settled = settle(...stretchOf(state, view, anyOrder), rules);
	if (settled.doubtful.size === 0) return settled;
	const { newest } = view;
	const records = await agreedBySecondLook(pages, newest, settled.doubtful);
	if (records.length === newest.records.length) return settled;
	return settle(...stretchOf(state, { ...view, newest: { ...newest, records } }, anyOrder), rules);
}
