import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { ensureN8n, type N8nInstallation } from '../lib/install';
import { N8nInstance } from '../lib/n8n';
import type { N8nProcess } from '../lib/n8nProcess';
import { N8nQueue } from '../lib/n8nQueue';
import { freePort } from '../lib/ports';
import { cpuSeconds, residentMegabytes } from '../lib/processes';
import { newOwner, type RestSession } from '../lib/rest';

export type Mode = 'single' | 'queue';

/** The n8n of the company. It is killed, restarted and, as a single process, upgraded. */
export abstract class Host {
	abstract session: RestSession;
	abstract readonly version: string;
	abstract readonly baseUrl: string;
	abstract readonly filesFolder: string;

	/** Processor seconds of processes that have ended. */
	private spent = 0;

	/** The running processes, the one with the editor first. */
	protected abstract processes(): N8nProcess[];

	abstract kill(): Promise<void>;

	/** Stops it and starts it again, in the next version of n8n. */
	abstract upgrade(): Promise<void>;

	abstract remove(): Promise<void>;

	/** Kills a worker in the middle of its work and starts it again. */
	async killWorker(): Promise<void> {
		await this.kill();
	}

	protected bury(): void {
		this.spent = this.cpuSeconds();
	}

	/** Processor seconds of all processes since the start of the year. */
	cpuSeconds(): number {
		return this.pids().reduce((sum, pid) => sum + cpuSeconds(pid), this.spent);
	}

	private pids(): number[] {
		return this.processes().flatMap(({ pid }) => pid ?? []);
	}

	/** Current resident memory of all processes, in MB. */
	memory(): number {
		return this.pids().reduce((sum, pid) => sum + residentMegabytes(pid), 0);
	}

	/** The last lines of every process. */
	lastLog(count: number): string {
		return this.processes()
			.map((one) => one.lastLog(count))
			.join('\n');
	}

	/** Bytes of n8n's database and files on disk; in queue mode, both are in PostgreSQL. */
	abstract disk(): Promise<{ database: number; store: number }>;
}

/** Bytes of all files in a folder; files may disappear while it is read. */
function bytesIn(folder: string, isCounted: (name: string) => boolean = () => true): number {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && isCounted(entry.name))
		.map(({ parentPath, name }) => statSync(path.join(parentPath, name), { throwIfNoEntry: false }))
		.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}

/** One process with SQLite and n8n's defaults; starts with the oldest supported n8n. */
export class SingleHost extends Host {
	session!: RestSession;

	private n8n!: N8nInstance;

	private readonly owner = newOwner();

	private constructor(
		private installation: N8nInstallation,
		private readonly port: number,
		private readonly environment: Record<string, string>,
	) {
		super();
	}

	static async open(
		tarball: string,
		isToBeUpgraded: boolean,
		environment: Record<string, string>,
	): Promise<SingleHost> {
		const installation = await ensureN8n(console.log, isToBeUpgraded ? '2.8' : undefined);
		const host = new SingleHost(installation, await freePort(), environment);
		host.n8n = await N8nInstance.create(installation, { port: host.port, environment });
		await host.n8n.installPackage(tarball);
		host.session = await host.n8n.start();
		await host.session.setUpOwner(host.owner);
		return host;
	}

	get version(): string {
		return this.installation.version;
	}

	get baseUrl(): string {
		return this.n8n.baseUrl;
	}

	get filesFolder(): string {
		return this.n8n.filesFolder;
	}

	protected processes(): N8nProcess[] {
		return [this.n8n];
	}

	async kill(): Promise<void> {
		this.bury();
		await this.n8n.kill();
		await this.startAgain();
	}

	async upgrade(): Promise<void> {
		this.bury();
		await this.n8n.stop();
		this.installation = await ensureN8n(console.log);
		await this.startAgain();
	}

	private async startAgain(): Promise<void> {
		const { installation, port, environment } = this;
		const { userFolder } = this.n8n;
		this.n8n = await N8nInstance.create(installation, { userFolder, port, environment });
		this.session = await this.n8n.start();
		await this.session.signIn(this.owner);
	}

	async disk(): Promise<{ database: number; store: number }> {
		const folder = path.join(this.n8n.userFolder, '.n8n');
		const { N8N_STORAGE_PATH: elsewhere } = this.environment;
		const [database, store] = [
			bytesIn(folder, (name) => name.startsWith('database.sqlite')),
			[elsewhere, path.join(folder, 'storage'), path.join(folder, 'binaryData')]
				.filter((one): one is string => one !== undefined && existsSync(one))
				.reduce((sum, one) => sum + bytesIn(one), 0),
		];
		return Promise.resolve({ database, store });
	}

	async remove(): Promise<void> {
		await this.n8n.remove();
	}
}

const concurrency = 5;

/** Queue mode with PostgreSQL, Redis and two workers. */
export class QueueHost extends Host {
	session!: RestSession;

	private readonly owner = newOwner();

	private constructor(
		private readonly queue: N8nQueue,
		readonly version: string,
	) {
		super();
	}

	static async open(tarball: string): Promise<QueueHost> {
		const installation = await ensureN8n(console.log);
		const options = { workers: 2, concurrency, port: await freePort() };
		const queue = await N8nQueue.create(installation, tarball, options);
		const host = new QueueHost(queue, installation.version);
		host.session = await queue.start();
		await host.session.setUpOwner(host.owner);
		return host;
	}

	get baseUrl(): string {
		return this.queue.main.baseUrl;
	}

	get filesFolder(): string {
		return this.queue.filesFolder;
	}

	protected processes(): N8nProcess[] {
		return [this.queue.main, ...this.queue.workers];
	}

	async kill(): Promise<void> {
		this.bury();
		await Promise.all(this.processes().map(async (one) => await one.kill()));
		this.session = await this.queue.restartMain({});
		await this.session.signIn(this.owner);
		await Promise.all(this.queue.workers.map(async (worker) => await worker.start(concurrency)));
	}

	override async killWorker(): Promise<void> {
		this.bury();
		for (const worker of this.queue.workers) {
			await worker.kill();
			await worker.start(concurrency);
		}
	}

	async upgrade(): Promise<void> {
		// The oldest n8n runs as a single process only here.
	}

	async disk(): Promise<{ database: number; store: number }> {
		const database = Number(await this.queue.query('SELECT pg_database_size(current_database())'));
		const store = Number(
			await this.queue.query(
				"SELECT coalesce(pg_total_relation_size(to_regclass('binary_data')), 0)",
			),
		);
		return { database, store };
	}

	async remove(): Promise<void> {
		await this.queue.remove();
	}
}
