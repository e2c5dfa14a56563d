import { chain, credentialType, ourNode, trigger, type NodeSketch } from '../../e2e/lib/flow';
import { N8nInstance } from '../../e2e/lib/n8n';
import { newOwner, type RestSession } from '../../e2e/lib/rest';
import { itemsOf } from '../../e2e/lib/types';
import { pause } from '../../e2e/lib/wait';
import type { BenchContext } from './context';
import { ProcessMemory } from './processMemory';
import { cpuSeconds } from './processTime';
import type { FileMeasure } from './results';
import type { SandboxProcess } from './sandbox';

/** What the node says of a file that it has written, with the details of its item. */
export interface Account extends Record<string, unknown> {
	documents: number;
	bytes: number;
	durationMs: number;
	totals?: Record<string, string>;
}

interface Measured {
	account: Account;
	measure: FileMeasure;
	/** Seconds since the start, and megabytes of n8n's process. */
	curve: Array<[seconds: number, megabytes: number]>;
}

/** An n8n gives back what it needed to start only after a while. */
const untilIdleMs = 25_000;
const betweenRunsMs = 5_000;

/** Seldom, so that n8n's answers to these questions are not taken for the work that is measured. */
const betweenLooksMs = 2_000;

/** The real n8n with the package in it, and a credential for a sandbox. */
export class N8nStage {
	private hasRun = false;

	private constructor(
		private readonly n8n: N8nInstance,
		private readonly session: RestSession,
		private readonly credential: { id: string; name: string },
		private readonly quick: boolean,
	) {}

	static async start(
		{ installation, built, quick }: BenchContext,
		{ baseUrl, appId, appSecret }: SandboxProcess,
		environment: Record<string, string>,
	): Promise<N8nStage> {
		const n8n = await N8nInstance.create(installation, { environment });
		try {
			await n8n.installPackage(built.tarball);
			const session = await n8n.start();
			await session.setUpOwner(newOwner());
			const name = 'Sandbox';
			const data = { baseUrl, appId, appSecret };
			const id = await session.createCredential({ name, type: credentialType, data });
			return new N8nStage(n8n, session, { id, name }, quick);
		} catch (failure) {
			await n8n.remove();
			throw failure;
		}
	}

	/** A folder that workflows may write to. */
	get filesFolder(): string {
		return this.n8n.filesFolder;
	}

	/** Our node, writing a file; it is called Service. */
	service(operation: string, parameters: Record<string, unknown> = {}): NodeSketch {
		const all = { resource: 'accountingDocument', operation, ...parameters };
		return ourNode(this.credential, all);
	}

	/**
	 * Executes nodes one after another.
	 * @throws Error when our node's file is not known to be complete
	 */
	async measure(...nodes: NodeSketch[]): Promise<Measured> {
		const { session } = this;
		const memory = ProcessMemory.ofN8n(this.n8n.userFolder);
		if (!this.quick) await pause(this.hasRun ? betweenRunsMs : untilIdleMs);
		this.hasRun = true;
		const idleMegabytes = memory.now();
		memory.forgetPeak();
		const { pid = 0 } = this.n8n;
		const before = cpuSeconds(pid);
		const curve: Measured['curve'] = [];
		const workflow = await session.createWorkflow(chain('Measured', ...nodes));
		const started = performance.now();
		const execution = await session.start(workflow, trigger);
		do {
			await pause(this.quick ? betweenLooksMs / 10 : betweenLooksMs);
			curve.push([Math.round(performance.now() - started) / 1000, memory.now()]);
		} while ((await session.savedExecution(execution)).status === 'running');
		const growthMegabytes = memory.peak() - idleMegabytes;
		const spent = cpuSeconds(pid) - before;
		const result = await session.finished(execution);
		const items = itemsOf(result, 'Service').map(
			({ json }) => ({ ...json, ...(json.details as object) }) as Account,
		);
		const [account] = items;
		if (items.length !== 1 || account?.complete !== true) {
			throw new Error(`No complete file: ${JSON.stringify(items)}`);
		}
		const measure = {
			documents: account.documents,
			seconds: account.durationMs / 1000,
			cpuSeconds: spent,
			megabytes: Math.round(account.bytes / 2 ** 20),
			idleMegabytes,
			growthMegabytes,
			savedExecutionBytes: result.saved.length,
		};
		return { account, measure, curve };
	}

	async stop(): Promise<void> {
		await this.n8n.remove();
	}
}

/** For one piece of work. @param environment further variables of n8n */
export async function withStage<T>(
	context: BenchContext,
	sandbox: SandboxProcess,
	work: (stage: N8nStage) => Promise<T>,
	environment: Record<string, string> = {},
): Promise<T> {
	const stage = await N8nStage.start(context, sandbox, environment);
	try {
		return await work(stage);
	} finally {
		await stage.stop();
	}
}
