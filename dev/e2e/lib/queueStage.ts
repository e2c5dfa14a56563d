import { startSandbox, type RunningSandbox } from '../../sandbox';
import type { StoredCredential } from './flow';
import type { N8nInstallation } from './install';
import { N8nQueue } from './n8nQueue';
import type { N8nWorker } from './n8nWorker';
import { dateFilterNames } from './sharedExport';
import { waitFor } from './wait';

/** Short, so that n8n soon notices a dead worker, or one that cannot renew its lock. */
export const shortLock = {
	QUEUE_WORKER_LOCK_DURATION: '16000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

const workers = 3;

/** Executions at once in each worker. */
const concurrency = 2;

/** n8n in queue mode with three workers, started by the first check that needs it. */
export class QueueStage {
	private running?: Promise<N8nQueue>;

	private queue?: N8nQueue;

	private readonly sandboxes: RunningSandbox[] = [];

	constructor(
		private readonly installation: N8nInstallation,
		private readonly tarball: string,
	) {}

	async started(): Promise<N8nQueue> {
		this.running ??= this.start();
		return await this.running;
	}

	private async start(): Promise<N8nQueue> {
		const options = { workers, concurrency, environment: shortLock };
		this.queue = await N8nQueue.create(this.installation, this.tarball, options);
		await this.queue.open();
		return this.queue;
	}

	/** The last lines of every process that was started. */
	lastLog(count: number): string {
		return this.queue?.lastLog(count) ?? '';
	}

	/** A separate service, closed at the end, with a credential for it. */
	async service(
		options: Parameters<typeof startSandbox>[0],
		more: Record<string, unknown> = dateFilterNames,
	): Promise<{ sandbox: RunningSandbox; credential: StoredCredential }> {
		const { session } = await this.started();
		const sandbox = await startSandbox({ port: 0, ...options });
		this.sandboxes.push(sandbox);
		const name = `Sandbox ${this.sandboxes.length}`;
		return { sandbox, credential: await session.storeCredential(name, sandbox, more) };
	}

	async close(): Promise<void> {
		await Promise.all(this.sandboxes.map(async (sandbox) => await sandbox.close()));
		await this.running?.catch(() => undefined);
		await this.queue?.remove();
	}
}

/** IDs of the executions that a worker has started, from its log; `finished`: those that it has ended. */
export function executionsOf(worker: N8nWorker): { started: string[]; finished: string[] } {
	const found = (verb: string) =>
		[...worker.log().matchAll(new RegExp(`Worker ${verb} execution (\\d+)`, 'g'))].map(
			([, id]) => id ?? '',
		);
	return { started: found('started'), finished: found('finished') };
}

/** Executions that a worker has started and not ended. */
export function unfinished(worker: N8nWorker): string[] {
	const { started, finished } = executionsOf(worker);
	return started.filter((id) => !finished.includes(id));
}

const searchPath = '/v2/search/accountingdocuments';

/** Number of the sandbox's responses with pages of months. */
export const pagesOf = ({ admin }: RunningSandbox): number =>
	admin.journal().entries.filter(({ path, status }) => path === searchPath && status === 200)
		.length;

/**
 * Waits until a worker is in the middle of a month and is not running the coordinator.
 * @returns the worker, and its executions
 */
export async function inTheMiddleOfAMonth(
	workers: N8nWorker[],
	coordinator: string,
	sandbox: RunningSandbox,
): Promise<{ victim: N8nWorker; lost: string[] }> {
	return await waitFor('A worker in the middle of a month', 60_000, async () => {
		if (pagesOf(sandbox) < 20) return await Promise.resolve(undefined);
		for (const victim of workers) {
			const lost = unfinished(victim);
			if (lost.length > 0 && !lost.includes(coordinator)) return { victim, lost };
		}
		return undefined;
	});
}
