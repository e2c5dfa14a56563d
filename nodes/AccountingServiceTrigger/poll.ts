import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/values';
import { connect } from '../shared/n8n/connection';
import { meets } from '../AccountingService/resources/accountingDocument/filters';
import type { ServiceRecord } from '../shared/client/envelope';
import { idOf } from '../shared/lists/ids';
import { baseline } from './baseline';
import { Budget, TimeIsUp } from './budget';
import { Climb } from './climb';
import { eventsOf, isReady } from './events';
import { tried } from '../shared/client/errors';
import { recall, remember } from './memory';
import { agreedBySecondLook, type Newest } from './newest';
import { isSameOrganization } from './organization';
import type { Pages } from './pages';
import { goOnWithRound } from './rounds';
import { openSearch, textsOf, type Search } from './search';
import { settle, type Delivery, type Settled, type SettleRules } from './settle';
import { settingsOf, type TriggerSettings } from './settings';
import { fit, isAbove, isNumericId, type TriggerState } from './state';
import { handOver, noneYet, storedUnpaid, unpaidIn } from './unpaid';
import { isEmpty, lookAt, stretchOf, type View } from './view';

/** A poll that catches up stops here: the next poll comes soon, and what is read is safe by then. */
const longestPollMs = 40_000;

/** What a poll has come to. */
export interface Outcome {
	state: TriggerState;
	deliveries: Delivery[];
	/** Whether n8n should keep the state although there may be nothing to hand on. */
	mustBeKept: boolean;
}

/**
 * One poll: what happened since the last one, as items; null when nothing did. The state is replaced
 * last, after everything was read.
 * @throws ServiceError; the state is then untouched
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = new Budget(Math.min(pollBudgetMs(host), longestPollMs));
	const settings = settingsOf(formOfTrigger(host));
	const { state, unreadable } = recall(host);
	// One request that is not answered must leave time for another one.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(budget.ms / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3 });
	const search = await openSearch(host, client, settings, budget);
	const next = beginning(host, search, state?.revision);
	const outcome =
		state !== undefined || (settings.startsWithExisting && !unreadable)
			? await goOn(host, state, next, search, settings, budget)
			: await begin(host, next, search, settings, unreadable ? unreadableReason : undefined);
	return replace(host, state, outcome, settings);
}

const unreadableReason = 'what it had stored could not be read';

async function goOn(
	host: IPollFunctions,
	state: TriggerState | undefined,
	next: TriggerState,
	search: Search,
	settings: TriggerSettings,
	budget: Budget,
): Promise<Outcome> {
	const view = await lookAt(search, settings.lookBack, state);
	const reason = state && (await whyAfresh(state, search, view));
	if (reason !== undefined) return await begin(host, next, search, settings, reason);
	return await advance(state ? resume(state, next) : next, search, view, settings, budget);
}

/** @param reason why it begins although it has begun before */
async function begin(
	host: IPollFunctions,
	state: TriggerState,
	search: Search,
	settings: TriggerSettings,
	reason?: string,
): Promise<Outcome> {
	if (reason !== undefined) {
		host.logger.warn(`${host.getNode().name} starts afresh, with new documents only: ${reason}`);
	}
	const first = await baseline(state, search, settings);
	return { state: first, deliveries: [], mustBeKept: reason !== undefined };
}

/** Why what is remembered says nothing about the documents that are there now; undefined when it does. */
async function whyAfresh(
	state: TriggerState,
	{ origin, conditions, pages }: Search,
	{ newest }: View,
): Promise<string | undefined> {
	// Nothing is concluded from an answer without documents.
	if (newest.records.length === 0) return undefined;
	if (state.source !== origin && !(await isSameOrganization(state, newest.records, pages))) {
		return 'the credential now belongs to another service or organization';
	}
	const areNumbers = state.known.every(([id]) => isNumericId(id));
	return state.search !== conditions && !areNumbers
		? 'its search was changed, and the IDs of the service are not numbers'
		: undefined;
}

/** The state before the first document. */
function beginning(host: IPollFunctions, search: Search, revision = 0): TriggerState {
	return {
		version: 2,
		revision,
		began: Math.floor(Date.now() / 1000),
		nodeId: host.getNode().id,
		source: search.origin,
		search: search.conditions,
		mark: '',
		floor: '',
		waiting: 0,
		known: [],
	};
}

function resume(state: TriggerState, { nodeId, source, search }: TriggerState): TriggerState {
	if (state.search === search) return { ...state, nodeId, source };
	// What another search left out is not new.
	const known = state.known.map((entry) => (entry.length === 3 ? entry.slice(0, 2) : entry));
	const floor = state.mark;
	return { ...state, nodeId, source, search, floor, known: known as TriggerState['known'] };
}

/** What is new and what changed, as far as there is room and time. */
async function advance(
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

/** Replaces the state, unless another poll did so meanwhile: that one has handed on what this one found. */
function replace(
	host: IPollFunctions,
	before: TriggerState | undefined,
	{ state, deliveries, mustBeKept }: Outcome,
	{ shape }: TriggerSettings,
): INodeExecutionData[][] | null {
	const present = recall(host).state;
	if (present?.revision !== before?.revision) return null;
	const isQuiet = deliveries.length === 0 && !mustBeKept;
	const next = fit({ ...state, revision: (before?.revision ?? 0) + 1 });
	const changed =
		before === undefined ||
		JSON.stringify({ ...next, revision: 0 }) !== JSON.stringify({ ...before, revision: 0 });
	if (changed) remember(host, next, isQuiet);
	if (isQuiet) return null;
	return [
		deliveries.map(({ record, event: { event, eventId, changes } }) => ({
			json: { event, eventId, document: shape(record), changes } as unknown as IDataObject,
		})),
	];
}

function pollBudgetMs(host: IPollFunctions): number {
	// From n8n 2.38 on; a poll that takes longer is abandoned there.
	const { getPollBudgetMs } = host as { getPollBudgetMs?: () => number };
	return getPollBudgetMs?.() ?? longestPollMs;
}
