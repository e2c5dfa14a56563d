import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

import { endGroup } from './command';

const stopTimeoutMs = 20_000;

/** Running servers; they end together with this process. */
const running = new Set<number>();
process.once('exit', () => running.forEach((pid) => endGroup(pid, 'SIGKILL')));

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const exit = (): never => process.exit(130);

/** Runs the 'exit' listeners of a script before a signal ends it. */
export function exitOnSignals(): void {
	for (const signal of endingSignals) process.on(signal, exit);
}

/** Resolves at the first such signal, so that servers can stop in order; the next one exits at once. */
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
	/** Undefined if it could not start. */
	pid: number | undefined;
	/** Its exit code; null while it runs. */
	exitCode(): number | null;
	/** Stops it like a service manager, and kills it if it does not stop. */
	stop(): Promise<void>;
	/** Kills it, like a crash. */
	kill(): Promise<void>;
}

export interface ServerOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** The signal that stops it. */
	stopSignal?: NodeJS.Signals;
}

/** Starts a long-running command with its output in a file, and its children in a separate process group. */
export function startServer(command: string, args: string[], options: ServerOptions): Server {
	const log = openSync(options.logFile, 'a', 0o600);
	const child: ChildProcess = spawn(command, args, {
		cwd: options.cwd,
		env: options.env,
		detached: process.platform !== 'win32',
		// Without a pipe, which would lose the last lines of a server that calls process.exit.
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
