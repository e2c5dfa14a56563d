import type { Contestant } from '../engine/job';
import { targetOf, type BenchContext } from './context';
import type { Contest, Entry } from './results';
import { SandboxProcess } from './sandbox';
import { spread } from './statistics';

export type Starter = readonly [contestant: Contestant, window: number, simplify?: boolean];

export interface ContestPlan {
	documents: number;
	latencyMs: number;
	tls?: boolean;
	rounds: number;
	starters: readonly Starter[];
}

/**
 * Lets contestants do the same work in turn, round by round, so that a slow minute of the machine
 * strikes all of them alike; in another order each round, since what ran before leaves its traces.
 * @throws Error when one of them did not read all documents
 */
export async function hold(context: BenchContext, plan: ContestPlan): Promise<Contest> {
	const { documents, latencyMs, tls = false, rounds, starters } = plan;
	const sandbox = await SandboxProcess.start({
		documents,
		'latency-ms': latencyMs,
		...(tls && { tls }),
	});
	const entries = starters.map(([contestant, window, simplify]): Entry => ({
		contestant,
		window,
		...(simplify && { simplify }),
		ms: [],
		cpuMs: [],
		requests: 0,
	}));
	const title = `${documents} documents, ${latencyMs} ms${tls ? ', TLS' : ''}`;
	try {
		for (let round = 0; round < rounds; round++) {
			for (const entry of shuffled(entries, round)) {
				await sandbox.forget();
				const { contestant, window, simplify } = entry;
				const target = targetOf(context, sandbox);
				const result = await context.engine.run({
					kind: 'read',
					contestant,
					window,
					simplify,
					target,
				});
				if (result.documents !== documents) {
					throw new Error(`${contestant} read ${result.documents} of ${title}`);
				}
				entry.ms.push(Math.round(result.ms));
				entry.cpuMs.push(Math.round(result.cpuMs));
				entry.requests = (await sandbox.asked()).requests;
			}
		}
	} finally {
		await sandbox.stop();
	}
	for (const { contestant, window, ms, requests } of entries) {
		context.say(`${title}: ${contestant} ${window}: ${spread(ms).median} ms, ${requests} requests`);
	}
	return { documents, latencyMs, tls, entries };
}

/** The same order for the same round in every run. */
function shuffled<T>(values: readonly T[], round: number): T[] {
	const order = [...values];
	let state = round + 1;
	for (let left = order.length; left > 1; left--) {
		state = (state * 48_271) % 2_147_483_647;
		const other = state % left;
		[order[left - 1], order[other]] = [order[other], order[left - 1]];
	}
	return order;
}
