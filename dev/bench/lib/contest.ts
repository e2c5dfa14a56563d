import type { Contestant, JobResult, Width } from '../engine/job';
import { targetOf, type BenchContext } from './context';
import { DelayingProxy } from './delayingProxy';
import type { Contest, Entry, Runs } from './results';
import { inRounds } from './rounds';
import { SandboxProcess } from './sandbox';
import { spread } from './statistics';

export type Starter = readonly [contestant: Contestant, width: Width, simplify?: true];

export interface ContestPlan {
	documents: number;
	latencyMs: number;
	/** Whether the network is what takes the time, and TLS is spoken; else the service waits before it answers. */
	network?: true;
	rounds: number;
	starters: readonly Starter[];
}

/** @throws Error when one of them did not read all documents */
export async function hold(context: BenchContext, plan: ContestPlan): Promise<Contest> {
	const { documents, latencyMs, network, rounds, starters } = plan;
	const sandbox = await SandboxProcess.start({
		documents,
		...(network ? { tls: true } : { 'latency-ms': latencyMs }),
	});
	const proxy = network && (await DelayingProxy.start(sandbox.baseUrl, latencyMs));
	const { appId, appSecret } = sandbox;
	const baseUrl = proxy?.baseUrl ?? sandbox.baseUrl;
	const target = targetOf(context, { appId, appSecret, baseUrl });
	const entries = starters.map(([contestant, width, simplify]): Entry => ({
		...noRuns(contestant),
		width,
		...(simplify && { simplify }),
	}));
	const title = `${documents} documents, ${latencyMs} ms${network ? ' of network with TLS' : ''}`;
	try {
		await inRounds(rounds, entries, async (entry) => {
			await sandbox.forget();
			const { contestant, width, simplify } = entry;
			const job = { kind: 'read', contestant, width, simplify, target } as const;
			const result = await context.engine.run(job);
			if (result.documents !== documents) {
				throw new Error(`${contestant} read ${result.documents} of ${title}`);
			}
			note(entry, result, (await sandbox.asked()).requests);
		});
	} finally {
		await proxy?.stop();
		await sandbox.stop();
	}
	for (const { contestant, width, ms, requests } of entries) {
		context.say(`${title}: ${contestant} ${width}: ${spread(ms).median} ms, ${requests} requests`);
	}
	return { documents, latencyMs, ...(network && { network }), entries };
}

export const noRuns = (contestant: Contestant): Runs => ({
	contestant,
	ms: [],
	cpuMs: [],
	requests: 0,
});

export function note(runs: Runs, { ms, cpuMs }: JobResult, requests: number): void {
	runs.ms.push(Math.round(ms));
	runs.cpuMs.push(Math.round(cpuMs));
	runs.requests = requests;
}
