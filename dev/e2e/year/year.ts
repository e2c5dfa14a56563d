import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { GivenFault, RunningSandbox } from '../../sandbox';
import type { MailServer } from '../lib/mailServer';
import type { QueueServices } from '../lib/services';
import { itemsOf, type RunResult } from '../lib/types';
import { pause, waitFor } from '../lib/wait';
import { Books } from './books';
import type { Change, Day, Dice, Trouble } from './calendar';
import { changeDifferences, snapshotOf } from './changes';
import { Company, type Row } from './company';
import type { Auditor } from './auditor';
import type { Host } from './host';
import type { Office } from './office';
import { jobTakesMs, post } from '../lib/webhook';
import {
	everyone,
	formats,
	shop,
	triggers,
	type Everyone,
	type Installed,
	type Job,
} from './workflows';

/** The costs of a day. */
export interface DayCosts {
	date: string;
	trouble?: string;
	documents: number;
	/** Requests to the service. */
	requests: Record<Everyone, number>;
	cpuSeconds: number;
	/** MB resident at the end of the day. */
	memory: number;
	/** Bytes. */
	database: number;
	store: number;
	version: string;
}

/** The comparison at the end of a month. */
export interface MonthEnd {
	month: string;
	/** The differences, by comparison. */
	wrong: Record<string, string[]>;
	/** MB, after some seconds with only polls. */
	idleMemory: number;
	version: string;
	/** Failed workflows, with their error messages. */
	failed: string[];
	repeated: number;
}

interface Parts {
	sandbox: RunningSandbox;
	host: Host;
	installed: Installed;
	database: QueueServices;
	mail: MailServer;
	dice: Dice;
	office: Office;
	auditor: Auditor;
	/** The separate disk of n8n's files, if any, which can be full. */
	smallDisk?: string;
}

const eventsTakeMs = 150_000;
const idleMs = 8_000;
/** Longer than n8n takes to save an execution, and shorter than the longest gap between polls. */
const restMs = 1_500;

/** The request that n8n is waiting for when it is killed. */
const stalls: Partial<Record<Trouble, { job: Job; fault: GivenFault }>> = {
	killedCreating: {
		job: 'rows',
		fault: { kind: 'stall', phase: 'after', match: { path: 'createDocument', call: 2 } },
	},
	killedWorker: {
		job: 'rows',
		fault: { kind: 'stall', phase: 'after', match: { path: 'createDocument', call: 2 } },
	},
	killedExporting: { job: 'changes', fault: { kind: 'stall', match: { path: 'list', page: 2 } } },
};

const times = 5;
const rate = 0.15;

/** The faults of the service on a bad day. */
function faultsOf(trouble: Trouble, seed: number): GivenFault[] {
	const match = { rate, seed };
	switch (trouble) {
		case 'tooMany':
			return [{ kind: 'status', status: 429, retryAfter: '1', times, match }];
		case 'unavailable':
			return [{ kind: 'status', status: 503, times, match }];
		case 'outage':
			return [{ kind: 'status', status: 503, times: 0, match: { path: 'createDocument' } }];
		case 'resets':
			return [
				{ kind: 'resetBefore', times, match },
				{ kind: 'resetWithin', times, match: { ...match, seed: seed + 1 } },
			];
		case 'slow':
			return [{ kind: 'slowBody', ms: 300, times: 20, match }];
		case 'lostAnswer':
			return [{ kind: 'resetAfter', match: { path: 'createDocument', call: 2 } }];
		default:
			return [];
	}
}

const isTrigger = (appId?: string) => triggers.some((name) => name === appId);

/** One company, its service and its n8n, day after day. */
export class Year {
	readonly days: DayCosts[] = [];

	readonly months: MonthEnd[] = [];

	readonly books: Books;

	private readonly company: Company;

	private failed: string[] = [];

	private wrong: Record<string, string[]> = {};

	/** Faults until the end of the year. */
	private readonly lasting: GivenFault[] = [];

	private requests = {} as Record<Everyone, number>;

	/** Executions that crashed and were retried. */
	private readonly retried = new Set<string>();

	constructor(private readonly parts: Parts) {
		this.company = new Company(parts.sandbox, parts.dice);
		this.books = new Books(parts.sandbox, this.company, parts.database);
	}

