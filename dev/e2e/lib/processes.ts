/** What Linux counts of a process. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux counts processor time in these. */
const ticksPerSecond = 100;

/**
 * Processor time so far, in seconds, with that of its children, also of those that have ended; 0 for a process that has
 * ended itself.
 */
export function cpuSeconds(pid: number): number {
	// The brackets contain the name of the program, which may have any characters.
	const stat = ifItRuns(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), '').replace(/^.*\) /s, '');
	const own = stat.split(' ').slice(11, 15).map(Number);
	const tasks = ifItRuns(() => readdirSync(`/proc/${pid}/task`), []);
	const running = tasks.flatMap((task) =>
		ifItRuns(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'), '')
			.split(' ')
			.filter(Boolean),
	);
	const ofRunning = running.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0);
	return own.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond + ofRunning;
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

/** Resident now, in MB. */
export const residentMegabytes = (pid: number): number => megabytesOf(pid, 'VmRSS');

/** The most that was resident since {@link forgetPeak}, in MB. */
export const peakMegabytes = (pid: number): number => megabytesOf(pid, 'VmHWM');

export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function megabytesOf(pid: number, name: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
	if (kilobytes === undefined) throw new Error(`Linux does not give ${name} of process ${pid}`);
	return Math.round(Number(kilobytes) / 1024);
}
