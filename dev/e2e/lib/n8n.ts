import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { lastLines } from './command';
import type { N8nInstallation } from './install';
import { N8nProcess, placeFor, type InstanceOptions } from './n8nProcess';
import { RestSession } from './rest';
import type { CredentialFile, RunResult, WorkflowFile } from './types';
import { waitFor } from './wait';

const activationTakesMs = 120_000;

/** One n8n with its editor: the only process, or the main one of queue mode. */
export class N8nInstance extends N8nProcess {
	static async create(
		installation: N8nInstallation,
		options: InstanceOptions = {},
	): Promise<N8nInstance> {
		return new N8nInstance(await placeFor(installation, options));
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

	/** Executes a workflow on the command line; a failed execution comes back as data, not as an exception. */
	async execute(id: string): Promise<RunResult> {
		const { stdout, stderr } = await this.command('execute', `--id=${id}`, '--rawOutput');
		// Log lines surround the data, which begins and ends with a brace on a line of its own.
		const json = /^\{$[\s\S]*^\}$/m.exec(stdout)?.[0];
		if (json === undefined)
			throw new Error(`n8n printed no run data:\n${lastLines(`${stdout}\n${stderr}`)}`);
		return JSON.parse(json) as RunResult;
	}

	/** Starts the editor and the triggers; resolves when all workflows are active. */
	async start(): Promise<RestSession> {
		const { length } = this.log();
		// The readiness page answers 503 until the database is migrated; the API is mounted a moment later.
		await this.serve(['start'], ['/healthz/readiness', '/rest/settings']);
		// Webhooks are answered earlier, but n8n may take such an execution for one that a crash left behind.
		await waitFor("The end of n8n's start", activationTakesMs, async () =>
			Promise.resolve(this.log().slice(length).includes('Editor is now accessible') || undefined),
		);
		return new RestSession(this.baseUrl, this.n8nFolder);
	}
}
