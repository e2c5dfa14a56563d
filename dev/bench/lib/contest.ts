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
	/** What each contestant does; made anew for each run, without its time. */
	jobs: Record<Name, () => Job | Promise<Job>>;
	/** How many documents a run has to bring. */
	documents: number;
	/** How many more it may bring. */
	more?: number;
}

/**
 * Lets contestants do the same work in turn, round by round, so that a slow minute of the machine strikes all of them
 * alike; in another order each round, since what ran before leaves its traces. The first round does not count: it runs
 * code that is not compiled yet, and n8n runs for weeks.
 * @throws Error when one of them did not do all of the work
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

/** Ratios of runs of the same round, so that a slow minute strikes both. */
export const ratios = (own: Run[], other: Run[], what: keyof Run): number[] =>
	own.map((run, round) => run[what] / other[round][what]);

/** A row of how much one contestant needs of what another one needs. */
export function ratioRow(
	[what, limit]: readonly [string, number],
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
		goal: atMost(limit),
		of: `${shown(own)} of ${shown(other)}`,
	};
}

/** Another one begins each round, and every other round goes backwards. */
function orderOf<T>(values: readonly T[], round: number): T[] {
	const order = [...values.slice(round % values.length), ...values.slice(0, round % values.length)];
	return round % 2 === 0 ? order : order.reverse();
}
