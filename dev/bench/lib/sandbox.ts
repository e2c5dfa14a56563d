import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';

import { projectFolder } from './paths';

// The sandbox signs its own certificate.
const anyCertificate = new Agent({ connect: { rejectUnauthorized: false } });

/** Options of the sandbox's command line, by their names there without the dashes. */
export type SandboxFlags = Record<string, string | number | true>;

/** What was asked of the sandbox since its journal was last cleared. */
export interface Asked {
	/** All but the token exchange. */
	requests: number;
	exchanges: number;
}

export interface Totals {
	count: number;
	totals: Record<string, string>;
}

/**
 * A sandbox in a process of its own, so that the time it takes is not mixed with the time that a
 * contestant takes. What it needs for a page is part of every contestant's time.
 */
export class SandboxProcess {
	private constructor(
		private readonly child: ChildProcess,
		readonly baseUrl: string,
		readonly appId: string,
		readonly appSecret: string,
	) {}

	static async start(flags: SandboxFlags): Promise<SandboxProcess> {
		const args = Object.entries<number | string | true>({ port: 0, ...flags }).flatMap(
			([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]),
		);
		const child = spawn(process.execPath, ['--import', 'tsx', 'dev/sandbox/main.ts', ...args], {
			cwd: projectFolder,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const told = new Map<string, string>();
		for await (const line of createInterface({ input: child.stdout })) {
			const [, name, value] = /^([A-Z][A-Za-z ]*): +(\S+)$/.exec(line) ?? [];
			if (name) told.set(name, value);
			if (name === 'Documents') break;
		}
		child.stdout.resume();
		const found = (name: string) => {
			const value = told.get(name);
			if (value === undefined) throw new Error(`The sandbox ended without saying its ${name}`);
			return value;
		};
		return new SandboxProcess(child, found('Base URL'), found('App ID'), found('Secret'));
	}

	get pid(): number {
		const { pid } = this.child;
		if (pid === undefined) throw new Error('The sandbox could not be started');
		return pid;
	}

	async forget(): Promise<void> {
		await this.admin('DELETE', 'journal');
	}

	async asked(): Promise<Asked> {
		const { counts } = (await this.admin('GET', 'journal')) as { counts: Record<string, number> };
		const exchanges = counts['POST /auth/token'] ?? 0;
		const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
		return { requests: all - exchanges, exchanges };
	}

	async addFault(fault: object): Promise<void> {
		await this.admin('POST', 'faults', fault);
	}

	/** How many there are. */
	async documents(): Promise<number> {
		return (await this.totals()).count;
	}

	/** Its own books: the documents, and exact sums of their totals. */
	async totals(): Promise<Totals> {
		return (await this.admin('GET', 'totals')) as Totals;
	}

	/** @returns the ids of the new documents */
	async createDocuments(count: number): Promise<number[]> {
		const created = await this.admin('POST', 'documents', { count });
		return (created as Array<{ id: number }>).map(({ id }) => id);
	}

	async changeDocument(id: number, fields: object): Promise<void> {
		await this.admin('PATCH', `documents/${id}`, fields);
	}

	async deleteDocument(id: number): Promise<void> {
		await this.admin('DELETE', `documents/${id}`);
	}

	async stop(): Promise<void> {
		const ended = new Promise((resolve) => this.child.once('exit', resolve));
		this.child.kill('SIGTERM');
		await ended;
	}

	private async admin(method: string, path: string, body?: object): Promise<unknown> {
		const answer = await request(`${this.baseUrl}/_sandbox/${path}`, {
			method,
			dispatcher: anyCertificate,
			...(body && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		const text = await answer.body.text();
		if (answer.statusCode !== 200) throw new Error(`The sandbox refused ${path}: ${text}`);
		return JSON.parse(text);
	}
}
