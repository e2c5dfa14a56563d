import { hold, type Starter } from '../lib/contest';
import type { BenchContext } from '../lib/context';
import type { Contest } from '../lib/results';

const all: readonly Starter[] = [
	['httpRequest', 1],
	['declarative', 1],
	['node', 1],
	['node', 4],
	['node', 4, true],
	['node', 8],
	['helperLoop', 1],
	['helperLoop', 4],
	['helperLoop', 8],
	['undiciLoop', 1],
	['undiciLoop', 4],
	['undiciLoop', 8],
];

/** What waits for the network alone runs at the same speed in every round. */
const rounds: Record<number, number> = { 0: 21, 20: 5, 100: 5 };

/** 10,000 documents at three distances of the service. */
export async function lists(context: BenchContext): Promise<Contest[]> {
	const { quick } = context;
	// The first runs of a process are those of code that is not compiled yet; n8n runs for weeks.
	await hold(context, { documents: 2_000, latencyMs: 0, rounds: quick ? 1 : 2, starters: all });
	const contests: Contest[] = [];
	for (const latencyMs of [0, 20, 100]) {
		const plan = { documents: quick ? 1_000 : 10_000, latencyMs, starters: all };
		contests.push(await hold(context, { ...plan, rounds: quick ? 1 : rounds[latencyMs] }));
	}
	return contests;
}

/** 100,000 documents; the HTTP Request node reads them one page after the other. */
export async function large(context: BenchContext): Promise<Contest[]> {
	const starters: readonly Starter[] = [
		['httpRequest', 1],
		['node', 4],
		['node', 8],
		['helperLoop', 4],
		['helperLoop', 8],
		['undiciLoop', 4],
	];
	const documents = context.quick ? 5_000 : 100_000;
	const rounds = context.quick ? 1 : 2;
	return [await hold(context, { documents, latencyMs: 20, rounds, starters })];
}

/** A length that no page size divides once one is taken off, so that only pages that overlap can tell. */
export async function overlap(context: BenchContext): Promise<Contest[]> {
	const starters: readonly Starter[] = [
		['node', 4],
		['node', 8],
		['helperLoop', 4],
		['helperLoop', 8],
	];
	const documents = context.quick ? 14_079 : 99_992;
	const rounds = context.quick ? 1 : 2;
	return [await hold(context, { documents, latencyMs: 20, rounds, starters })];
}

/** As users have it: every request of n8n opens a connection and greets anew. */
export async function tls(context: BenchContext): Promise<Contest[]> {
	const starters: readonly Starter[] = [
		['httpRequest', 1],
		['node', 4],
		['helperLoop', 4],
		['undiciLoop', 4],
	];
	const documents = context.quick ? 1_000 : 10_000;
	const rounds = context.quick ? 1 : 3;
	return [await hold(context, { documents, latencyMs: 20, tls: true, rounds, starters })];
}
