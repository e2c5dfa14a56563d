import { startSandbox, type RunningSandbox } from '../../sandbox';
import { credentialType, type StoredCredential } from './flow';
import type { N8nInstallation } from './install';
import { N8nQueue } from './n8nQueue';
import type { N8nWorker } from './n8nWorker';
import { newOwner, type RestSession } from './rest';
import { dateFilterNames, type RunningN8n } from './sharedExport';
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
	private running?: Promise<{ queue: N8nQueue; session: RestSession }>;

	private queue?: N8nQueue;

	private readonly owner = newOwner();

	private readonly sandboxes: RunningSandbox[] = [];

	constructor(
		private readonly installation: N8nInstallation,
		private readonly tarball: string,
	) {}

	async started(): Promise<{ queue: N8nQueue; session: RestSession }> {
		this.running ??= this.start();
		return await this.running;
	}

	private async start(): Promise<{ queue: N8nQueue; session: RestSession }> {
		const options = { workers, concurrency, environment: shortLock };
		const queue = await N8nQueue.create(this.installation, this.tarball, options);
		this.queue = queue;
		try {
			const session = await queue.start();
			await session.setUpOwner(this.owner);
			return { queue, session };
		} catch (error) {
			await queue.remove();
			throw error;
		}
	}

	/** Ends the main process if it runs, and starts it with further variables. */
	async restartMain(environment: Record<string, string>): Promise<RestSession> {
		const { queue } = await this.started();
		const session = await queue.restartMain(environment);
		await session.signIn(this.owner);
		this.running = Promise.resolve({ queue, session });
		return session;
	}

	async restartWorkers(): Promise<void> {
		const { queue } = await this.started();
		await Promise.all(queue.workers.map(async (worker) => await worker.stop()));
		await Promise.all(queue.workers.map(async (worker) => await worker.start(concurrency)));
	}

	/** The last lines of every process that was started. */
	lastLog(count: number): string {
		return this.queue?.lastLog(count) ?? '';
	}

	async n8n(): Promise<RunningN8n> {
		const { queue, session } = await this.started();
		return { session, baseUrl: queue.main.baseUrl, filesFolder: queue.filesFolder };
	}

	/** A separate service, closed at the end, with a credential for it in the given n8n. */
	async service(
		{ session }: RunningN8n,
		options: Parameters<typeof startSandbox>[0],
		credential: object = dateFilterNames,
	): Promise<{ sandbox: RunningSandbox; credential: StoredCredential }> {
		const sandbox = await startSandbox({ port: 0, ...options });
		this.sandboxes.push(sandbox);
		const { baseUrl, appId, appSecret } = sandbox;
		const name = `Sandbox ${this.sandboxes.length}`;
		const data = { baseUrl, appId, appSecret, ...credential };
		const id = await session.createCredential({ name, type: credentialType, data });
		return { sandbox, credential: { id, name } };
	}

	async close(): Promise<void> {
		await Promise.all(this.sandboxes.map(async (sandbox) => await sandbox.close()));
		const running = await this.running?.catch(() => undefined);
		await running?.queue.remove();
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
