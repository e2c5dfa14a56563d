import type { IDataObject } from 'n8n-workflow';

import { passTime } from './clock';
import type { RunResult } from './engine';
import type { LateService } from './lateService';
import {
	changing,
	type Change,
	companyWith,
	creations,
	kinds,
	recordsOf,
	type Run,
	type Way,
} from './onceWorkflows';
import { goOn, type Parameters } from './withSandbox';
import { longestPauseMs } from '../../../nodes/AccountingService/once/waiting';

/** The model of "never twice" for executions that run together, for late lists and for changes of what exists. */

const isChange = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && !path.includes('/search/');

/** What a run has to wait for. */
const waits = {
	/** The list alone can show what a stopped request has done, and an order of another application. */
	forList: /waiting for the list to show/,
	/** Unique By stops if the list does not show a first document. Others with its keys wait meanwhile. */
	forDocument: /writes documents with the same keys|until the list showed|Unique By/,
	/** Until an order is made. */
	forOthers: /creates the same record|changes the record/,
};
/**
 * What a stopped execution has sent arrives up to a pause of the others later here, and its list may show it a minute
 * after that. The next execution waits a minute from the stop (docs/reference/create.md#two-executions-at-the-same-time).
 */
const surelySeenMs = 60_000 - longestPauseMs;

const doubled = /Several documents|have several documents/;

/** A company with received invoices, and all that executions have done in it. */
export class OnceTrial {
	/** Names of records that may exist. */
	private readonly wanted = new Set<string>();

	/** Names of records that a stopped execution may have created, changed or deleted. */
	private readonly open = new Set<string>();

	/** IDs of records that an execution says it created. */
	private readonly told: string[] = [];

	private readonly orderedBy = new Set<Way['application']>();

	private constructor(
		private readonly service: LateService,
		/** How late a list has shown a creation, a change or a deletion, at most. */
		private readonly lag: { maxMs: number },
	) {}

	/** @param lags milliseconds after which the list shows what an execution does */
	static async start(lags: Iterator<number>): Promise<OnceTrial> {
		const lag = { maxMs: 0 };
		const next = () => {
			const ms = Number(lags.next().value);
			lag.maxMs = Math.max(lag.maxMs, ms);
			return ms;
		};
		return new OnceTrial(await companyWith(next), lag);
	}

	/** Runs that start together. */
	async runTogether(runs: Run[]): Promise<void> {
		const before = new Set(this.existing());
		const results = await Promise.all(
			runs.map(async (run) => await this.execute(run, creations[run.kind], run.rows)),
		);
		for (const [at, { isStopped }] of results.entries()) {
			const { kind, rows, application } = runs[at];
			if (kind === 'order') this.orderedBy.add(application);
			for (const { key, isPreviewed } of rows) {
				if (!isPreviewed) this.wanted.add(`${kind} ${key}`);
				if (isStopped) this.open.add(`${kind} ${key}`);
			}
		}
		for (const [at, result] of results.entries()) {
			if (result.isStopped) continue;
			this.checkRows(runs[at], result.json);
			this.checkHints(runs[at], result);
			this.checkPreview(runs, at, result.json, before);
		}
	}

	/**
	 * Makes the change, unless there is no such record or another one has the new key, or may still get it from a stopped
	 * execution: an Update looks for no other record with its key.
	 */
	async change(change: Change): Promise<void> {
		const { kind, key, to, isPreviewed, pause } = change;
		const [record] = recordsOf(this.service, kind, key);
		const isTaken = (name: number) =>
			recordsOf(this.service, kind, name).length > 0 || this.open.has(`${kind} ${name}`);
		if (!record || (to !== undefined && isTaken(to))) return;
		const isChanged = () => this.changesOf(String(record.id)) > sent;
		const sent = this.changesOf(String(record.id));
		const isOpen = this.open.has(`${kind} ${key}`);
		const parameters = changing(change, Number(record.id));
		const result = await this.execute(change, parameters, [{ isPreviewed }]);
		const { error, json, hints, isStopped } = result;
		if (!isStopped) expect(error ?? json[0].error).toBeUndefined();
		expect(hints.join()).not.toMatch(/seconds waiting|could not/);
		if (!isOpen && !isStopped) expect(isChanged()).toBe(!isPreviewed);
		for (const one of to === undefined ? [key] : [key, to]) {
			if (!isPreviewed) this.wanted.add(`${kind} ${one}`);
			if (isStopped) this.open.add(`${kind} ${one}`);
		}
		passTime(pause);
	}

