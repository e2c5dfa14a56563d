import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/values';
import { connect } from '../shared/n8n/connection';
import { meets } from '../AccountingService/resources/accountingDocument/documents';
import { compareIds, idOf } from '../shared/lists/ids';
import { climb } from './climb';
import { eventsOf } from './events';
import { recall, remember } from './memory';
import { readNewest, type Newest } from './newest';
import { openSearch, type Search } from './search';
import { settle, type Delivery, type SettleRules } from './settle';
import { settingsOf, type TriggerSettings } from './settings';
import { fit, isAbove, type TriggerState } from './state';

/** A poll that catches up stops here: the next poll comes soon, and what is read is safe by then. */
const longestPollMs = 40_000;

interface Outcome {
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
	const budgetMs = Math.min(pollBudgetMs(host), longestPollMs);
	const deadline = Date.now() + budgetMs;
	const settings = settingsOf(formOfTrigger(host));
	const { state, unreadable } = recall(host);
	// One request that is not answered must leave time for another one.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(budgetMs / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3 });
	const search = await openSearch(host, client, settings);
	const newest = await readNewest(search.source, settings.lookBack, settings.allowAnyOrder);
	const reason = unreadable
		? 'what it had stored could not be read'
		: state && comesFromElsewhere(state, search, newest)
			? 'the credential now belongs to another service or application'
			: undefined;
	const next = beginning(host, search, state);
	let outcome: Outcome;
	if (reason !== undefined) {
		host.logger.warn(`${host.getNode().name} starts afresh, with new documents only: ${reason}`);
		outcome = { ...(await baseline(next, search, newest, settings)), mustBeKept: true };
	} else if (state === undefined && !settings.startsWithExisting) {
		outcome = await baseline(next, search, newest, settings);
	} else {
		outcome = await advance(state ? resume(state, next) : next, search, newest, settings, deadline);
	}
	return replace(host, state, outcome, settings);
}

/** Another application may belong to the same organization; then some documents are the known ones. */
function comesFromElsewhere(state: TriggerState, { origin }: Search, { records }: Newest): boolean {
	if (state.source === origin) return false;
	const known = new Set(state.known.map(([id]) => id));
	return !records.some((record) => known.has(idOf(record)));
}

/** The state before the first document. */
function beginning(host: IPollFunctions, search: Search, former?: TriggerState): TriggerState {
	return {
		version: 1,
		revision: former?.revision ?? 0,
		nodeName: host.getNode().name,
		source: search.origin,
		search: search.conditions,
		mark: '',
		floor: '',
		waiting: 0,
		known: [],
	};
}

function resume(state: TriggerState, { nodeName, source, search }: TriggerState): TriggerState {
	// What another search left out below the mark is not new.
	const floor = state.search === search ? state.floor : state.mark;
	return { ...state, nodeName, source, search, floor };
}

/** What exists now counts as delivered. */
async function baseline(
	state: TriggerState,
	search: Search,
	newest: Newest,
	{ lookBack, allowAnyOrder }: TriggerSettings,
): Promise<Outcome> {
	const rules = { judge: () => [], room: 1, lookBack };
	const settled = settle(state, stretchOf(newest, allowAnyOrder), rules);
	const newestOfAll = await search.newestOfAll(newest);
	const mark = isAbove(newestOfAll, settled.state.mark) ? newestOfAll : settled.state.mark;
	return { state: { ...settled.state, mark }, deliveries: [], mustBeKept: false };
}

/** What is new and what changed, as far as there is room and time. */
async function advance(
	state: TriggerState,
	{ source }: Search,
	newest: Newest,
	{ events, criteria, lookBack, maxItems, allowAnyOrder }: TriggerSettings,
	deadline: number,
): Promise<Outcome> {
	// An answer without any document, after there were some, is not believed.
	if (newest.records.length === 0) return { state, deliveries: [], mustBeKept: false };
	const rules = (room: number): SettleRules => ({
		judge: (id, record, before) =>
			meets(record, criteria) ? eventsOf(id, record, before, events) : [],
		room,
		lookBack,
	});
	const reachesMark = newest.records.some((record) => !isAbove(idOf(record), state.mark));
	if (reachesMark || newest.isWhole || allowAnyOrder) {
		const settled = settle(state, stretchOf(newest, allowAnyOrder), rules(maxItems));
		const waiting = settled.left;
		return { ...settled, state: { ...settled.state, waiting }, mustBeKept: false };
	}
	const deliveries: Delivery[] = [];
	let current = state;
	const ahead = state.mark === '' ? newest.count : newest.records.length;
	for await (const step of climb(source, state.mark, state.waiting || (ahead ?? 0))) {
		const room = maxItems - deliveries.length;
		const settled = settle(current, { records: step.records, isById: true }, rules(room));
		current = { ...settled.state, waiting: step.waiting + settled.left };
		for (const delivery of settled.deliveries) deliveries.push(delivery);
		if (deliveries.length >= maxItems || settled.left > 0 || Date.now() > deadline) break;
	}
	// Some of n8n's schedulers keep the state of a poll with items only; the way would be walked again.
	return { state: current, deliveries, mustBeKept: true };
}

function stretchOf({ records, isWhole }: Newest, allowAnyOrder: boolean) {
	const rising = [...records].sort((a, b) => compareIds(idOf(a), idOf(b)));
	const covers = isWhole || rising.length === 0 ? '' : idOf(rising[0]);
	return { records: rising, covers, isById: !allowAnyOrder };
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
	const next = fit({ ...state, revision: (before?.revision ?? 0) + 1 });
	const changed =
		before === undefined ||
		JSON.stringify({ ...next, revision: 0 }) !== JSON.stringify({ ...before, revision: 0 });
	if (changed) remember(host, next);
	if (deliveries.length === 0) return mustBeKept ? [[]] : null;
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
