import { request } from 'undici';

import { ServiceProcess } from '../../sandbox/process';
import type { Target } from '../engine/job';

/** Options of the sandbox's command line, by their names there without the dashes. */
export type SandboxFlags = Record<string, number>;

export interface Totals {
	count: number;
	totals: Record<string, string>;
}

/** A sandbox in its own process. Its time for a page is part of every contestant's time. */
export class SandboxProcess {
	readonly target: Target;

	private constructor(private readonly service: ServiceProcess) {
		const { baseUrl, appId, appSecret } = service;
		this.target = { baseUrl, appId, appSecret };
	}

	static async start(flags: SandboxFlags): Promise<SandboxProcess> {
		const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
		return new SandboxProcess(await ServiceProcess.sandbox(args));
	}

	async forget(): Promise<void> {
		await this.admin('DELETE', 'journal');
	}

	private async journal() {
		return (await this.admin('GET', 'journal')) as {
			counts: Record<string, number>;
			entries: Array<{ arrivedAtMs: number; method: string; path: string }>;
		};
	}

	/** Requests since the journal was cleared, without token exchanges. */
	async requests(): Promise<number> {
		const { 'POST /auth/token': _exchanges, ...counts } = (await this.journal()).counts;
		return Object.values(counts).reduce((sum, count) => sum + count, 0);
	}

	/** Requests since the journal was cleared that came before the first one of this kind, without token exchanges. */
	async requestsBefore(method: string, path: string): Promise<number> {
		const { entries } = await this.journal();
		const others = entries.filter((entry) => entry.path !== '/auth/token');
		const first = others.findIndex((entry) => entry.method === method && entry.path === path);
		if (first < 0) throw new Error(`No ${method} ${path} arrived at the sandbox`);
		return first;
	}

	/** Time of the first request since the journal was cleared, in milliseconds since 1970. */
	async firstArrivalMs(): Promise<number> {
		const [first] = (await this.journal()).entries;
		if (first === undefined) throw new Error('Nothing arrived at the sandbox');
		return first.arrivedAtMs;
	}

	async addFaults(count: number, faultAt: (index: number) => object): Promise<void> {
		const faults = Array.from({ length: count }, (_, index) => faultAt(index));
		await this.admin('POST', 'faults', faults);
	}

	async clearFaults(): Promise<void> {
		await this.admin('DELETE', 'faults');
	}

	/** The number of its documents, and exact sums of their totals. */
	async totals(): Promise<Totals> {
		return (await this.admin('GET', 'totals')) as Totals;
	}

	/** @returns the IDs of the new documents */
	async createDocuments(creation: { count?: number; fields?: object }): Promise<number[]> {
		const created = await this.admin('POST', 'documents', creation);
		return (created as Array<{ id: number }>).map(({ id }) => id);
	}

	async changeDocument(id: number, fields: object): Promise<void> {
		await this.admin('PATCH', `documents/${id}`, fields);
	}

	async deleteDocument(id: number): Promise<void> {
		await this.admin('DELETE', `documents/${id}`);
	}

	async stop(): Promise<void> {
		await this.service.stop();
	}

	private async admin(method: string, path: string, body?: object): Promise<unknown> {
		const answer = await request(`${this.target.baseUrl}/_sandbox/${path}`, {
			method,
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
