/**
 * One export shared by one, two and three workers of n8n's queue mode, each with one share at a time: how
 * long it takes, and how much processor time the workers and the sandbox need.
 *   npx tsx bench/queue.ts [documents] [latency in ms] [shares]
 */
import { pack } from '../release/pack';
import type { Share } from '../nodes/AccountingService/export/split';
import { checkShares } from '../nodes/AccountingService/export/shareCheck';
import { chain, credentialType, ourNode, trigger } from '../e2e/lib/flow';
import { ensureN8n } from '../e2e/lib/install';
import { N8nQueue } from '../e2e/lib/n8nQueue';
import { cacheFolder } from '../e2e/lib/paths';
import { newOwner } from '../e2e/lib/rest';
import { exitOnSignals } from '../e2e/lib/server';
import { SharedExport, type RunningN8n } from '../e2e/lib/sharedExport';
import { itemsOf } from '../e2e/lib/types';
import { waitFor } from '../e2e/lib/wait';
import { describeMachine } from './lib/machine';
import { cpuSeconds } from './lib/processTime';
import { SandboxProcess } from './lib/sandbox';

const [documents = 100_000, latencyMs = 100, shares = 6] = process.argv.slice(2).map(Number);

const mostWorkers = 3;
const shareTimeoutMs = 30 * 60_000;

async function split({ session }: RunningN8n, credential: { id: string; name: string }) {
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

async function measure(n8n: RunningN8n, queue: N8nQueue, sandbox: SandboxProcess, plan: Share[]) {
	const pids = queue.workers.flatMap(({ pid }) => pid ?? []);
	const before = { workers: pids.map(cpuSeconds), sandbox: cpuSeconds(sandbox.pid) };
	const started = performance.now();
	const answers = await Promise.all(plan.map(async (share) => await exportShare(n8n, share)));
	const seconds = (performance.now() - started) / 1000;
	const report = checkShares(plan, answers.flat());
	if (!report.complete || report.documents !== documents) {
		throw new Error(`Not complete: ${JSON.stringify(report.runAgain)}`);
	}
	const used = pids.map((pid, index) => cpuSeconds(pid) - (before.workers[index] ?? 0));
	return { workers: pids.length, seconds, used, sandbox: cpuSeconds(sandbox.pid) - before.sandbox };
}

async function main(): Promise<void> {
	const tarball = await pack(cacheFolder);
	const installation = await ensureN8n(console.log);
	const machine = describeMachine(installation.runtime.node);
	console.log(JSON.stringify(machine));
	const sandbox = await SandboxProcess.start({ documents, 'latency-ms': latencyMs });
	const options = { workers: mostWorkers, concurrency: 1 };
	const queue = await N8nQueue.create(installation, tarball.file, options);
	try {
		const session = await queue.start();
		await session.setUpOwner(newOwner());
		const { baseUrl, appId, appSecret } = sandbox;
		const name = 'Sandbox';
		const data = { baseUrl, appId, appSecret };
		const credential = {
			name,
			id: await session.createCredential({ name, type: credentialType, data }),
		};
		const n8n = { session, baseUrl: queue.main.baseUrl, filesFolder: queue.filesFolder };
		await SharedExport.import(n8n, credential);
		const plan = await split(n8n, credential);
		// The first exports of a process are slower; n8n publishes the webhook a moment after it has said so.
		const [small] = await waitFor('The webhook', 60_000, async () =>
			exportShare(n8n, plan.at(-1) as Share).catch(() => undefined),
		);
		console.log(`Warm: ${String(small?.documents)} documents`);
		while (queue.workers.length > 0) {
			const { workers, seconds, used, ...rest } = await measure(n8n, queue, sandbox, plan);
			const perWorker = used.map((one) => one.toFixed(1)).join(' + ');
			console.log(
				`${workers} worker(s): ${seconds.toFixed(1)} s; processor seconds: workers ${perWorker}, sandbox ${rest.sandbox.toFixed(1)}`,
			);
			await queue.workers.pop()?.remove();
		}
	} finally {
		await queue.remove();
		await sandbox.stop();
	}
}

exitOnSignals();
main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
