import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { foreignEnvironment, lastLines, run, runOrFail, type CommandResult } from './command';
import { n8nEnvironment } from './environment';
import type { N8nInstallation } from './install';
import { cacheFolder } from './paths';
import { freePort } from './ports';
import { RestSession } from './rest';
import { runtimeEnvironment } from './runtime';
import { startServer, type Server } from './server';
import type { CredentialFile, RunResult, WorkflowFile } from './types';
import { waitFor } from './wait';

const commandTimeoutMs = 3 * 60_000;
const startTimeoutMs = 3 * 60_000;
const requestTimeoutMs = 5_000;

export interface InstanceOptions {
	/** A user folder that stays; without it a fresh one, removed by `remove()`. */
	userFolder?: string;
	/** Taken when free, any free port otherwise. */
	port?: number;
	/** The only folder that workflows may read and write; `files` in the user folder by default. */
	filesFolder?: string;
	/** Further variables, for example the binary data mode or the scheduler's switches. */
	environment?: Record<string, string>;
}

/** One n8n with a user folder of its own. */
export class N8nInstance {
	private server: Server | undefined;

	private constructor(
		private readonly installation: N8nInstallation,
		readonly userFolder: string,
		readonly filesFolder: string,
		readonly baseUrl: string,
		private readonly environment: NodeJS.ProcessEnv,
	) {}

	static async create(
		installation: N8nInstallation,
		options: InstanceOptions = {},
	): Promise<N8nInstance> {
		mkdirSync(cacheFolder, { recursive: true });
		const userFolder = options.userFolder ?? mkdtempSync(path.join(cacheFolder, 'n8n-'));
		mkdirSync(path.join(userFolder, '.n8n'), { recursive: true });
		const filesFolder = options.filesFolder ?? path.join(userFolder, 'files');
		mkdirSync(filesFolder, { recursive: true });
		const ports = { editor: await freePort(options.port), broker: await freePort() };
		const environment = runtimeEnvironment(installation.runtime, {
			...n8nEnvironment(userFolder, ports),
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
			...options.environment,
		});
		return new N8nInstance(
			installation,
			userFolder,
			filesFolder,
			`http://127.0.0.1:${ports.editor}`,
			environment,
		);
	}

	private get logFile(): string {
		return path.join(this.userFolder, 'n8n.log');
	}

	/** Everything that n8n said since it was started. */
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
		// A lock or a copy from an earlier build of the same version would win over the new tarball.
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, 'package.json'), '{"name":"installed-nodes","private":true}\n');
		const args = [
			'install',
			tarball,
			'--legacy-peer-deps',
			'--no-audit',
			'--no-fund',
			'--no-update-notifier',
		];
		const options = { cwd: folder, env: foreignEnvironment(), timeoutMs: commandTimeoutMs };
		await runOrFail('Installing the package into n8n', 'npm', args, options);
	}

	/** Runs one of n8n's commands, e.g. `command('import:workflow', '--input=file.json')`. */
	async command(...args: string[]): Promise<CommandResult> {
		const { runtime, n8n } = this.installation;
		return await run(runtime.node, [n8n, ...args], {
			cwd: this.userFolder,
			env: this.environment,
			timeoutMs: commandTimeoutMs,
		});
	}

	private async import(kind: 'credentials' | 'workflow', content: unknown): Promise<void> {
		const file = path.join(this.userFolder, `import-${kind}.json`);
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		try {
			const { code, stdout, stderr } = await this.command(`import:${kind}`, `--input=${file}`);
			// The command may end with 0 although it failed, so its own word counts.
			if (code !== 0 || !stdout.includes('Successfully imported')) {
				throw new Error(`n8n did not import the ${kind}:\n${lastLines(`${stdout}\n${stderr}`)}`);
			}
		} finally {
			rmSync(file);
		}
	}

	/** Plain `data` is encrypted by n8n on the way in. Only while n8n is stopped. */
	async importCredentials(credentials: CredentialFile[]): Promise<void> {
		await this.import('credentials', credentials);
	}

	/** Only while n8n is stopped: a running n8n would not notice. */
	async importWorkflow(workflow: WorkflowFile & { id: string }): Promise<void> {
		await this.import('workflow', [workflow]);
	}

	/** Publishes an imported workflow, so that the next `start()` runs its triggers. */
	async publishWorkflow(id: string): Promise<void> {
		const { code, stdout, stderr } = await this.command('publish:workflow', `--id=${id}`);
		if (code !== 0)
			throw new Error(`n8n did not publish the workflow:\n${lastLines(stdout + stderr)}`);
	}

	/** Executes a workflow on the command line; a failed execution comes back as data, not as an exception. */
	async execute(id: string): Promise<RunResult> {
		const { stdout, stderr } = await this.command('execute', `--id=${id}`, '--rawOutput');
		// Log lines surround the data, which begins and ends with a brace on a line of its own.
		const json = /^\{$[\s\S]*^\}$/m.exec(stdout)?.[0];
		if (json === undefined)
			throw new Error(`n8n printed no run data:\n${lastLines(`${stdout}\n${stderr}`)}`);
		return JSON.parse(json) as RunResult;
	}

	/** Starts the editor and the triggers; resolves when n8n answers. */
	async start(): Promise<RestSession> {
		const { runtime, n8n } = this.installation;
		const options = { cwd: this.userFolder, env: this.environment, logFile: this.logFile };
		const server = startServer(runtime.node, [n8n, 'start'], options);
		this.server = server;
		try {
			await waitFor('n8n', startTimeoutMs, async () => await this.answers(server));
		} catch (error) {
			await this.stop();
			throw new Error(
				`n8n did not start: ${error instanceof Error ? error.message : String(error)}\n${this.lastLog()}`,
			);
		}
		return new RestSession(this.baseUrl);
	}

	private async answers(server: Server): Promise<true | undefined> {
		const code = server.exitCode();
		if (code !== null) throw new Error(`it ended with code ${code}`);
		// The readiness page answers 503 until the database is migrated; the API is mounted a moment later.
		for (const page of ['/healthz/readiness', '/rest/settings']) {
			const options = { signal: AbortSignal.timeout(requestTimeoutMs) };
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

	/** Ends n8n without a goodbye, as a crash would. */
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