	/** Waits for the first poll of the triggers. */
	async begin(): Promise<void> {
		const { admin } = this.parts.sandbox;
		const polled = (name: string) =>
			admin.journal().entries.filter(({ appId }) => appId === name).length >= 2;
		await waitFor('The first polls', jobTakesMs, async () =>
			Promise.resolve(triggers.every(polled) || undefined),
		);
		await pause(7_000);
		console.log(`n8n ${this.parts.host.version}, ${this.parts.host.memory()} MB`);
	}

	async play(day: Day): Promise<void> {
		const { admin } = this.parts.sandbox;
		admin.clearJournal();
		this.requests = Object.fromEntries(everyone.map((name) => [name, 0])) as typeof this.requests;
		if (day.change) await this.change(day.change);
		if (day.trouble) admin.addFault(...faultsOf(day.trouble, day.number));
		if (day.isFirst && day.number > 0) await this.exportMonth(day);
		if (day.trouble === 'diskFull') this.fillDisk();
		await this.work(day);
		if (day.trouble === 'killedPolling') await this.killPolling();
		this.calm();
		await this.others(day);
		this.company.evening(day);
		if (day.isLast) await this.compare(day);
		await this.note(day);
	}

	/** Runs the workflows of a day, while people work in the service. */
	private async work(day: Day): Promise<void> {
		const steps = this.company.steps(day);
		const rows = this.company.sheet(day);
		const orders = this.company.shopOrders(day);
		const work: Array<() => Promise<unknown>> = [
			async () => await this.sell(rows, day),
			...orders.map(
				({ body }) =>
					async () =>
						await this.order(body, day),
			),
			async () => await this.run('scans', day, { emails: this.company.emails(day) }),
			async () => await this.run('state', day),
			async () => await this.run('reminders', day),
			async () => await this.run('changes', day),
		];
		const share = Math.ceil(steps.length / work.length);
		for (const [at, one] of work.entries()) {
			const live = async () => {
				for (const step of steps.slice(at * share, (at + 1) * share)) {
					await pause(5);
					step();
				}
			};
			await Promise.all([one(), live()]);
			if (at === 2 && day.trouble === 'revoked') this.parts.sandbox.admin.expireTokens();
		}
		if (day.isMonday) await this.report(day);
	}

	/** The accounting office and the auditor also use this n8n. */
	private async others(day: Day): Promise<void> {
		const { office, auditor } = this.parts;
		if (day.isMonday) this.find('read only', await auditor.look());
		if (!day.isOfOffice) return;
		const started = Date.now();
		this.find('companies', await office.evening(day));
		const seconds = Math.round((Date.now() - started) / 1000);
		console.log(`${day.date} forty companies, ${seconds} s`);
		this.calm();
	}

	/** Turns the sheet's rows into invoices, and removes them if the workflow succeeds. */
	private async sell(rows: Row[], day: Day): Promise<void> {
		if (await this.run('rows', day, { rows })) this.company.confirm(rows);
		if (day.trouble === 'outage') this.calm();
	}

	/** The shop sends an order until it is accepted. */
	private async order(body: object, day: Day): Promise<void> {
		for (let tries = 0; tries < 5; tries++) {
			const status = await post(this.parts.host.baseUrl, 'order', body).catch(() => 0);
			if (status === 200) return;
			this.fail(shop, day, `HTTP ${status}`);
		}
	}

	private async report(day: Day): Promise<void> {
		const { mail } = this.parts;
		const before = mail.messages.length;
		if (!(await this.run('report', day))) return;
		const result = await this.lastRunOf('report');
		this.find('report', this.books.report(itemsOf(result, 'Summarize Unpaid')));
		const sent = mail.messages.length - before;
		this.find('report', sent === 1 ? [] : [`${sent} emails on ${day.date}`]);
	}

	private async exportMonth(day: Day): Promise<void> {
		for (const format of formats) {
			if (!(await this.run(`export-${format}`, day))) continue;
			const { filesFolder } = this.parts.host;
			this.find('files', await this.books.monthlyFile(day, format, filesFolder));
		}
	}

