import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { foreignEnvironment, lastLines, run, runOrFail, type CommandResult } from './command';
import { n8nEnvironment } from './environment';
import type { N8nInstallation } from './install';
import { cacheFolder } from './paths';
import { freePort } from './ports';
import { runtimeEnvironment } from './runtime';
import { startServer, type Server } from './server';
import { waitFor } from './wait';

const commandTimeoutMs = 3 * 60_000;
const startTimeoutMs = 3 * 60_000;
const requestTimeoutMs = 5_000;

export interface InstanceOptions {
	/** A permanent user folder; without it, a new one that `remove()` deletes. */
	userFolder?: string;
	/** The preferred port; any free port if it is taken. */
	port?: number;
	/** The only folder that workflows may read and write; `files` in the user folder by default. */
	filesFolder?: string;
	/** Further variables, for example the binary data mode or the scheduler's switches. */
	environment?: Record<string, string>;
}

/** Folders and ports of one n8n process. */
export interface Place {
	installation: N8nInstallation;
	userFolder: string;
	filesFolder: string;
	/** The editor of a main process, the health page of a worker. */
	port: number;
	environment: NodeJS.ProcessEnv;
}

/** Creates the folders and picks the ports of one n8n process. */
export async function placeFor(
	installation: N8nInstallation,
	options: InstanceOptions,
): Promise<Place> {
	mkdirSync(cacheFolder, { recursive: true });
	const userFolder = options.userFolder ?? mkdtempSync(path.join(cacheFolder, 'n8n-'));
	mkdirSync(path.join(userFolder, '.n8n'), { recursive: true });
	const filesFolder = options.filesFolder ?? path.join(userFolder, 'files');
	mkdirSync(filesFolder, { recursive: true });
	const port = await freePort(options.port);
	const environment = runtimeEnvironment(installation.runtime, {
		...n8nEnvironment(installation.folder, userFolder, { editor: port, broker: await freePort() }),
		// Node.js from 22.1 on: a start takes a sixth less processor time.
		NODE_COMPILE_CACHE: path.join(cacheFolder, 'compiled'),
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
		...options.environment,
	});
	return { installation, userFolder, filesFolder, port, environment };
}

/** One n8n process with its own user folder, from which it loads the package. */
export abstract class N8nProcess {
	private server: Server | undefined;

	protected constructor(private readonly place: Place) {}

	get userFolder(): string {
		return this.place.userFolder;
	}

	get filesFolder(): string {
		return this.place.filesFolder;
	}

	get version(): string {
		return this.place.installation.version;
	}

	/** n8n's own package. */
	protected get n8nFolder(): string {
		return this.place.installation.folder;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${this.place.port}`;
	}

	/** Undefined if it is not running. */
	get pid(): number | undefined {
		return this.server?.pid;
	}

	private get logFile(): string {
		return path.join(this.userFolder, 'n8n.log');
	}

	/** n8n's output since its start. */
	log(): string {
		return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
	}

	/** n8n's last lines, without the stacks of its errors. */
	lastLog(count?: number): string {
		const lines = this.log().split('\n');
		return lastLines(lines.filter((line) => !/^\s+at /.test(line)).join('\n'), count);
	}

	/** Installs the packed tarball where n8n keeps the community packages of its users. */
	async installPackage(tarball: string): Promise<void> {
		const folder = path.join(this.userFolder, '.n8n', 'nodes');
		// Otherwise, npm would use a lock or a copy of an earlier build with the same version.
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, 'package.json'), '{"name":"installed-nodes","private":true}\n');
		const args = ['install', tarball, '--no-audit', '--no-fund', '--no-update-notifier'];
		const options = { cwd: folder, env: foreignEnvironment(), timeoutMs: commandTimeoutMs };
		await runOrFail('Installing the package into n8n', 'npm', args, options);
	}

	/** Runs one of n8n's commands, e.g. `command('import:workflow', '--input=file.json')`. */
	async command(...args: string[]): Promise<CommandResult> {
		const { installation, userFolder, environment } = this.place;
		return await run(installation.runtime.node, [installation.n8n, ...args], {
			cwd: userFolder,
			env: environment,
			timeoutMs: commandTimeoutMs,
		});
	}

	/**
	 * Starts a command that keeps running; resolves when all the pages respond.
	 * @param more variables of this start
	 */
	protected async serve(
		args: string[],
		pages: string[],
		more: Record<string, string> = {},
	): Promise<void> {
		const { installation, userFolder, environment } = this.place;
		const options = {
			cwd: userFolder,
			env: { ...environment, ...more },
			logFile: this.logFile,
		};
		const server = startServer(installation.runtime.node, [installation.n8n, ...args], options);
		this.server = server;
		try {
			await waitFor('n8n', startTimeoutMs, async () => await this.answers(server, pages));
		} catch (error) {
			await this.stop();
			throw new Error(
				`n8n did not start: ${error instanceof Error ? error.message : String(error)}\n${this.lastLog()}`,
			);
		}
	}

	private async answers(server: Server, pages: string[]): Promise<true | undefined> {
		const code = server.exitCode();
		if (code !== null) throw new Error(`it ended with code ${code}`);
		for (const page of pages) {
			const options = {
				headers: { connection: 'close' },
				signal: AbortSignal.timeout(requestTimeoutMs),
			};
			const answer = fetch(`${this.baseUrl}${page}`, options).then(
				({ ok }) => ok,
				() => false,
			);
			if (!(await answer)) return undefined;
		}
		return true;
	}

	async stop(): Promise<void> {
		await this.server?.stop();
		this.server = undefined;
	}

	/** Kills n8n, like a crash. */
	async kill(): Promise<void> {
		await this.server?.kill();
		this.server = undefined;
	}

	/** Stops n8n and deletes its user folder. */
	async remove(): Promise<void> {
		await this.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}
