import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in these. */
const ticksPerSecond = 100;

/** Processor time of a process so far, in seconds, with that of its children that still run. Linux only. */
export function cpuSeconds(pid: number): number {
	// The name of the program, which may hold anything, stands in the brackets.
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
	const [user = 0, system = 0] = stat.split(' ').slice(11, 13).map(Number);
	const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
	);
	const ofChildren = children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0);
	return (user + system) / ticksPerSecond + ofChildren;
}
