import type { RunningSandbox } from '../../sandbox';
import { chain, ourNode, trigger, type NodeSketch, type StoredCredential } from './flow';
import { Reference } from './reference';
import type { Owner, RestSession } from './rest';
import type { RunningN8n } from './runningN8n';
import { itemsOf, type RunResult, type WorkflowNode } from './types';

export type FinishedRun = RunResult & { saved: string };

interface Parts {
	n8n: RunningN8n;
	session: RestSession;
	/** The user of the session. */
	owner: Owner;
	sandbox: RunningSandbox;
	/** App secrets in use; none of them may be visible. */
	secrets: { right: string; wrong: string };
	/** By the names that checks use. */
	credentials: Record<string, StoredCredential | undefined>;
}

/** What a check uses: a running n8n with our package, a sandbox, the credentials. */
export class Workbench {
	readonly n8n: RunningN8n;
	readonly session: RestSession;
	readonly owner: Owner;
	readonly sandbox: RunningSandbox;
	readonly secrets: Parts['secrets'];
	readonly reference: Reference;
	private readonly credentials: Parts['credentials'];
	private workflows = 0;

	constructor(parts: Parts) {
		this.n8n = parts.n8n;
		this.session = parts.session;
		this.owner = parts.owner;
		this.sandbox = parts.sandbox;
		this.secrets = parts.secrets;
		this.credentials = parts.credentials;
		this.reference = new Reference(parts.sandbox);
	}

	credential(id = 'right'): StoredCredential {
		const credential = this.credentials[id];
		if (credential === undefined) throw new Error(`No credential "${id}" was imported.`);
		return credential;
	}

	/** Saves the nodes as a workflow, executes it in n8n and reads the saved execution. */
	async run(...sketches: NodeSketch[]): Promise<FinishedRun> {
		const workflow = chain(`Check ${++this.workflows}`, ...sketches);
		const id = await this.session.createWorkflow(workflow);
		return await this.session.execute(id, trigger);
	}

	/** Executes our node alone. */
	async service(
		parameters: Record<string, unknown>,
		credential = this.credential(),
		more: Partial<WorkflowNode> = {},
	): Promise<FinishedRun> {
		return await this.run(ourNode(credential, parameters, more));
	}

	/** The JSON of our node's output items; an error if it failed. */
	async records(
		parameters: Record<string, unknown>,
		credential?: StoredCredential,
	): Promise<Array<Record<string, unknown>>> {
		return itemsOf(await this.service(parameters, credential), 'Service').map((item) => item.json);
	}
}
