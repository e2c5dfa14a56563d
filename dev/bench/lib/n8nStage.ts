import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { chain, credentialType, ourNode, trigger, type NodeSketch } from '../../e2e/lib/flow';
import { N8nInstance } from '../../e2e/lib/n8n';
import { newOwner, type RestSession } from '../../e2e/lib/rest';
import { cpuSeconds, forgetPeak, peakMegabytes, residentMegabytes } from '../../e2e/lib/processes';
import { itemsOf } from '../../e2e/lib/types';
import { pause } from '../../e2e/lib/wait';
import type { BenchContext } from './context';
import { benchFolder } from './paths';
import type { SandboxProcess } from './sandbox';

/** The output item of a written file, with its details. */
interface Account extends Record<string, unknown> {
	durationMs: number;
}

export interface Measured {
	account: Account;
	seconds: number;
	/** Processor time of the n8n process. */
	cpuSeconds: number;
	/** Resident memory before. */
	idleMegabytes: number;
	/** Maximum of resident memory above that. */
	growthMegabytes: number;
	/** Maximum of the heap after a collection, above the one before; 0 if it is not sampled. */
	heapGrowthMegabytes: number;
}

export interface StageOptions {
	/** Further variables of n8n. */
	environment?: Record<string, string>;
	/** Collects n8n's garbage every second, which takes time. */
	samplesHeap?: boolean;
}

/** n8n frees the memory of its start only after a while. */
const untilIdleMs = 25_000;
const betweenRunsMs = 5_000;

/** Seldom, so that n8n's answers to these questions are not mistaken for the work that is measured. */
const betweenLooksMs = 2_000;

const megabyte = 2 ** 20;

/** The real n8n with the package and a credential for a sandbox. */
export class N8nStage {
	private constructor(
		private readonly n8n: N8nInstance,
		private readonly session: RestSession,
		private readonly credential: { id: string; name: string },
		private readonly quick: boolean,
		private readonly heapFile: string,
	) {}

	static async start(
		{ installation, built, quick }: BenchContext,
		{ target }: SandboxProcess,
		{ environment = {}, samplesHeap = false }: StageOptions,
	): Promise<N8nStage> {
		const heapFile = path.join(built.folder, `heap-${Date.now()}.txt`);
		const sampling = {
			NODE_OPTIONS: `--require ${path.join(benchFolder, 'lib', 'heap.cjs')}`,
			BENCH_HEAP_FILE: heapFile,
		};
		const n8n = await N8nInstance.create(installation, {
			environment: { ...environment, ...(samplesHeap && sampling) },
		});
		try {
			await n8n.installPackage(built.tarball);
			const session = await n8n.start();
			await session.setUpOwner(newOwner());
			const name = 'Sandbox';
			const data = { ...target };
			const id = await session.createCredential({ name, type: credentialType, data });
			if (!quick) await pause(untilIdleMs);
			return new N8nStage(n8n, session, { id, name }, quick, heapFile);
		} catch (failure) {
			await n8n.remove();
			throw failure;
		}
	}

	/** A folder that workflows may write to. */
	get filesFolder(): string {
		return this.n8n.filesFolder;
	}

	/** Our node, which writes a file; its name is Service. */
	service(operation: string, parameters: Record<string, unknown> = {}): NodeSketch {
		const all = { resource: 'accountingDocument', operation, ...parameters };
		return ourNode(this.credential, all);
	}

	/**
	 * Executes nodes in sequence.
	 * @throws Error if our node's file may be incomplete
	 */
	async measure(...nodes: NodeSketch[]): Promise<Measured> {
		const { session } = this;
		const { pid = 0 } = this.n8n;
		if (!this.quick) await pause(betweenRunsMs);
		const idleMegabytes = residentMegabytes(pid);
		forgetPeak(pid);
		const idleHeap = this.heapSamples();
		const before = cpuSeconds(pid);
		const workflow = await session.createWorkflow(chain('Measured', ...nodes));
		const execution = await session.start(workflow, trigger);
		do {
			await pause(this.quick ? betweenLooksMs / 10 : betweenLooksMs);
		} while ((await session.savedExecution(execution)).status === 'running');
		const growthMegabytes = peakMegabytes(pid) - idleMegabytes;
		const spent = cpuSeconds(pid) - before;
		const idleLast = idleHeap.slice(-1);
		const heap = this.heapSamples().slice(idleHeap.length);
		// A small run may end before the next sample.
		if (!this.quick && idleHeap.length > 0 && heap.length === 0) throw new Error('No heap sample');
		const account = accountIn(await session.finished(execution));
		return {
			account,
			seconds: account.durationMs / 1000,
			cpuSeconds: spent,
			idleMegabytes,
			growthMegabytes,
			heapGrowthMegabytes: Math.max(0, ...idleLast, ...heap) - (idleLast[0] ?? 0),
		};
	}

	/** In MB, one per second since the start. */
	private heapSamples(): number[] {
		if (!existsSync(this.heapFile)) return [];
		const lines = readFileSync(this.heapFile, 'utf8').trim().split('\n');
		return lines.map((line) => Number(line) / megabyte);
	}

	async stop(): Promise<void> {
		await this.n8n.remove();
	}
}

function accountIn(result: Parameters<typeof itemsOf>[0]): Account {
	const items = itemsOf(result, 'Service').map(
		({ json }) => ({ ...json, ...(json.details as object) }) as Account,
	);
	const [account] = items;
	if (items.length !== 1 || account?.complete !== true) {
		throw new Error(`No complete file: ${JSON.stringify(items)}`);
	}
	return account;
}

/** For one piece of work. */
export async function withStage<T>(
	context: BenchContext,
	sandbox: SandboxProcess,
	work: (stage: N8nStage) => Promise<T>,
	options: StageOptions = {},
): Promise<T> {
	const stage = await N8nStage.start(context, sandbox, options);
	try {
		return await work(stage);
	} finally {
		await stage.stop();
	}
}