	/** Executes a workflow; false if it failed, which is an error on a good day. */
	private async run(job: Job, day: Day, more: object = {}): Promise<boolean> {
		const stall = day.trouble && stalls[day.trouble];
		if (stall?.job === job) {
			await this.killDuring(
				stall.fault,
				job,
				{ ...more, day: day.date },
				day.trouble === 'killedWorker',
			);
			return false;
		}
		const status = await post(this.parts.host.baseUrl, job, { ...more, day: day.date });
		if (status === 200) return true;
		this.fail(job, day, await this.reasonOf(job));
		return false;
	}

	private fail(name: Everyone, day: Day, reason: string): void {
		this.failed.push(`${day.date} ${day.trouble ?? 'good day'}, ${name}: ${reason}`);
		if (day.trouble === undefined)
			this.find('good days', [`${name} failed on ${day.date}: ${reason}`]);
	}

	private async reasonOf(job: Job): Promise<string> {
		const { data } = await this.lastRunOf(job);
		return data.resultData.error?.message ?? 'no reason';
	}

	private async lastRunOf(job: Job): Promise<RunResult> {
		const { host, installed } = this.parts;
		return await host.session.lastRunOf(installed.workflows[job]);
	}

	/** Starts a workflow, kills n8n when the service leaves a request without a response, and starts n8n again. */
	private async killDuring(
		fault: GivenFault,
		job: Job,
		body: object,
		isWorker: boolean,
	): Promise<void> {
		const { sandbox, host } = this.parts;
		sandbox.admin.addFault(fault);
		const abort = new AbortController();
		const running = post(host.baseUrl, job, body, abort.signal).catch(() => 0);
		const isStalled = await Promise.race([running.then(() => false), this.stalled()]);
		if (isStalled) {
			await this.betweenPolls();
			await (isWorker ? host.killWorkers() : host.kill());
			this.failed.push(`n8n killed during ${job}`);
			await this.retryCrashed();
		}
		abort.abort();
		await running;
		this.calm();
	}

	private async killPolling(): Promise<void> {
		this.parts.sandbox.admin.addFault({ kind: 'stall', match: { path: 'search' } });
		await this.stalled();
		await this.betweenPolls();
		await this.parts.host.kill();
		await this.retryCrashed();
		this.calm();
	}

	/**
	 * Waits until no trigger has sent a request for a moment. n8n saves the progress of a poll and creates the execution
	 * with its events at the same time (n8n 2.8, active-workflow-manager.js, getExecutePollFunctions), so a kill between
	 * the two loses events, whatever the trigger does. Two years lacked the events of one poll each after such a day.
	 */
	private async betweenPolls(): Promise<void> {
		const { admin } = this.parts.sandbox;
		const count = () => admin.journal().entries.filter(({ appId }) => isTrigger(appId)).length;
		await waitFor('A moment between polls', jobTakesMs, async () => {
			const before = count();
			await pause(restMs);
			return count() === before || undefined;
		});
	}

	/** Retries crashed executions like a person: they contain their events. */
	private async retryCrashed(): Promise<void> {
		const { session } = this.parts.host;
		for (const name of triggers) {
			const executions = await session.executionsOf(this.parts.installed.workflows[name]);
			for (const { id, status } of executions) {
				if (status !== 'crashed' || this.retried.has(id)) continue;
				this.retried.add(id);
				await session.request('POST', `/executions/${id}/retry`, { loadWorkflow: false });
				this.failed.push(`n8n killed during ${name}, retried`);
			}
		}
	}

	private async stalled(): Promise<boolean> {
		const { admin } = this.parts.sandbox;
		return await waitFor('A request without an answer', jobTakesMs, async () =>
			Promise.resolve(admin.journal().entries.some(({ fault }) => fault === 'stall') || undefined),
		);
	}

	/** Ends the faults of the service, except the permanent ones. */
	private calm(): void {
		const { admin } = this.parts.sandbox;
		admin.clearFaults();
		admin.addFault(...this.lasting);
		if (this.parts.smallDisk) rmSync(path.join(this.parts.smallDisk, 'filler'), { force: true });
	}

	private fillDisk(): void {
		const { smallDisk } = this.parts;
		if (smallDisk === undefined || !existsSync(smallDisk)) return;
		for (let bytes = 64 * 1024 * 1024; bytes >= 512; bytes /= 2) {
			try {
				for (;;) writeFileSync(path.join(smallDisk, 'filler'), Buffer.alloc(bytes), { flag: 'a' });
			} catch {
				// Smaller files fill the rest.
			}
		}
	}

