import type { Job } from '../engine/job';
import type { BenchContext } from './context';
import { atMost, median, type Row } from './row';
import type { SandboxProcess } from './sandbox';

/** One run of a contestant. */
export interface Run {
	ms: number;
	cpuMs: number;
	/** Without token exchanges. */
	requests: number;
}

export interface Plan<Name extends string> {
	rounds: number;
	/** The contestants; created again for each run, outside of its time. */
	jobs: Record<Name, () => Job | Promise<Job>>;
	/** The number of documents that a run has to return. */
	documents: number;
	/** How many more it may return. */
	more?: number;
}

/**
 * Runs the contestants in rounds, so that a slow minute of the machine affects all of them, and in a different order each
 * round, because earlier runs have effects. The first round does not count: its code is not compiled yet, and n8n runs
 * for weeks.
 * @throws Error if one of them did not do all of the work
 */
export async function contest<Name extends string>(
	{ engine, quick, say }: BenchContext,
	sandbox: SandboxProcess,
	{ rounds, jobs, documents, more = 0 }: Plan<Name>,
): Promise<Record<Name, Run[]>> {
	const names = Object.keys(jobs) as Name[];
	const runs = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as Record<Name, Run[]>;
	for (let round = 0; round <= (quick ? 1 : rounds); round++) {
		for (const name of orderOf(names, round)) {
			const job = await jobs[name]();
			await sandbox.forget();
			const { ms, cpuMs, documents: found } = await engine.run(job);
			if (found < documents || found > documents + more) {
				throw new Error(`${name} brought ${found} of ${documents} documents`);
			}
			const requests = await sandbox.requests();
			if (round > 0) runs[name].push({ ms, cpuMs, requests });
		}
	}
	for (const name of names) {
		const [{ requests }] = runs[name];
		say(`${name}: ${medianOf(runs[name], 'ms').toFixed(0)} ms, ${requests} requests`);
	}
	return runs;
}

const medianOf = (runs: Run[], what: keyof Run): number => median(runs.map((run) => run[what]));

/** Ratios of runs of the same round, so that a slow minute affects both. */
export const ratios = (own: Run[], other: Run[], what: keyof Run): number[] =>
	own.map((run, round) => run[what] / other[round][what]);

/** A row with the ratio of one contestant to another. */
export function ratioRow(
	[what, limit]: readonly [what: string, limit?: number],
	measure: keyof Run,
	own: Run[],
	other: Run[],
): Row {
	const shown = (runs: Run[]) =>
		measure === 'requests'
			? `${medianOf(runs, measure)}`
			: `${(medianOf(runs, measure) / 1000).toFixed(2)} s`;
	return {
		what,
		unit: '',
		values: ratios(own, other, measure),
		goal: limit === undefined ? undefined : atMost(limit),
		of: `${shown(own)} of ${shown(other)}`,
	};
}

/** Another one starts each round, and every second round is reversed. */
function orderOf<T>(values: readonly T[], round: number): T[] {
	const order = [...values.slice(round % values.length), ...values.slice(0, round % values.length)];
	return round % 2 === 0 ? order : order.reverse();
}
