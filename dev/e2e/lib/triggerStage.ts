import type { TriggerItem } from '../../../nodes/AccountingServiceTrigger/item';
import { startSandbox, type RunningSandbox } from '../../sandbox';
import { credentialType, triggerType, type StoredCredential } from './flow';
import type { RestartedN8n } from './n8n';
import type { RestSession } from './rest';
import { itemsOf, type WorkflowFile } from './types';
import { waitFor } from './wait';

/** The ways in which n8n runs polling triggers, with their variables. */
export const engines = {
	inMemory: { N8N_SCHEDULER_ENABLED: 'false' },
	/** Schedules in the database; the trigger's state is saved with items only. */
	scheduler: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	},
	/** Schedules in the database; the trigger's state is saved together with the execution. */
	durableCursors: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
} as const;

export type Engine = keyof typeof engines;

/** n8n polls at most once a minute per schedule; together these poll every few seconds. */
export const everySeconds = (seconds: number) =>
	Array.from({ length: 60 / seconds }, (_none, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));

export const everyFiveSeconds = everySeconds(5);

const pollingTakesMs = 120_000;

/** An n8n with a published workflow that starts with our trigger, and its own service. */
export class TriggerStage {
	private session?: RestSession;

	private name = 'Trigger';

	private workflowId = '';

	/** Executions that are already read. */
	private readonly read = new Set<string>();

	private constructor(
		private readonly host: RestartedN8n,
		readonly sandbox: RunningSandbox,
	) {}

	static async open(host: RestartedN8n): Promise<TriggerStage> {
		return new TriggerStage(host, await startSandbox({ documents: 300 }));
	}

	/** Starts n8n, the first time with a published workflow that polls every five seconds. */
	async start(engine: Engine, parameters: Record<string, unknown>): Promise<void> {
		this.session = await this.host.open(engines[engine]);
		if (this.workflowId !== '') return;
		const credential = await this.session.storeCredential('Accounting', this.sandbox);
		this.workflowId = await this.session.createWorkflow(this.workflow(parameters, credential));
		await this.session.publish(this.workflowId);
		// n8n publishes in the background; the first poll shows that it is done.
		await this.polls(1);
	}

	async end(how: 'stop' | 'kill'): Promise<void> {
		this.session = undefined;
		await this.host[how]();
	}

	async close(): Promise<void> {
		await this.host.remove();
		await this.sandbox.close();
	}

	/** Renames the trigger in the editor and publishes that. */
	async rename(name: string): Promise<void> {
		if (this.session === undefined) throw new Error('n8n does not run.');
		await this.session.edit(this.workflowId, (node) => ({ ...node, name }));
		this.name = name;
	}

	/** Waits for that many more requests to the service. */
	async polls(count: number): Promise<void> {
		const before = this.requests();
		await waitFor(`${count} polls`, pollingTakesMs, () =>
			Promise.resolve(this.requests() >= before + count ? true : undefined),
		);
	}

	private requests(): number {
		return this.sandbox.admin.journal().entries.filter(isSearch).length;
	}

	/**
	 * Waits for that many new items; may return more.
	 * @throws Error that says which came, and how often the trigger polled
	 */
	async items(count: number): Promise<TriggerItem[]> {
		const items: TriggerItem[] = [];
		const before = this.requests();
		const received = waitFor(`${count} items`, pollingTakesMs, async () => {
			items.push(...(await this.newItems()));
			return items.length >= count ? items : undefined;
		});
		return await received.catch((error: unknown) => {
			const came = items.map(({ eventId }) => eventId).join(', ') || 'nothing';
			const sent = this.requests() - before;
			throw new Error(`Received ${came}, after ${sent} requests of polls`, { cause: error });
		});
	}

	/** Publishes the workflow again. */
	async publish(): Promise<void> {
		await this.session?.publish(this.workflowId);
	}

	/** Ignores earlier failures, for example because n8n had no trigger to run. */
	async passOver(): Promise<void> {
		const executions = (await this.session?.executionsOf(this.workflowId)) ?? [];
		for (const { id } of executions) this.read.add(id);
	}

	/** The items of two more polls. */
	async itemsOfFurtherPolls(): Promise<TriggerItem[]> {
		await this.polls(2);
		return await this.newItems();
	}

	/** "Fetch Test Event" in the editor. */
	async fetchTestEvent(): Promise<TriggerItem[]> {
		if (this.session === undefined) throw new Error('n8n does not run.');
		const id = await this.session.start(this.workflowId, this.name);
		this.read.add(id);
		const result = await this.session.finished(id);
		return itemsOf(result, this.name).map(({ json }) => json as unknown as TriggerItem);
	}

	private async newItems(): Promise<TriggerItem[]> {
		if (this.session === undefined) return [];
		const executions = await this.session.executionsOf(this.workflowId);
		const fresh = executions.filter(({ id }) => !this.read.has(id)).reverse();
		const items: TriggerItem[] = [];
		for (const { id } of fresh) {
			const result = await this.session.finished(id);
			this.read.add(id);
			if (result.status !== 'success') {
				throw new Error(`Execution ${id}: ${result.data.resultData.error?.message}`);
			}
			const name = result.data.resultData.lastNodeExecuted ?? this.name;
			items.push(...itemsOf(result, name).map(({ json }) => json as unknown as TriggerItem));
		}
		return items;
	}

	private workflow(
		parameters: Record<string, unknown>,
		credential: StoredCredential,
	): WorkflowFile {
		return {
			name: 'Polling',
			nodes: [
				{
					id: 'b7a1f3b0-6a43-4b57-8f0e-3f3c4c2b9a10',
					name: this.name,
					type: triggerType,
					typeVersion: 1,
					position: [0, 0],
					parameters: { pollTimes: { item: everyFiveSeconds }, ...parameters },
					credentials: { [credentialType]: credential },
				},
			],
			connections: {},
			settings: { executionOrder: 'v1' },
		};
	}
}

const isSearch = ({ path }: { path: string }) => path === '/v2/search/accountingdocuments';
