import { spawn } from 'node:child_process';

import { OutputFiles } from './outputFiles';

export interface CommandOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	timeoutMs: number;
	/** Called with every complete line of standard output and standard error. */
	onLine?: (line: string) => void;
}

export interface CommandResult {
	code: number;
	stdout: string;
	stderr: string;
}

const windows = process.platform === 'win32';

/** A command that exited with another code than 0, or not in time; contains its last lines. */
export class CommandError extends Error {}

/** The last lines of text, for an error message. */
export function lastLines(text: string, count = 25): string {
	return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Ends a process and everything that it started (it must have its own process group). */
export function endGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(windows ? pid : -pid, signal);
	} catch {
		// It ended by itself in the meantime.
	}
}

/** Runs a command to its end, with any code; throws CommandError only if it does not end in time. */
export async function run(
	command: string,
	args: string[],
	{ cwd, env, timeoutMs, onLine }: CommandOptions,
): Promise<CommandResult> {
	const files = new OutputFiles(onLine);
	try {
		const code = await exitCode(command, args, { cwd, env, timeoutMs }, files.descriptors);
		const output = files.read();
		if (code !== 'too late') return { code, ...output };
		const seconds = Math.round(timeoutMs / 1000);
		const shown = lastLines(`${output.stdout}\n${output.stderr}`);
		throw new CommandError(`"${args.join(' ')}" did not end within ${seconds} s.\n${shown}`);
	} finally {
		files.remove();
	}
}

async function exitCode(
	command: string,
	args: string[],
	{ cwd, env, timeoutMs }: CommandOptions,
	[stdout, stderr]: readonly number[],
): Promise<number | 'too late'> {
	return await new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env,
			detached: !windows,
			shell: windows && !command.includes('\\'),
			stdio: ['ignore', stdout, stderr],
		});
		let isTooLate = false;
		const timer = setTimeout(() => {
			isTooLate = true;
			if (child.pid !== undefined) endGroup(child.pid, 'SIGKILL');
		}, timeoutMs);
		child.on('error', (error) => {
			clearTimeout(timer);
			reject(error);
		});
		child.on('close', (code) => {
			clearTimeout(timer);
			resolve(isTooLate ? 'too late' : (code ?? 1));
		});
	});
}

/** Like `run`, but any code other than 0 is an error with the command's last lines. */
export async function runOrFail(
	what: string,
	command: string,
	args: string[],
	options: CommandOptions,
): Promise<CommandResult> {
	const result = await run(command, args, options);
	if (result.code !== 0) {
		const shown = lastLines(`${result.stdout}\n${result.stderr}`);
		throw new CommandError(`${what} failed (code ${result.code}):\n${shown}`);
	}
	return result;
}

/**
 * The environment for commands outside this project. npm passes the settings of this project to its scripts as
 * npm_config_*. They turn off install scripts, which n8n's native parts need.
 */
export function foreignEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const ours =
		/^npm_(package_|lifecycle_|config_(ignore_scripts|omit_lockfile|local_prefix|prefix$))/i;
	const kept = Object.entries(process.env).filter(
		([name]) => !ours.test(name) && !/^N8N_/.test(name),
	);
	return { ...Object.fromEntries(kept), ...extra };
}
