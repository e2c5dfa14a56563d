import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { GivenFault, RunningSandbox } from '../../sandbox';
import { pause, waitFor } from '../lib/wait';
import { jobTakesMs } from '../lib/webhook';
import type { Day, Trouble } from './calendar';
import type { Host } from './host';
import { triggers, type Installed, type Job } from './workflows';

/** Longer than n8n takes to save an execution, and shorter than the longest gap between polls. */
const restMs = 1_500;

const created: GivenFault = {
	kind: 'stall',
	phase: 'after',
	match: { path: 'createDocument', call: 2 },
};

/** The request that n8n is waiting for when it is killed. */
const stalls: Partial<Record<Trouble, { job: Job; fault: GivenFault }>> = {
	killedCreating: { job: 'rows', fault: created },
	killedWorker: { job: 'rows', fault: created },
	killedExporting: { job: 'changes', fault: { kind: 'stall', match: { path: 'list', page: 2 } } },
};

const times = 5;
const rate = 0.15;

/** The faults of the service on a bad day. */
function faultsOf({ trouble, number: seed }: Day): GivenFault[] {
	const match = { rate, seed };
	switch (trouble) {
		case 'tooMany':
			return [{ kind: 'status', status: 429, retryAfter: '1', times, match }];
		case 'unavailable':
			return [{ kind: 'status', status: 503, times, match }];
		case 'outage':
			return [{ kind: 'status', status: 503, times: 0, match: { path: 'createDocument' } }];
		case 'resets':
			return [
				{ kind: 'resetBefore', times, match },
				{ kind: 'resetWithin', times, match: { ...match, seed: seed + 1 } },
			];
		case 'slow':
			return [{ kind: 'slowBody', ms: 300, times: 20, match }];
		case 'lostAnswer':
			return [{ kind: 'resetAfter', match: { path: 'createDocument', call: 2 } }];
		default:
			return [];
	}
}

const isTrigger = (appId?: string) => triggers.some((name) => name === appId);

/** What fails on bad days: the service, n8n, its disk. */
export class BadDays {
	/** Faults until the end of the year. */
	private readonly lasting: GivenFault[] = [];

	/** Executions that crashed and were retried. */
	private readonly retried = new Set<string>();

	constructor(
		private readonly sandbox: RunningSandbox,
		private readonly host: Host,
		private readonly installed: Installed,
		/** The separate disk of n8n's files, if any, which can be full. */
		private readonly smallDisk: string | undefined,
		private readonly note: (line: string) => void,
	) {}

	begin(day: Day): void {
		this.sandbox.admin.addFault(...faultsOf(day));
		if (day.trouble === 'diskFull') this.fillDisk();
	}

	/** From now on until the end of the year. */
	last(fault: GivenFault): void {
		this.lasting.push(fault);
		this.calm();
	}

	/** Ends the faults of the service, except the permanent ones. */
	calm(): void {
		const { admin } = this.sandbox;
		admin.clearFaults();
		admin.addFault(...this.lasting);
		if (this.smallDisk) rmSync(path.join(this.smallDisk, 'filler'), { force: true });
	}

	private fillDisk(): void {
		const { smallDisk } = this;
		if (smallDisk === undefined || !existsSync(smallDisk)) return;
		for (let bytes = 64 * 1024 * 1024; bytes >= 512; bytes /= 2) {
			try {
				for (;;) writeFileSync(path.join(smallDisk, 'filler'), Buffer.alloc(bytes), { flag: 'a' });
			} catch {
				// Smaller files fill the rest.
			}
		}
	}

	/** Whether n8n is killed during this workflow. */
	isKilledDuring(job: Job, { trouble }: Day): boolean {
		return trouble !== undefined && stalls[trouble]?.job === job;
	}

	/** Starts a workflow, kills n8n when the service leaves a request without a response, and starts n8n again. */
	async killDuring(
		job: Job,
		{ trouble }: Day,
		start: (signal: AbortSignal) => Promise<unknown>,
	): Promise<void> {
		const { fault } = (trouble && stalls[trouble]) ?? {};
		if (fault) this.sandbox.admin.addFault(fault);
		const abort = new AbortController();
		const running = start(abort.signal).catch(() => undefined);
		const isStalled = await Promise.race([running.then(() => false), this.stalled()]);
		if (isStalled) {
			await this.betweenPolls();
			await (trouble === 'killedWorker' ? this.host.killWorkers() : this.host.kill());
			this.note(`n8n killed during ${job}`);
			await this.retryCrashed();
		}
		abort.abort();
		await running;
		this.calm();
	}

	async killPolling(): Promise<void> {
		this.sandbox.admin.addFault({ kind: 'stall', match: { path: 'search' } });
		await this.stalled();
		await this.betweenPolls();
		await this.host.kill();
		await this.retryCrashed();
		this.calm();
	}

	private async stalled(): Promise<boolean> {
		const { admin } = this.sandbox;
		return await waitFor('A request without an answer', jobTakesMs, async () =>
			Promise.resolve(admin.journal().entries.some(({ fault }) => fault === 'stall') || undefined),
		);
	}

	/**
	 * Waits until no trigger has sent a request for a moment. n8n saves the progress of a poll and creates the execution
	 * with its events at the same time (n8n 2.8, active-workflow-manager.js, getExecutePollFunctions), so a kill between
	 * the two loses events, whatever the trigger does. Two years lacked the events of one poll each after such a day.
	 */
	private async betweenPolls(): Promise<void> {
		const { admin } = this.sandbox;
		const count = () => admin.journal().entries.filter(({ appId }) => isTrigger(appId)).length;
		await waitFor('A moment between polls', jobTakesMs, async () => {
			const before = count();
			await pause(restMs);
			return count() === before || undefined;
		});
	}

	/** Retries crashed executions like a person: they contain their events. */
	private async retryCrashed(): Promise<void> {
		const { session } = this.host;
		for (const name of triggers) {
			const executions = await session.executionsOf(this.installed.workflows[name]);
			for (const { id, status } of executions) {
				if (status !== 'crashed' || this.retried.has(id)) continue;
				this.retried.add(id);
				await session.request('POST', `/executions/${id}/retry`, { loadWorkflow: false });
				this.note(`n8n killed during ${name}, retried`);
			}
		}
	}
}
