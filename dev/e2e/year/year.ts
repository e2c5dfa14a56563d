import type { RunningSandbox } from '../../sandbox';
import type { MailServer } from '../lib/mailServer';
import type { QueueServices } from '../lib/services';
import { itemsOf, type RunResult } from '../lib/types';
import { pause, waitFor } from '../lib/wait';
import { jobTakesMs, post } from '../lib/webhook';
import type { Auditor } from './auditor';
import { BadDays } from './badDays';
import { Books } from './books';
import { firstAfter, type Day, type Dice } from './calendar';
import { changeDifferences, snapshotOf } from './changes';
import { Company, type Row } from './company';
import { costsOf, type DayCosts } from './costs';
import { fileDifferences } from './files';
import type { Host } from './host';
import type { Office } from './office';
import { makeChange } from './permanent';
import { Sent, shownBy } from './previews';
import { formats, shop, triggers, type Everyone, type Installed, type Job } from './workflows';

/** The comparison at the end of a month. */
export interface MonthEnd {
	month: string;
	/** The differences, by comparison. */
	wrong: Record<string, string[]>;
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
/** An event too many comes with a later poll. */
const furtherPollsMs = 13_000;

/** One company, its service and its n8n, day after day. */
export class Year {
	readonly days: DayCosts[] = [];

	readonly months: MonthEnd[] = [];

	readonly books: Books;

	private readonly company: Company;

	private failed: string[] = [];

	private wrong: Record<string, string[]> = {};

	private readonly badDays: BadDays;

	constructor(private readonly parts: Parts) {
		this.company = new Company(parts.sandbox, parts.dice);
		this.books = new Books(parts.sandbox, this.company, parts.database);
		const { sandbox, host, installed, smallDisk } = parts;
		this.badDays = new BadDays(sandbox, host, installed, smallDisk, (line) => {
			this.failed.push(line);
		});
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
		const { badDays } = this;
		if (day.change) await makeChange(day.change, this.parts, badDays);
		const rows = this.company.sheet(day);
		const shown = await this.preview(rows, day);
		badDays.begin(day);
		await this.work(day, rows, shown);
		if (day.trouble === 'killedPolling') await badDays.killPolling();
		badDays.calm();
		await this.others(day);
		this.company.evening(day);
		if (day.isLast) await this.compare(day);
		this.days.push(await costsOf(day, this.parts.host, admin));
	}

	/** Runs the workflows of a day, while people work in the service. */
	private async work(day: Day, rows: Row[], shown: string[]): Promise<void> {
		const steps = this.company.steps(day);
		const orders = this.company.shopOrders(day);
		const work: Array<() => Promise<unknown>> = [
			async () => await this.sell(rows, shown, day),
			...orders.map((body) => async () => await this.order(body, day)),
			async () => await this.run('state', day),
			async () => await this.run('reminders', day),
			async () => await this.run('changes', day),
		];
		const share = Math.ceil(steps.length / work.length);
		for (const [at, job] of work.entries()) {
			const live = async () => {
				for (const step of steps.slice(at * share, (at + 1) * share)) {
					await pause(5);
					step();
				}
			};
			await Promise.all([job(), live()]);
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
		for (const [comparison, differences] of Object.entries(await office.evening(day))) {
			this.find(comparison, differences);
		}
		const seconds = Math.round((Date.now() - started) / 1000);
		console.log(`${day.date} forty companies, ${seconds} s`);
		this.badDays.calm();
	}

	/** The requests that the import of these rows will send, as its preview shows them. */
	private async preview(rows: Row[], day: Day): Promise<string[]> {
		if (rows.length === 0) return [];
		const { sandbox, host } = this.parts;
		const sent = new Sent(sandbox.admin, ['rows']);
		const status = await post(host.baseUrl, 'rows', { rows, day: day.date, preview: true });
		const failures = status === 200 ? [] : [await this.reasonOf('rows')];
		this.find('previews', [...failures, ...sent.byPreview()]);
		return status === 200 ? shownBy(await this.lastRunOf('rows')) : [];
	}

	/** Turns the sheet's rows into invoices, as its preview shows, and removes them if the workflow succeeds. */
	private async sell(rows: Row[], shown: string[], day: Day): Promise<void> {
		const sent = new Sent(this.parts.sandbox.admin, ['rows']);
		const isDone = await this.run('rows', day, { rows });
		this.find('previews', sent.differences(shown, isDone));
		if (isDone) this.company.confirm(rows);
		if (day.trouble === 'outage') this.badDays.calm();
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

	/** The files of a month, which workflows write on the first day of the next one. */
	private async exportMonth(day: Day): Promise<void> {
		const { host, sandbox } = this.parts;
		const month = day.date.slice(0, 7);
		for (const format of formats) {
			if (!(await this.run(`export-${format}`, { ...day, date: firstAfter(month) }))) continue;
			this.find('files', await fileDifferences(month, format, host.filesFolder, sandbox.admin));
		}
	}

	/** Executes a workflow; false if it failed, which is an error on a good day. */
	private async run(job: Job, day: Day, more: object = {}): Promise<boolean> {
		const { badDays } = this;
		const start = async (signal?: AbortSignal) =>
			await post(this.parts.host.baseUrl, job, { ...more, day: day.date }, signal);
		if (badDays.isKilledDuring(job, day)) {
			await badDays.killDuring(job, day, start);
			return false;
		}
		const status = await start();
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

	private find(comparison: string, differences: string[]): void {
		this.wrong[comparison] = [...(this.wrong[comparison] ?? []), ...differences];
	}

	/** The end of a month: sends open rows again, then compares everything. */
	private async compare(day: Day): Promise<void> {
		const { company, books } = this;
		const quiet = { ...day, trouble: undefined };
		const open = [...company.open].flatMap((order) => company.orders.get(order) ?? []);
		await this.sell(open, await this.preview(open, quiet), quiet);
		await this.run('state', quiet);
		this.find('states', books.states(day));
		await this.run('reminders', quiet);
		// Before people still create overdue documents.
		this.find('reminders', books.reminders(day));
		await this.exportMonth(quiet);
		await this.run('changes', quiet);
		await this.lastNight(quiet);
		company.evening(day);
		await waitFor('All events', eventsTakeMs, async () => {
			await books.readEvents();
			return [books.created(), books.paid(), books.changed()].flat().length === 0 || undefined;
		}).catch(() => undefined);
		await pause(furtherPollsMs);
		await books.readEvents();
		this.find('good days', []);
		this.find('orders', books.orders());
		this.find('table', await books.table());
		this.find('created events', books.created());
		this.find('paid events', books.paid());
		this.find('changed events', books.changed());
		const { version } = this.parts.host;
		this.months.push({
			...{ month: day.date.slice(0, 7), wrong: this.wrong, version },
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
}
