import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { formOfTrigger } from '../shared/fields/form';
import { triggerFields } from './fields';
import { connect } from '../shared/n8n/connection';
import { refuseCountingFromZero } from '../shared/lists/habits';
import { advance, type Outcome } from './advance';
import { baseline } from './baseline';
import { Budget } from './budget';
import { keyOf, recall, remember } from './memory';
import { isSameOrganization } from './organization';
import { openSearch, type Search } from './search';
import { settingsOf, type TriggerSettings } from './settings';
import { fit, isNumericId, type TriggerState } from './state';
import { beginTurn, nextRevision, noteHandedOn, wasJustHandedOn } from './turns';
import { lookAt, type View } from './view';

/** A poll that catches up stops here: the next poll comes soon, and what is read is safe by then. */
const longestPollMs = 40_000;

/**
 * One poll: what happened since the last one, as items; null when nothing did, or when another poll of
 * this trigger finds it. The state is replaced last, after everything was read.
 * @throws ServiceError; the state is then untouched
 */
export async function poll(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = new Budget(Math.min(pollBudgetMs(host), longestPollMs));
	const endTurn = beginTurn(keyOf(host), 2 * budget.ms);
	if (endTurn === undefined) return null;
	try {
		return await takeTurn(host, budget);
	} finally {
		endTurn();
	}
}

async function takeTurn(
	host: IPollFunctions,
	budget: Budget,
): Promise<INodeExecutionData[][] | null> {
	const settings = settingsOf(formOfTrigger(host, triggerFields));
	const { state, unreadable } = recall(host);
	if (!unreadable && wasJustHandedOn(keyOf(host), state?.revision ?? 0)) return null;
	// One request that is not answered must leave time for another one.
	const timeoutMs = settings.timeoutMs ?? Math.ceil(budget.ms / 2);
	const client = await connect(host, { timeoutMs, maxTries: 3 });
	const search = await openSearch(host, client, settings, budget);
	const next = beginning(host, search, state?.revision);
	const outcome =
		state !== undefined || (settings.startsWithExisting && !unreadable)
			? await goOn(host, state, next, search, settings, budget)
			: await begin(host, next, search, settings, unreadable ? unreadableReason : undefined);
	if (state === undefined) await refuseCountingFromZero((search.all ?? search.pages).source);
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
	const key = keyOf(host);
	const next = fit({ ...state, revision: before?.revision ?? 0 });
	const changed =
		before === undefined ||
		JSON.stringify({ ...next, revision: 0 }) !== JSON.stringify({ ...before, revision: 0 });
	if (changed) {
		next.revision = nextRevision(key, next.revision);
		remember(host, next, isQuiet);
	}
	if (isQuiet) return null;
	noteHandedOn(key, next.revision);
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
