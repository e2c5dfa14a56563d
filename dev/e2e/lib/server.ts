import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

import { endGroup } from './command';

const stopTimeoutMs = 20_000;

/** Servers that still run; whatever ends this process ends them too. */
const running = new Set<number>();
process.once('exit', () => running.forEach((pid) => endGroup(pid, 'SIGKILL')));

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const exit = (): never => process.exit(130);

/** Lets the signals that end a script run its 'exit' listeners first. */
export function exitOnSignals(): void {
	for (const signal of endingSignals) process.on(signal, exit);
}

/** Resolves at the first such signal, so that servers can be stopped in order; the next one ends at once. */
export async function interrupted(): Promise<void> {
	for (const signal of endingSignals) process.off(signal, exit);
	await new Promise<void>((resolve) => {
		for (const signal of endingSignals) process.once(signal, () => resolve());
	});
	// npm and the shell may both pass the same Ctrl+C on.
	setTimeout(exitOnSignals, 1_000).unref();
	for (const signal of endingSignals) process.on(signal, () => undefined);
}

export interface Server {
	/** Undefined when it could not be started. */
	pid: number | undefined;
	/** The code it ended with; null while it runs. */
	exitCode(): number | null;
	/** Asks it to end as a service manager would, and ends it for good when it does not obey. */
	stop(): Promise<void>;
	/** Ends it at once, as a crash would. */
	kill(): Promise<void>;
}

export interface ServerOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** What asks it to end. */
	stopSignal?: NodeJS.Signals;
}

/** Starts a long-running command whose output goes to a file, with its children in a group of its own. */
export function startServer(command: string, args: string[], options: ServerOptions): Server {
	const log = openSync(options.logFile, 'a', 0o600);
	const child: ChildProcess = spawn(command, args, {
		cwd: options.cwd,
		env: options.env,
		detached: process.platform !== 'win32',
		// Not through this process: a pipe would lose the last lines of a server that calls process.exit.
		stdio: ['ignore', log, log],
	});
	closeSync(log);
	const { pid } = child;
	if (pid !== undefined) running.add(pid);
	const ended = new Promise<void>((resolve) => {
		child.once('error', () => resolve());
		child.once('exit', () => {
			if (pid !== undefined) {
				running.delete(pid);
				endGroup(pid, 'SIGKILL'); // n8n's task runner may outlive it.
			}
			resolve();
		});
	});
	return {
		pid,
		exitCode: () => child.exitCode,
		stop: async () => {
			child.kill(options.stopSignal ?? 'SIGTERM');
			const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
			await ended;
			clearTimeout(timer);
		},
		kill: async () => {
			child.kill('SIGKILL');
			await ended;
		},
	};
}
