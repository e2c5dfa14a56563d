import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { N8nInstallation } from './install';
import { N8nInstance, type RestartedN8n, type SignedInN8n } from './n8n';
import type { N8nProcess } from './n8nProcess';
import { N8nWorker } from './n8nWorker';
import { cacheFolder } from './paths';
import { freePort } from './ports';
import type { RestSession } from './rest';
import { QueueServices } from './services';

export interface QueueOptions {
	workers: number;
	/** Executions at once in each worker. */
	concurrency: number;
	/** Further variables of all processes. */
	environment?: Record<string, string>;
	/** A permanent folder to which all of them write; without it, a new one that `remove()` deletes. */
	filesFolder?: string;
	/** Preferred port of the editor. */
	port?: number;
}

/**
 * n8n in queue mode: Redis, PostgreSQL, a main process and workers, each with its own user folder, from which it loads
 * the package. All of them write to one folder, like a shared disk.
 */
export class N8nQueue implements RestartedN8n, SignedInN8n {
	readonly workers: N8nWorker[] = [];

	private constructor(
		readonly main: N8nInstance,
		private readonly services: QueueServices,
		private readonly folder: string,
		private readonly concurrency: number,
	) {}

	/** Starts the services and installs the package everywhere; n8n itself does not run yet. */
	static async create(
		installation: N8nInstallation,
		tarball: string,
		options: QueueOptions,
	): Promise<N8nQueue> {
		const services = await QueueServices.start();
		mkdirSync(cacheFolder, { recursive: true });
		const folder = mkdtempSync(path.join(cacheFolder, 'queue-'));
		const filesFolder = options.filesFolder ?? path.join(folder, 'files');
		const port = await freePort(options.port);
		const environment = {
			...services.environment,
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			// Otherwise, the buttons of a review lead to the worker.
			WEBHOOK_URL: `http://127.0.0.1:${port}`,
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			// With n8n's default of 0, 3 of 735 calls of a short webhook got no response (n8n 2.41.1): bull's Job.finished()
			// checks first and then listens, so it misses a job that ends in between. With 100, none of 996.
			N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '100',
			N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '100',
			// Several processes share a small machine.
			NODE_OPTIONS: '--max-old-space-size=1024',
			...options.environment,
		};
		const at = (name: string) => ({
			userFolder: path.join(folder, name),
			filesFolder,
			environment,
		});
		const mainOptions = { ...at('main'), port };
		const main = await N8nInstance.create(installation, mainOptions);
		const queue = new N8nQueue(main, services, folder, options.concurrency);
		try {
			for (let number = 1; number <= options.workers; number++) {
				queue.workers.push(await N8nWorker.create(installation, at(`worker-${number}`)));
			}
			await Promise.all(queue.processes.map(async (one) => await one.installPackage(tarball)));
			return queue;
		} catch (error) {
			await queue.remove();
			throw error;
		}
	}

	get session(): RestSession {
		return this.main.session;
	}

	get baseUrl(): string {
		return this.main.baseUrl;
	}

	get filesFolder(): string {
		return this.main.filesFolder;
	}

	get version(): string {
		return this.main.version;
	}

	/** The main process first. */
	get processes(): N8nProcess[] {
		return [this.main, ...this.workers];
	}

	/** The main process first, because it migrates the database; then all workers. */
	async open(more?: Record<string, string>): Promise<RestSession> {
		const session = await this.main.open(more);
		await this.startWorkers();
		return session;
	}

	async startWorkers(): Promise<void> {
		await Promise.all(this.workers.map(async (worker) => await worker.start(this.concurrency)));
	}

	/** While the main process keeps running. */
	async restartWorkers(): Promise<void> {
		await Promise.all(this.workers.map(async (worker) => await worker.stop()));
		await this.startWorkers();
	}

	/** The main process alone, while the workers keep running. The queue removes it. */
	get mainAlone(): RestartedN8n {
		const { main } = this;
		return {
			open: async (more) => {
				await main.stop();
				return await main.open(more);
			},
			stop: async () => await main.stop(),
			kill: async () => await main.kill(),
			remove: async () => await Promise.resolve(),
		};
	}

	/** The result of a query to n8n's database in PostgreSQL. */
	async query(sql: string): Promise<string> {
		return await this.services.query(sql);
	}

	/** The last lines of every process. */
	lastLog(count?: number): string {
		return this.processes
			.map((one) => `${path.basename(one.userFolder)}:\n${one.lastLog(count)}`)
			.join('\n');
	}

	/** Redis and PostgreSQL keep running. */
	async stop(): Promise<void> {
		await Promise.all(this.workers.map(async (worker) => await worker.stop()));
		await this.main.stop();
	}

	async kill(): Promise<void> {
		await Promise.all(this.processes.map(async (one) => await one.kill()));
	}

	/** Stops everything and deletes its files. */
	async remove(): Promise<void> {
		await this.stop();
		await this.services.stop();
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
