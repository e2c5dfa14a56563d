import { hold, type Starter } from '../lib/contest';
import type { BenchContext } from '../lib/context';
import type { Contest } from '../lib/results';

const all: readonly Starter[] = [
	['httpRequest', 1],
	['declarative', 1],
	['node', 'default'],
	['node', 'default', true],
	['node', 1],
	['node', 4],
	['node', 8],
	['helperLoop', 1],
	['helperLoop', 4],
	['helperLoop', 8],
	['undiciLoop', 1],
	['undiciLoop', 4],
	['undiciLoop', 8],
];

/** What waits for the network alone runs at the same speed in every round. */
const rounds: Record<number, number> = { 0: 7, 20: 3, 100: 3 };

/** 10,000 documents from a service that waits before it answers. */
export async function lists(context: BenchContext): Promise<Contest[]> {
	const { quick } = context;
	// The first runs of a process are those of code that is not compiled yet; n8n runs for weeks.
	const first = { documents: quick ? 300 : 2_000, latencyMs: 0, rounds: quick ? 1 : 2 };
	await hold(context, { ...first, starters: all });
	const contests: Contest[] = [];
	for (const latencyMs of quick ? [0] : [0, 20, 100]) {
		const plan = { documents: quick ? 1_000 : 10_000, latencyMs, starters: all };
		contests.push(await hold(context, { ...plan, rounds: quick ? 1 : rounds[latencyMs] }));
	}
	return contests;
}

/**
 * 100,000 documents without latency: what each costs in the long run. V8 clears memory after 64 MiB of new buffers. With
 * 10,000 documents, the bare helper loop has 66 MB of them and the node 72 MB, so only the node would pay for that.
 */
export async function large(context: BenchContext): Promise<Contest[]> {
	const starters: readonly Starter[] = [
		['httpRequest', 1],
		['node', 'default'],
		['node', 1],
		['node', 4],
		['node', 8],
		['helperLoop', 1],
		['helperLoop', 4],
		['helperLoop', 8],
		['undiciLoop', 8],
	];
	const documents = context.quick ? 3_000 : 100_000;
	const rounds = context.quick ? 1 : 5;
	return [await hold(context, { documents, latencyMs: 0, rounds, starters })];
}

/** As users have it: round trips of a network, and n8n opens a connection and greets anew for each request. */
export async function network(context: BenchContext): Promise<Contest[]> {
	const starters: readonly Starter[] = [
		['httpRequest', 1],
		['node', 'default'],
		['node', 4],
		['helperLoop', 4],
		['helperLoop', 8],
		['undiciLoop', 8],
	];
	const documents = context.quick ? 300 : 5_000;
	const rounds = context.quick ? 1 : 3;
	const contests: Contest[] = [];
	for (const latencyMs of context.quick ? [30] : [30, 100]) {
		contests.push(await hold(context, { documents, latencyMs, network: true, rounds, starters }));
	}
	return contests;
}
