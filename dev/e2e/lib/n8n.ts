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

	/** Starts the editor and the triggers; resolves when all workflows are active. */
	async start(): Promise<RestSession> {
		const { length } = this.log();
		// The readiness page returns 503 until the database is migrated; the API is ready a moment later.
		await this.serve(['start'], ['/healthz/readiness', '/rest/settings']);
		// n8n responds to webhooks earlier, but may mistake such an execution for one of a crash.
		await waitFor("The end of n8n's start", activationTakesMs, async () =>
			Promise.resolve(this.log().slice(length).includes('Editor is now accessible') || undefined),
		);
		return new RestSession(this.baseUrl, this.n8nFolder);
	}
}
