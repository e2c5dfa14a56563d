import { additionalDataFor, nodeOf } from './engine';

import { PollContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IPollFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { eventNames } from '../../../nodes/AccountingServiceTrigger/eventKinds';
import * as older from '../../../nodes/AccountingServiceTrigger/olderUnpaid';
import type { TriggerItem } from '../../../nodes/AccountingServiceTrigger/item';
import type { TriggerState } from '../../../nodes/AccountingServiceTrigger/state';
import { AccountingServiceTrigger } from '../../../nodes/AccountingServiceTrigger/AccountingServiceTrigger.node';
import { passTime } from './clock';
import type { CredentialStore } from './credentials';
import type { Bench } from './withSandbox';

const stateKey = 'accountingServiceTrigger';

const trigger = new AccountingServiceTrigger();

const nodeTypes: INodeTypes = {
	getByName: () => trigger,
	getByNameAndVersion: () => trigger,
	getKnownTypes: () => ({}),
};

let pages: jest.ReplaceProperty<number> | undefined;

afterEach(() => pages?.restore());

/** Changes how many pages of older documents each poll of this test reads, so that few documents take several polls. */
export function readOlderPages(perPoll: number): void {
	pages?.restore();
	pages = jest.replaceProperty(older as { pagesPerPoll: number }, 'pagesPerPoll', perPoll);
}

let workflows = 0;

export type Item = TriggerItem & { document: { id: number | string } };

/**
 * How n8n keeps the state of a polling trigger:
 *   inMemory   one workflow from activation on; saved when it is activated and when a poll returns items
 *   durable    a copy per poll, kept under the node's ID, saved unless the poll failed or changed nothing
 *   scheduled  a workflow per poll, loaded from the database, and saved only when a poll returns items
 * In each of them, polls may run at the same time: the state of the one that ends last is kept.
 */
export type Engine = 'inMemory' | 'durable' | 'scheduled';

/**
 * When n8n publishes a workflow again:
 *   running          while a poll runs, whose items it takes (n8n 2.8)
 *   saving           while it saves what a poll has returned
 *   discarded        while a poll runs, whose items it discards (n8n 2.41, timers in memory)
 *   discardedBefore  the same, but the poll ends before the one of the new activation
 */
export const publishings = ['running', 'saving', 'discarded', 'discardedBefore'] as const;
export type Publishing = (typeof publishings)[number];

export interface PollOptions {
	/** n8n ends after it creates the execution and before it saves the state, and starts again later. */
	crash?: boolean;
	/** n8n ignores what the poll returns, and does not save its state. */
	isDiscarded?: boolean;
	/** Gets the workflows whose state n8n has to save. By default, it does so at once. */
	unsaved?: Workflow[];
}

/** A published workflow with the trigger, in n8n-core's own poll context, with its own database. */
export class PublishedWorkflow {
	/** The items of every execution, in order. */
	executions: Item[][] = [];

	/** Warnings in n8n's log. */
	warnings: string[] = [];

	name = 'Trigger';

	nodeId = 'node-1';

	private id = `w${++workflows}`;

	budgetMs?: number;

	/** n8n's database: static data of the workflow, and the durable cursor of the node. */
	database: { staticData: string; cursor?: string } = { staticData: '{}' };

	private isScheduled = false;

	/** The workflow that the in-memory engine keeps from activation on. */
	private live?: Workflow;

	constructor(
		private readonly credentials: CredentialStore,
		public parameters: Record<string, unknown> = {},
		private readonly engine: Engine = 'inMemory',
	) {}

	get items(): Item[] {
		return this.executions.flat();
	}

	/** IDs of the returned events, in order. */
	get eventIds(): string[] {
		return this.items.map(({ eventId }) => eventId);
	}

	/** Items since the last call. */
	take(): Item[] {
		return this.executions.splice(0).flat();
	}

	/** The state that n8n keeps, in memory or in its database. */
	get state(): TriggerState | undefined {
		const { cursor, staticData } = this.database;
		const data = this.live?.staticData ?? (JSON.parse(staticData) as IDataObject);
		const { global = {} } = data as { global?: IDataObject };
		const own = cursor === undefined ? undefined : (JSON.parse(cursor) as IDataObject)[stateKey];
		return (own ?? global[`${stateKey}:${this.nodeId}`]) as TriggerState | undefined;
	}

	/** Changes the stored state, as a person, another program or an older version of the package might. */
	tamper(change: (state: IDataObject) => unknown): void {
		const { cursor, staticData } = this.database;
		const data = JSON.parse(staticData) as Record<string, IDataObject>;
		const own = JSON.parse(cursor ?? '{}') as IDataObject;
		const key = `${stateKey}:${this.nodeId}`;
		const stored = Object.entries(data).map(
			([place, kept]) => [kept, place === 'global' ? key : stateKey] as const,
		);
		for (const [values, name] of [[own, stateKey] as const, ...stored]) {
			if (values[name] !== undefined) values[name] = change(values[name] as IDataObject) as never;
		}
		if (cursor !== undefined) this.database.cursor = JSON.stringify(own);
		this.database.staticData = JSON.stringify(data);
		this.live = undefined;
	}

	/** Publishes the workflow, or starts n8n. */
	async activate(): Promise<void> {
		// The in-memory engine polls at every start, the others only when the schedule is new.
		if (this.isScheduled) return;
		const workflow = this.load();
		await this.run(workflow, { isActivation: true });
		this.save(workflow);
		if (this.engine === 'inMemory') this.live = workflow;
		else this.isScheduled = true;
	}

	/** n8n ends and starts again, with what it has saved. */
	async restart(): Promise<void> {
		// What the node keeps in memory is under the ID of the workflow, so a new process knows nothing of it.
		this.id = `w${++workflows}`;
		this.live = undefined;
		await this.activate();
	}

	async poll(options: PollOptions = {}): Promise<Item[]> {
		return await this.run(this.live ?? this.load(), options);
	}

	/** Two polls with the same initial state, as when n8n's scheduler catches up. */
	async pollTwiceAtOnce(): Promise<Array<PromiseSettledResult<Item[]>>> {
		return await Promise.allSettled([this.poll(), this.poll()]);
	}

	/** Two polls in sequence; the second gets its state before the first has saved its own. */
	async pollWithOldState(): Promise<Item[][]> {
		const older = this.begin(this.live ?? this.load());
		return [await this.poll(), await this.finish(older)];
	}

	/**
	 * A poll, and n8n publishes the workflow again from what it had saved before.
	 * @param unsaved see {@link PollOptions}; n8n saves them at the end
	 */
	async pollAndPublish(when: Publishing, unsaved: Workflow[] = []): Promise<void> {
		const workflow = this.live ?? this.load();
		const isDiscarded = this.engine === 'inMemory' && when.startsWith('discarded');
		const poll = this.run(workflow, { isDiscarded, unsaved });
		if (when === 'saving' || when === 'discardedBefore') await poll;
		this.isScheduled = false;
		await this.activate();
		await poll;
		for (const one of unsaved) this.save(one);
	}

	/**
	 * A poll that gets its state and starts only after others have changed it, and one that gets its own state in the
	 * meantime.
	 */
	async pollSlowly<T>(meanwhile: () => Promise<T>): Promise<T> {
		const slow = this.begin(this.live ?? this.load());
		const result = await meanwhile();
		const other = this.begin(this.live ?? this.load());
		await this.finish(slow);
		await this.finish(other);
		return result;
	}

	/** The subtitle of the node in the editor. */
	get subtitle(): unknown {
		const workflow = this.load();
		const node = workflow.getNode(this.name) as INode;
		const { subtitle } = trigger.description;
		return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
	}

	/** The editor's "Fetch Test Event". */
	async fetchTestEvent(): Promise<Item[]> {
		const response = await this.call(this.context(this.load(), 'manual'));
		return itemsOf(response);
	}

	async rename(name: string): Promise<void> {
		this.name = name;
		await this.activate();
	}

	/** Continues with the data of another workflow. */
	async moveTo(staticData: string): Promise<void> {
		this.database = { staticData };
		this.live = undefined;
		await this.activate();
	}

	private async run(
		workflow: Workflow,
		options: PollOptions & { isActivation?: boolean },
	): Promise<Item[]> {
		return await this.finish(this.begin(workflow), options);
	}

	/** The initial state of a poll. */
	private begin(workflow: Workflow) {
		const context = this.context(workflow, 'trigger');
		return { workflow, context, given: JSON.stringify(context.getWorkflowStaticData('node')) };
	}

	private async finish(
		{ workflow, context, given }: ReturnType<PublishedWorkflow['begin']>,
		{ crash, isDiscarded, unsaved, isActivation }: PollOptions & { isActivation?: boolean } = {},
	): Promise<Item[]> {
		const response = await this.call(context);
		if (isDiscarded) return [];
		const items = itemsOf(response);
		if (response !== null) this.executions.push(items);
		if (crash) {
			this.live = undefined;
			passTime(61_000);
			return items;
		}
		if (this.engine === 'durable') {
			const staged = JSON.stringify(context.getWorkflowStaticData('node'));
			// The row exists from the first poll on; the poll of the activation changes it only if it returns items.
			this.database.cursor ??= given;
			const isKept = response !== null || !isActivation;
			if (isKept && staged !== given) this.database.cursor = staged;
		}
		if (response !== null && unsaved) unsaved.push(workflow);
		else if (response !== null) this.save(workflow);
		return items;
	}

	private async call(context: PollContext): Promise<INodeExecutionData[][] | null> {
		return await trigger.poll.call(context as unknown as IPollFunctions);
	}

	private load(): Workflow {
		const node = { ...nodeOf(this.name, 'accountingServiceTrigger', {}), id: this.nodeId };
		const { properties } = trigger.description;
		const given = this.parameters as INode['parameters'];
		const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, node, null);
		return new Workflow({
			id: this.id,
			nodes: [{ ...node, parameters: parameters ?? {} }],
			connections: {},
			active: true,
			nodeTypes,
			staticData: JSON.parse(this.database.staticData) as IDataObject,
		});
	}

	/** As n8n does: only data that it has marked as changed. */
	private save({ staticData }: Workflow): void {
		if (staticData.__dataChanged !== true) return;
		this.database.staticData = JSON.stringify(staticData);
		staticData.__dataChanged = false;
	}

	private context(workflow: Workflow, mode: WorkflowExecuteMode): PollContext {
		const node = workflow.getNode(this.name) as INode;
		const additionalData = additionalDataFor(this.credentials, workflow);
		const context = new PollContext(workflow, node, additionalData, mode, 'activate');
		const warn = (text: string) => void this.warnings.push(text);
		Object.defineProperty(context, 'logger', { value: { warn } });
		const { budgetMs } = this;
		if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
		if (this.engine === 'durable') {
			const { cursor } = this.database;
			const seed = cursor ?? JSON.stringify(workflow.getStaticData('node', node));
			const staged = JSON.parse(seed) as IDataObject;
			const ofWorkflow = context.getWorkflowStaticData.bind(context);
			context.getWorkflowStaticData = (type) => (type === 'node' ? staged : ofWorkflow(type));
		}
		return context;
	}
}

function itemsOf(response: INodeExecutionData[][] | null): Item[] {
	return (response?.[0] ?? []).map(({ json }) => json as unknown as Item);
}

/** A published trigger with Raw output. */
export async function published(
	at: Pick<Bench, 'credentials'>,
	parameters: Record<string, unknown> = raw,
	engine?: Engine,
): Promise<PublishedWorkflow> {
	const workflow = new PublishedWorkflow(at.credentials, parameters, engine);
	await workflow.activate();
	return workflow;
}

export const raw = { output: 'raw' };

export const engines: Engine[] = ['inMemory', 'durable', 'scheduled'];

export const paid = { payments: { paid: true }, amountPaid: 100 };
export const unpaid = { payments: { paid: false }, amountPaid: 0 };

export const repeated = (texts: string[]) =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

export const ids = (items: Item[]) => items.map(({ document }) => document.id);

export { eventNames };
