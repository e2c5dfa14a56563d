import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

import { credentialType, type StoredCredential } from './flow';
import type { CredentialFile, Item, RunResult, WorkflowFile, WorkflowNode } from './types';
import { waitFor } from './wait';

const requestTimeoutMs = 60_000;
const runningStates = new Set(['new', 'running', 'waiting']);

export interface Owner {
	email: string;
	password: string;
}

/** A service of this machine, and an application in it. */
interface Service {
	baseUrl: string;
	appId: string;
	appSecret: string;
}

/** An owner whose password n8n accepts: a digit, a capital letter, eight characters or more. */
export function newOwner(): Owner {
	return { email: 'owner@n8n.localhost', password: `Aa1${randomBytes(9).toString('hex')}` };
}

/** Two to forty seconds on a free machine. A creation that never shows is waited for a minute. */
const runTakesMs = 300_000;

/** Requests of the editor to n8n: sign in, save workflows, run them, read executions. */
export class RestSession {
	private cookie = '';
	/** Paths of the published webhooks, by workflow. */
	private readonly webhooks = new Map<string, string>();

	constructor(
		readonly baseUrl: string,
		/** n8n's own package. */
		private readonly n8nFolder: string,
	) {}

	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.baseUrl}/rest${path}`, {
			method,
			// n8n closes an idle connection, sometimes just when it is used again.
			headers: { 'content-type': 'application/json', cookie: this.cookie, connection: 'close' },
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(requestTimeoutMs),
		});
		const text = await response.text();
		// The response may quote the request, so it is shown only for requests without secrets.
		const shown =
			path.startsWith('/workflows') || path.startsWith('/executions') ? text.slice(0, 500) : '';
		if (!response.ok)
			throw new Error(`n8n answered ${response.status} to ${method} ${path}. ${shown}`);
		const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		if (cookie.length > 0) this.cookie = cookie.join('; ');
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Creates the owner of a fresh instance, which also signs in. */
	async setUpOwner({ email, password }: Owner): Promise<void> {
		const person = { email, password, firstName: 'Demo', lastName: 'Owner' };
		await this.request('POST', '/owner/setup', person);
	}

	async signIn({ email, password }: Owner): Promise<void> {
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Signs in as the owner of an instance that has data; a new one gets this owner. */
	async enter(owner: Owner): Promise<void> {
		await this.signIn(owner).catch(async () => await this.setUpOwner(owner));
	}

	/** The cookies that sign in a browser as this session. */
	cookies(): Array<{ name: string; value: string }> {
		return this.cookie.split('; ').map((pair) => {
			const end = pair.indexOf('=');
			return { name: pair.slice(0, end), value: pair.slice(end + 1) };
		});
	}

	/** The descriptions of all nodes, as the editor loads them. */
	async nodeTypes<T>(): Promise<T[]> {
		const response = await fetch(`${this.baseUrl}/types/nodes.json`, {
			headers: { cookie: this.cookie, connection: 'close' },
			signal: AbortSignal.timeout(requestTimeoutMs),
		});
		if (!response.ok) throw new Error(`n8n answered ${response.status} when asked for its nodes.`);
		return (await response.json()) as T[];
	}

	async createCredential({ name, type, data }: Omit<CredentialFile, 'id'>): Promise<string> {
		// Without its own Base URL, the credential would have that of the real service.
		if (
			type === credentialType &&
			!/^=?https?:\/\/(127\.0\.0\.1|localhost)\b/.test(String(data.baseUrl))
		)
			throw new Error(`The credential ${name} has no Base URL of this machine`);
		return (await this.request<{ id: string }>('POST', '/credentials', { name, type, data })).id;
	}

	/**
	 * Stores a credential for the service.
	 * @param more further fields
	 */
	async storeCredential(
		name: string,
		{ baseUrl, appId, appSecret }: Service,
		more: Record<string, unknown> = {},
	): Promise<StoredCredential> {
		const data = { baseUrl, appId, appSecret, ...more };
		return { id: await this.createCredential({ name, type: credentialType, data }), name };
	}

	/** n8n's own "Test" button on a stored credential: its result and its message. */
	async testCredential(id: string): Promise<{ status: string; message: string }> {
		const stored = await this.request<CredentialFile>('GET', `/credentials/${id}?includeData=true`);
		const { name, type, data } = stored;
		return await this.request('POST', '/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	async createWorkflow(workflow: WorkflowFile): Promise<string> {
		const { name, nodes, connections, settings = {} } = workflow;
		const body = { name, nodes, connections, settings, active: false };
		return (await this.request<{ id: string }>('POST', '/workflows', body)).id;
	}

	/** Saves a workflow again, after changes. */
	async saveWorkflow(id: string, workflow: WorkflowFile): Promise<void> {
		const { versionId } = await this.request<{ versionId: string }>('GET', `/workflows/${id}`);
		const { name, nodes, connections, settings } = workflow;
		const body = { name, nodes, connections, settings, versionId };
		await this.request('PATCH', `/workflows/${id}`, body);
	}

	/**
	 * Publishes a workflow, as its switch in the editor does.
	 * @param path of its webhook; n8n answers there a moment after it has published, to one method after the other
	 */
	async publish(id: string, path?: string, method = 'POST'): Promise<void> {
		const { versionId } = await this.request<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		if (path === undefined) return;
		this.webhooks.set(id, path);
		await this.until(path, (methods) => methods.includes(method));
	}

	/** Changes the nodes of a workflow, as a person does in the editor, and publishes that. */
	async edit(id: string, change: (node: WorkflowNode) => WorkflowNode): Promise<void> {
		const workflow = await this.request<WorkflowFile>('GET', `/workflows/${id}`);
		await this.saveWorkflow(id, { ...workflow, nodes: workflow.nodes.map(change) });
		await this.publish(id);
	}

	/** n8n gives up a webhook a moment later, too; until then nothing else gets its path. */
	async unpublish(id: string): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		const path = this.webhooks.get(id);
		if (path !== undefined) await this.until(path, (methods) => methods.length === 0);
	}

	/** Waits for the methods of the webhooks at a path. n8n names them to a page of another origin. */
	private async until(path: string, isSo: (methods: string[]) => boolean): Promise<void> {
		await waitFor(path, requestTimeoutMs, async () => {
			const { headers } = await fetch(`${this.baseUrl}/${path}`, {
				method: 'OPTIONS',
				headers: { origin: this.baseUrl },
			});
			const methods = headers.get('access-control-allow-methods')?.split(', ') ?? [];
			return isSo(methods.filter((method) => method !== 'OPTIONS')) || undefined;
		});
	}

	/**
	 * Presses "Execute workflow"; resolves with the ID of the execution, which is still running.
	 * @param item what the editor gives the trigger, such as a message of its chat
	 */
	async start(workflowId: string, trigger: string, item?: Item['json']): Promise<string> {
		// n8n 2.8 runs what the editor sends; newer ones ignore this and read the saved workflow.
		const workflowData = await this.request<WorkflowFile>('GET', `/workflows/${workflowId}`);
		const times = { startTime: Date.now(), executionTime: 0, executionIndex: 0 };
		const output = { main: [[{ json: item ?? {} }]] };
		const data = { ...times, executionStatus: 'success', data: output, source: [null] };
		const triggerToStartFrom = { name: trigger, ...(item && { data }) };
		const body = { workflowData, triggerToStartFrom };
		const answer = await this.request<{ executionId?: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			body,
		);
		if (answer.executionId === undefined) throw new Error('n8n did not start the workflow.');
		return answer.executionId;
	}

	/** The saved execution exactly as n8n stores it (its data is a flattened string). */
	async savedExecution(id: string): Promise<{ status: string; data: string }> {
		return await this.request('GET', `/executions/${id}`);
	}

	async stopExecution(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, {});
	}

	/** The last 100 executions of a workflow, newest first. */
	async executionsOf(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=100`;
		const { results } = await this.request<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			path,
		);
		// n8n queries the running and the ended ones separately, so one that ends in between is in both lists.
		return [...new Map(results.map((one) => [one.id, one])).values()];
	}

	/** Waits until an execution has ended and reads it. */
	async finished(id: string): Promise<RunResult & { saved: string }> {
		const saved = await waitFor(`Execution ${id}`, runTakesMs, async () => {
			const execution = await this.savedExecution(id);
			return runningStates.has(execution.status) ? undefined : execution;
		});
		return { status: saved.status, data: this.unflatten(saved.data), saved: saved.data };
	}

	/** The newest execution of a workflow, when it has ended. */
	async lastRunOf(workflowId: string): Promise<RunResult> {
		const [last] = await this.executionsOf(workflowId);
		return await this.finished(last?.id ?? '');
	}

	/** n8n's record of an execution, ended or not. */
	async executionData<T>(id: string): Promise<T> {
		return this.unflatten((await this.savedExecution(id)).data);
	}

	async execute(workflowId: string, trigger: string): Promise<RunResult & { saved: string }> {
		return await this.finished(await this.start(workflowId, trigger));
	}
	/** Reads n8n's flattened text with n8n's own copy of the library, so that the format is always the one it writes. */
	private unflatten<T>(text: string): T {
		const { parse } = createRequire(`${this.n8nFolder}/package.json`)('flatted') as {
			parse: (flattened: string) => T;
		};
		return parse(text);
	}
}
