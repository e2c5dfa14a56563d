import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { lastLines } from './command';
import type { N8nInstallation } from './install';
import { N8nProcess, placeFor, type InstanceOptions, type Place } from './n8nProcess';
import { newOwner, RestSession, type Owner } from './rest';
import type { CredentialFile, RunResult, WorkflowFile } from './types';
import { waitFor } from './wait';

const activationTakesMs = 120_000;

/** An n8n with the package, in which somebody is signed in. */
export interface SignedInN8n {
	session: RestSession;
	baseUrl: string;
	/** The folder for files of its workflows. */
	filesFolder: string;
}

/** An n8n that is stopped and started again with its data. */
export interface RestartedN8n {
	/** Starts it, with more variables; the session is signed in. */
	open(more?: Record<string, string>): Promise<RestSession>;
	/** Stops it like a service manager or an update of n8n. */
	stop(): Promise<void>;
	/** Kills it like a power failure. */
	kill(): Promise<void>;
	/** Removes it at the end. */
	remove(): Promise<void>;
}

/** One n8n with its editor: the only process, or the main one of queue mode. */
export class N8nInstance extends N8nProcess implements RestartedN8n {
	/** The session of the last {@link open}. */
	session!: RestSession;

	private constructor(
		place: Place,
		readonly owner: Owner,
	) {
		super(place);
	}

	/** @param owner of a user folder that has one */
	static async create(
		installation: N8nInstallation,
		options: InstanceOptions = {},
		owner = newOwner(),
	): Promise<N8nInstance> {
		return new N8nInstance(await placeFor(installation, options), owner);
	}

	/** A new n8n with the package; it does not run yet. */
	static async withPackage(
		installation: N8nInstallation,
		tarball: string,
		options?: InstanceOptions,
	): Promise<N8nInstance> {
		const n8n = await N8nInstance.create(installation, options);
		await n8n.installPackage(tarball);
		return n8n;
	}

	private async import(kind: 'credentials' | 'workflow', content: unknown): Promise<void> {
		const file = path.join(this.userFolder, `import-${kind}.json`);
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		try {
			const { code, stdout, stderr } = await this.command(`import:${kind}`, `--input=${file}`);
			// The command may exit with 0 after a failure, so its output counts.
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

	/** Executes a workflow on the command line; returns a failed execution as data, without an exception. */
	async execute(id: string): Promise<RunResult> {
		const { stdout, stderr } = await this.command('execute', `--id=${id}`, '--rawOutput');
		// Log lines surround the data, which begins and ends with a brace on a separate line.
		const json = /^\{$[\s\S]*^\}$/m.exec(stdout)?.[0];
		if (json === undefined)
			throw new Error(`n8n printed no run data:\n${lastLines(`${stdout}\n${stderr}`)}`);
		return JSON.parse(json) as RunResult;
	}

	/** Starts it, and signs in as its owner. */
	async open(more?: Record<string, string>): Promise<RestSession> {
		this.session = await this.start(more);
		await this.session.enter(this.owner);
		return this.session;
	}

	/** Starts the editor and the triggers; resolves when all workflows are active. */
	async start(more?: Record<string, string>): Promise<RestSession> {
		const { length } = this.log();
		// The readiness page returns 503 until the database is migrated; the API is ready a moment later.
		await this.serve(['start'], ['/healthz/readiness', '/rest/settings'], more);
		// n8n responds to webhooks earlier, but may mistake such an execution for one of a crash.
		await waitFor("The end of n8n's start", activationTakesMs, async () =>
			Promise.resolve(this.log().slice(length).includes('Editor is now accessible') || undefined),
		);
		return new RestSession(this.baseUrl, this.n8nFolder);
	}
}
