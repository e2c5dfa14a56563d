import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { ensureN8n } from '../lib/install';
import { N8nInstance, type SignedInN8n } from '../lib/n8n';
import { N8nQueue } from '../lib/n8nQueue';
import { freePort } from '../lib/ports';
import { cpuSeconds, residentMegabytes } from '../lib/processes';
import type { RestSession } from '../lib/rest';

/** Executions at once in each of two workers. */
const concurrency = 5;

/** The n8n of the company, with its costs: one process, or queue mode. It is killed, restarted and upgraded. */
export class Host implements SignedInN8n {
	/** Processor seconds of processes that have ended. */
	private spent = 0;

	private constructor(
		private n8n: N8nInstance | N8nQueue,
		private readonly options: { port: number; environment?: Record<string, string> },
	) {}

	/** One process with SQLite and n8n's defaults; one that is to be upgraded starts as the oldest supported n8n. */
	static async single(
		tarball: string,
		isToBeUpgraded: boolean,
		environment: Record<string, string>,
	): Promise<Host> {
		const installation = await ensureN8n(console.log, isToBeUpgraded ? '2.8' : undefined);
		const options = { port: await freePort(), environment };
		const n8n = await N8nInstance.withPackage(installation, tarball, options);
		await n8n.open();
		return new Host(n8n, options);
	}

	/** Queue mode with PostgreSQL, Redis and two workers. */
	static async queue(tarball: string): Promise<Host> {
		const options = { workers: 2, concurrency, port: await freePort() };
		const queue = await N8nQueue.create(await ensureN8n(console.log), tarball, options);
		await queue.open();
		return new Host(queue, options);
	}

	get session(): RestSession {
		return this.n8n.session;
	}

	get version(): string {
		return this.n8n.version;
	}

	get baseUrl(): string {
		return this.n8n.baseUrl;
	}

	get filesFolder(): string {
		return this.n8n.filesFolder;
	}

	async kill(): Promise<void> {
		this.bury();
		await this.n8n.kill();
		await this.n8n.open();
	}

	/** Kills the workers in the middle of their work and starts them again. */
	async killWorkers(): Promise<void> {
		if (!(this.n8n instanceof N8nQueue)) return await this.kill();
		this.bury();
		await Promise.all(this.n8n.workers.map(async (worker) => await worker.kill()));
		await this.n8n.startWorkers();
	}

	/** Starts one process again in the newest n8n, which queue mode has from the start. */
	async upgrade(): Promise<void> {
		if (this.n8n instanceof N8nQueue) return;
		this.bury();
		const { userFolder, owner } = this.n8n;
		await this.n8n.stop();
		const options = { ...this.options, userFolder };
		this.n8n = await N8nInstance.create(await ensureN8n(console.log), options, owner);
		await this.n8n.open();
	}

	async remove(): Promise<void> {
		await this.n8n.remove();
	}

	/** The last lines of every process. */
	lastLog(count: number): string {
		return this.n8n.lastLog(count);
	}

	private bury(): void {
		this.spent = this.cpuSeconds();
	}

	/** Processor seconds of all processes since the start of the year. */
	cpuSeconds(): number {
		return this.pids().reduce((sum, pid) => sum + cpuSeconds(pid), this.spent);
	}

	/** Current resident memory of all processes, in MB. */
	memory(): number {
		return this.pids().reduce((sum, pid) => sum + residentMegabytes(pid), 0);
	}

	private pids(): number[] {
		const { n8n } = this;
		const processes = n8n instanceof N8nQueue ? n8n.processes : [n8n];
		return processes.flatMap(({ pid }) => pid ?? []);
	}

	/** Bytes of n8n's database and files on disk; in queue mode, both are in PostgreSQL. */
	async disk(): Promise<{ database: number; store: number }> {
		const { n8n } = this;
		if (n8n instanceof N8nQueue) {
			const sizes = ['pg_database_size(current_database())', tableSize('binary_data')];
			const [database, store] = (await n8n.query(`SELECT ${sizes.join(', ')}`)).split('|');
			return { database: Number(database), store: Number(store) };
		}
		const folder = path.join(n8n.userFolder, '.n8n');
		const { N8N_STORAGE_PATH: elsewhere } = this.options.environment ?? {};
		const stores = [path.join(folder, 'storage'), path.join(folder, 'binaryData'), elsewhere];
		return {
			database: bytesIn(folder, (name) => name.startsWith('database.sqlite')),
			store: stores.reduce((sum, one) => sum + (one && existsSync(one) ? bytesIn(one) : 0), 0),
		};
	}
}

const tableSize = (name: string) => `coalesce(pg_total_relation_size(to_regclass('${name}')), 0)`;

/** Bytes of all files in a folder; files may disappear while it is read. */
function bytesIn(folder: string, isCounted: (name: string) => boolean = () => true): number {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && isCounted(entry.name))
		.map(({ parentPath, name }) => statSync(path.join(parentPath, name), { throwIfNoEntry: false }))
		.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}
