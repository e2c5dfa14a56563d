/** A service in its own process, so that its time and memory do not count as the client's. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const projectFolder = path.resolve(__dirname, '../..');

export class ServiceProcess {
	private constructor(
		private readonly child: ChildProcess,
		private readonly printed: ReadonlyMap<string, string>,
	) {}

	/**
	 * Starts a TypeScript program that prints how to reach it, as "Base URL: …".
	 * @param script from the folder of the project
	 * @param last the name of the last line to wait for
	 */
	static async start(script: string, args: string[], last: string): Promise<ServiceProcess> {
		const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
			cwd: projectFolder,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const printed = new Map<string, string>();
		for await (const line of createInterface({ input: child.stdout })) {
			const [, name, value] = /^([A-Z][A-Za-z ]*): +(\S+)$/.exec(line) ?? [];
			if (name) printed.set(name, value);
			if (name === last) break;
		}
		child.stdout.resume();
		return new ServiceProcess(child, printed);
	}

	static async sandbox(args: string[]): Promise<ServiceProcess> {
		return await this.start('dev/sandbox/main.ts', ['--port', '0', ...args], 'Documents');
	}

	private valueOf(name: string): string {
		const value = this.printed.get(name);
		if (value === undefined) throw new Error(`The service ended without printing its ${name}`);
		return value;
	}

	get baseUrl(): string {
		return this.valueOf('Base URL');
	}

	get appId(): string {
		return this.valueOf('App ID');
	}

	get appSecret(): string {
		return this.valueOf('Secret');
	}

	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		this.child.kill('SIGTERM');
		await ended;
	}
}
