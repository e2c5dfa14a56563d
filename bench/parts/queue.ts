import type { Share } from '../../nodes/AccountingService/export/shares';
import { checkShares } from '../../nodes/AccountingService/export/shareCheck';
import { chain, credentialType, ourNode, trigger, type StoredCredential } from '../../e2e/lib/flow';
import { N8nQueue } from '../../e2e/lib/n8nQueue';
import { newOwner } from '../../e2e/lib/rest';
import { SharedExport, type RunningN8n } from '../../e2e/lib/sharedExport';
import { itemsOf } from '../../e2e/lib/types';
import { waitFor } from '../../e2e/lib/wait';
import type { BenchContext } from '../lib/context';
import { cpuSeconds } from '../lib/processTime';
import type { Queue, QueueRun } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

const shares = 6;
const mostWorkers = 3;
const shareTimeoutMs = 30 * 60_000;

/**
 * One export shared by three, two and one workers of n8n's queue mode, each with one share at a time: how long it
 * takes, and how much processor time the workers and the sandbox need. Other sizes and latencies keep their results.
 */
export async function queue(context: BenchContext): Promise<Queue[]> {
	const documents = context.documents ?? (context.quick ? 1_200 : 60_000);
	const latencies = context.latencyMs === undefined ? [800, 100] : [context.latencyMs];
	const found: Queue[] = [];
	for (const latencyMs of context.quick ? [0] : latencies) {
		const sandbox = await SandboxProcess.start({ documents, 'latency-ms': latencyMs });
		try {
			const runs = await workers(context, sandbox, documents);
			found.push({ documents, latencyMs, shares, runs });
		} finally {
			await sandbox.stop();
		}
	}
	const isNew = (one: Queue) =>
		found.some((other) => other.documents === one.documents && other.latencyMs === one.latencyMs);
	return [...(context.earlier.queue ?? []).filter((one) => !isNew(one)), ...found];
}

async function workers(
	{ installation, built, quick, say }: BenchContext,
	sandbox: SandboxProcess,
	documents: number,
): Promise<QueueRun[]> {
	const options = { workers: quick ? 1 : mostWorkers, concurrency: 1 };
	const queueMode = await N8nQueue.create(installation, built.tarball, options);
	try {
		const session = await queueMode.start();
		await session.setUpOwner(newOwner());
		const { baseUrl, appId, appSecret } = sandbox;
		const name = 'Sandbox';
		const data = { baseUrl, appId, appSecret };
		const id = await session.createCredential({ name, type: credentialType, data });
		const { main, filesFolder } = queueMode;
		const n8n = { session, baseUrl: main.baseUrl, filesFolder };
		await SharedExport.import(n8n, { id, name });
		const plan = await split(n8n, { id, name });
		// The first exports of a process are slower; n8n publishes the webhook a moment after it has said so.
		const [smallest] = plan.slice(-1);
		await waitFor('The webhook', 60_000, async () =>
			exportShare(n8n, smallest).catch(() => undefined),
		);
		const runs: QueueRun[] = [];
		for (; queueMode.workers.length > 0; await queueMode.workers.pop()?.remove()) {
			const run = await measure(n8n, queueMode, sandbox, plan, documents);
			runs.push(run);
			const perWorker = run.workerSeconds.map((one) => one.toFixed(1)).join(' + ');
			say(
				`${run.workers} worker(s): ${run.seconds.toFixed(1)} s; processor seconds: workers ${perWorker}, ` +
					`sandbox ${run.sandboxSeconds.toFixed(1)}`,
			);
		}
		return runs;
	} finally {
		await queueMode.remove();
	}
}

async function split({ session }: RunningN8n, credential: StoredCredential): Promise<Share[]> {
	const parameters = { resource: 'accountingDocument', operation: 'splitForExport', shares };
	const workflow = chain('Split', ourNode(credential, parameters));
	const result = await session.execute(await session.createWorkflow(workflow), trigger);
	return itemsOf(result, 'Service').map(({ json }) => json as unknown as Share);
}

/** Exports one share by a call of the example's webhook. */
async function exportShare({ baseUrl }: RunningN8n, share: Share) {
	const answer = await fetch(`${baseUrl}/webhook/export-share`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(share),
		signal: AbortSignal.timeout(shareTimeoutMs),
	});
	if (!answer.ok) throw new Error(`Share ${share.share} was answered ${answer.status}`);
	return (await answer.json()) as Array<Record<string, never>>;
}

/** @throws Error when the shares are not the whole list */
async function measure(
	n8n: RunningN8n,
	queueMode: N8nQueue,
	sandbox: SandboxProcess,
	plan: Share[],
	documents: number,
): Promise<QueueRun> {
	const pids = queueMode.workers.flatMap(({ pid }) => pid ?? []);
	const before = pids.map(cpuSeconds);
	const sandboxBefore = cpuSeconds(sandbox.pid);
	const started = performance.now();
	const answers = await Promise.all(plan.map(async (share) => await exportShare(n8n, share)));
	const seconds = (performance.now() - started) / 1000;
	const report = checkShares(plan, answers.flat());
	if (!report.complete || report.documents !== documents) {
		throw new Error(`Not complete: ${JSON.stringify(report.runAgain)}`);
	}
	return {
		workers: pids.length,
		seconds,
		workerSeconds: pids.map((pid, index) => cpuSeconds(pid) - (before[index] ?? 0)),
		sandboxSeconds: cpuSeconds(sandbox.pid) - sandboxBefore,
	};
}
