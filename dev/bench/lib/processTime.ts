import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in these. */
const ticksPerSecond = 100;

/**
 * Processor time of a process so far, in seconds, with that of its children that still run; 0 for one that has ended.
 * Linux only.
 */
export function cpuSeconds(pid: number): number {
	// The name of the program, which may hold anything, stands in the brackets.
	const stat = ifItRuns(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '').replace(/^.*\) /s, '');
	const [user = 0, system = 0] = stat.split(' ').slice(11, 13).map(Number);
	const tasks = ifItRuns(() => readdirSync(`/proc/${pid}/task`), []);
	const children = tasks.flatMap((task) =>
		ifItRuns(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'), '')
			.split(' ')
			.filter(Boolean),
	);
	const ofChildren = children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0);
	return (user + system) / ticksPerSecond + ofChildren;
}

/** A thread or a process may end after it was listed: its file is gone, or cannot be read any more (ESRCH). */
function ifItRuns<T>(read: () => T, otherwise: T): T {
	try {
		return read();
	} catch (error) {
		if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
		throw error;
	}
}