	/** @returns how many records were made */
	checkAll(): number {
		const names = kinds.flatMap((kind) => [1, 2, 3].map((key) => [kind, key] as const));
		for (const [kind, key] of names) {
			const name = `${kind} ${key}`;
			const isWanted = this.wanted.has(name);
			const mayBeLate = this.open.has(name) && this.lag.maxMs > surelySeenMs;
			const most = Number(isWanted) + Number(isWanted && mayBeLate);
			const count = recordsOf(this.service, kind, key).length;
			expect(`${name}: ${count}`).toBe(`${name}: ${Math.min(count, most)}`);
		}
		expect(this.told).toEqual([...new Set(this.told)]);
		return this.told.length;
	}

	/** A record is lost if a row that ran shows none. */
	private checkRows({ kind, rows }: Run, json: IDataObject[]): void {
		for (const [at, { key, isPreviewed }] of rows.entries()) {
			if (isPreviewed) continue;
			expect(json[at].error).toBeUndefined();
			const ids = recordsOf(this.service, kind, key).map(({ id }) => String(id));
			expect(ids).toContain(String(json[at].id));
			if (json[at].existed === false) this.told.push(String(json[at].id));
		}
	}

	/** A preview says whether the record exists, unless another execution creates it at the same time. */
	private checkPreview(runs: Run[], at: number, json: IDataObject[], before: Set<string>): void {
		const { kind, rows } = runs[at];
		const isMade = (key: number) =>
			runs.some(
				(run) => run.kind === kind && run.rows.some((row) => row.key === key && !row.isPreviewed),
			);
		for (const [index, { key, isPreviewed }] of rows.entries()) {
			// What a stopped execution has sent may arrive after it.
			if (!isPreviewed || isMade(key) || this.open.has(`${kind} ${key}`)) continue;
			const isSecond = rows.slice(0, index).some((row) => row.key === key);
			expect(`${kind} ${key} ${JSON.stringify(json[index])}`).toContain(
				`"existed":${before.has(`${kind} ${key}`) || isSecond}`,
			);
		}
	}

	/** Nothing waits without a reason, and nothing is said to be double. */
	private checkHints({ kind, rows }: Run, { error, hints }: RunResult): void {
		const said = hints.join();
		expect(error).toBeUndefined();
		expect(said).not.toMatch(doubled);
		const isOpen = rows.some(({ key }) => this.open.has(`${kind} ${key}`));
		const isLate = kind === 'order' && this.orderedBy.size > 1 && this.lag.maxMs > 0;
		if (!isOpen && !isLate) expect(said).not.toMatch(waits.forList);
		if (this.lag.maxMs > 0 || this.open.size > 0) return;
		for (const wait of Object.values(waits)) expect(said).not.toMatch(wait);
	}

	private existing(): string[] {
		return kinds.flatMap((kind) =>
			[1, 2, 3].flatMap((key) =>
				recordsOf(this.service, kind, key).length > 0 ? [`${kind} ${key}`] : [],
			),
		);
	}

	private changesSent(): number {
		return this.service.arrived.filter(isChange).length;
	}

	private changesOf(id: string): number {
		const isOf = ({ path, body }: { path: string; body: string }) =>
			path.endsWith(`/${id}`) || (path.includes('/bulk/') && body.includes(`[${id}]`));
		return this.service.arrived.filter((request) => isChange(request) && isOf(request)).length;
	}

	private async execute({ application, stops }: Way, parameters: Parameters, items: IDataObject[]) {
		const before = this.changesSent();
		let isStopped = false;
		const result = await this.service.run(parameters, {
			...{ items: items.map((item) => ({ ...item })), node: goOn },
			credentials: this.service.credential(application === 'two' ? { appId: 'two' } : {}),
			onStart: ({ cancel, ended }) => {
				if (!stops) return;
				const watch = setInterval(() => {
					if (this.changesSent() === before) return;
					isStopped = true;
					cancel();
				}, 1);
				const stop = () => clearInterval(watch);
				void ended.then(stop, stop);
			},
		});
		return { ...result, isStopped };
	}
}