	private async change(change: Change): Promise<void> {
		const { host, installed } = this.parts;
		const { session } = host;
		switch (change) {
			case 'smallerPages':
				this.lasting.push({ kind: 'clampPageSize', to: 50, times: 0 });
				this.calm();
				return;
			case 'upgrade':
				return await host.upgrade();
			case 'newSecret':
				return await this.replaceSecrets();
			case 'unpublish':
				for (const name of triggers) await session.unpublish(installed.workflows[name]);
				return;
			case 'publish':
				// As after a change in the editor.
				for (const name of triggers) {
					await session.edit(installed.workflows[name], (node) => ({
						...node,
						position: [node.position[0], 100],
					}));
				}
		}
	}

	/** Changes the secret of every application, and a moment later in n8n's credentials. */
	private async replaceSecrets(): Promise<void> {
		const { host, sandbox, installed } = this.parts;
		for (const name of everyone) sandbox.admin.register(name, `new secret of ${name}`);
		await pause(3_000);
		for (const name of everyone) {
			const path = `/credentials/${installed.credentials[name]}`;
			const stored = await host.session.request<Record<string, unknown>>('GET', path);
			const data = { baseUrl: sandbox.baseUrl, appId: name, appSecret: `new secret of ${name}` };
			await host.session.request('PATCH', path, { name, type: stored.type, data });
		}
	}

	private find(comparison: string, differences: string[]): void {
		this.wrong[comparison] = [...(this.wrong[comparison] ?? []), ...differences];
	}

	/** The end of a month: sends open rows again, then compares everything. */
	private async compare(day: Day): Promise<void> {
		const { company, books } = this;
		const quiet = { ...day, trouble: undefined };
		const open = [...company.open].flatMap((order) => company.orders.get(order) ?? []);
		await this.sell(open, quiet);
		await this.run('reminders', quiet);
		// Before people still create overdue documents.
		this.find('reminders', books.reminders(day));
		await this.run('changes', quiet);
		await this.lastNight(quiet);
		company.evening(day);
		await waitFor('All events', eventsTakeMs, async () => {
			await books.readEvents();
			return [books.created(), books.paid(), books.changed()].flat().length === 0 || undefined;
		}).catch(() => undefined);
		const idleMemory = await this.idleMemory();
		await books.readEvents();
		this.find('good days', []);
		this.find('orders', books.orders());
		this.find('table', await books.table());
		this.find('created events', books.created());
		this.find('paid events', books.paid());
		this.find('changed events', books.changed());
		const { version } = this.parts.host;
		this.months.push({
			...{ month: day.date.slice(0, 7), wrong: this.wrong, idleMemory, version },
			...{ failed: this.failed, repeated: books.repeated },
		});
		[this.wrong, this.failed] = [{}, []];
	}

	/** One more night, before which the changes are known exactly. */
	private async lastNight(day: Day): Promise<void> {
		const before = snapshotOf(this.books.documents());
		this.company.lastHour(day);
		if (!(await this.run('changes', day))) return;
		const exported = itemsOf(await this.lastRunOf('changes'), 'Read Changes');
		const after = snapshotOf(this.books.documents());
		this.find('changes', changeDifferences(before, after, exported));
	}

	/** The minimum of resident memory within some quiet seconds. */
	private async idleMemory(): Promise<number> {
		const end = Date.now() + idleMs;
		let least = Infinity;
		while (Date.now() < end) {
			least = Math.min(least, this.parts.host.memory());
			await pause(500);
		}
		return least;
	}

	private async note(day: Day): Promise<void> {
		const { host, sandbox } = this.parts;
		for (const { appId, path: asked, body } of sandbox.admin.journal().entries) {
			const name = asked.endsWith('/auth/token')
				? (body as { appId?: string } | null)?.appId
				: appId;
			if (name !== undefined && name in this.requests) this.requests[name as Everyone]++;
		}
		this.days.push({
			...{ date: day.date, trouble: day.trouble, documents: sandbox.admin.count() },
			...{ requests: this.requests, cpuSeconds: host.cpuSeconds(), memory: host.memory() },
			...{ ...(await host.disk()), version: host.version },
		});
	}
}
