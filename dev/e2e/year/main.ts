/** A small company uses the package for a year, in the real n8n. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { pack } from '../../release/pack';
import { startSandbox } from '../../sandbox';
import { endWithVerdict } from '../lib/checks';
import { startMailServer } from '../lib/mailServer';
import { cacheFolder } from '../lib/paths';
import { exitOnSignals } from '../lib/server';
import { QueueServices } from '../lib/services';
import { Auditor } from './auditor';
import { createEvents } from './books';
import { guarantees, packBroken, readBroken } from './broken';
import { calendar, Dice, type Day, type Trouble } from './calendar';
import { Host } from './host';
import { Office } from './office';
import { keep, writePage } from './page';
import { install } from './workflows';
import { Year, type MonthEnd } from './year';

const help = `Plays a small company that leaves the package alone for a year, in the real n8n.
  npm run year -- [options]
  --days N      only the first days of the year (default 365)
  --seed N      another year (default 1)
  --queue       n8n in queue mode; needs Redis
  --break NAME  breaks a guarantee on purpose, to see that the comparison of the books notices it:
                ${Object.keys(guarantees).join(', ')}
  --page        plays nothing; writes docs/internals/year.md from what was played here`;

const { values: options } = parseArgs({
	options: {
		help: { type: 'boolean', default: false },
		days: { type: 'string', default: '365' },
		seed: { type: 'string', default: '1' },
		queue: { type: 'boolean', default: false },
		break: { type: 'string' },
		page: { type: 'boolean', default: false },
	},
});
const days = Number(options.days);
const seed = Number(options.seed);
const mode = options.queue ? 'queue' : 'single';
const broken = readBroken(options.break);

const kinds: Trouble[] = [
	...(['tooMany', 'unavailable', 'outage', 'resets', 'slow', 'revoked', 'lostAnswer'] as const),
	...(['killedCreating', 'killedExporting', 'killedPolling'] as const),
	...(options.queue ? (['killedWorker'] as const) : []),
];

/** A separate disk for n8n's binary files, which only root can create. */
function mountSmallDisk(): string | undefined {
	const folder = path.join(cacheFolder, `disk-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'ignore' });
		process.once('exit', () => execFileSync('umount', ['-l', folder]));
		return folder;
	} catch {
		console.log('left out: the full disk, since this machine lets nobody mount one');
		return undefined;
	}
}

async function open(tarball: string, smallDisk?: string): Promise<Host> {
	if (options.queue) return await Host.queue(tarball);
	const isToBeUpgraded = days > 188;
	const environment: Record<string, string> = smallDisk ? { N8N_STORAGE_PATH: smallDisk } : {};
	return await Host.single(tarball, isToBeUpgraded, environment);
}

/** Prints the differences of a month; returns how many comparisons agree and how many do not. */
function show({ month, wrong, failed, repeated }: MonthEnd): void {
	for (const [comparison, differences] of Object.entries(wrong)) {
		const count = differences.length;
		console.log(
			count === 0
				? `ok     ${month} ${comparison}`
				: `FAILED ${month} ${comparison}: ${count} differences`,
		);
		for (const difference of differences.slice(0, 5)) console.log(`       ${difference}`);
	}
	console.log(`       ${repeated} events repeated by n8n so far`);
	for (const line of failed) console.log(`       ${line}`);
}

async function main(): Promise<{ passed: number; failed: number }> {
	const what = options.queue ? 'queue mode' : 'one process';
	console.log(`${days} days with seed ${seed}, ${what}${broken ? `, ${guarantees[broken]}` : ''}`);
	const started = Date.now();
	mkdirSync(cacheFolder, { recursive: true });
	const { file } = await pack(cacheFolder);
	const tarball = await packBroken(file, cacheFolder, broken);
	const database = await QueueServices.start(['postgresql']);
	const mail = await startMailServer();
	const sandbox = await startSandbox({ documents: 300, seed });
	const smallDisk = !options.queue && days > 240 ? mountSmallDisk() : undefined;
	let host: Host | undefined;
	try {
		host = await open(tarball, smallDisk);
		await database.query(createEvents);
		const { session, filesFolder } = host;
		const create = async (name: string, type: string, data: Record<string, unknown>) => ({
			id: await session.createCredential({ name, type, data }),
			name,
		});
		const installed = await install(
			session,
			sandbox,
			{
				postgres: await create('Company database', 'postgres', database.database),
				smtp: await create('Company mail', 'smtp', {
					...{ host: '127.0.0.1', port: mail.port, secure: false, disableStartTls: true },
				}),
				filesFolder,
			},
			broken,
		);
		const dice = new Dice(seed);
		const office = await Office.open(host, sandbox, new Dice(seed + 2), broken);
		const auditor = await Auditor.open(host, sandbox, broken);
		const others = { office, auditor, database, mail };
		const year = new Year({ sandbox, host, installed, ...others, dice, smallDisk });
		await year.begin();
		for (const day of calendar(days, new Dice(seed + 1), kinds)) {
			await play(year, day, started);
			const minutes = (Date.now() - started) / 60_000;
			const played = { mode, seed, minutes, months: year.months, costs: year.days } as const;
			if (day.isLast && !broken) keep(played);
		}
		const all = year.months.flatMap(({ wrong }) => Object.values(wrong));
		const failed = all.filter((differences) => differences.length > 0).length;
		return { passed: all.length - failed, failed };
	} catch (error) {
		console.log(host?.lastLog(20));
		throw error;
	} finally {
		await host?.remove();
		await sandbox.close();
		await mail.close();
		await database.stop();
	}
}

async function play(year: Year, day: Day, started: number): Promise<void> {
	await year.play(day);
	const { documents, memory } = year.days.at(-1) ?? {};
	const seconds = Math.round((Date.now() - started) / 1000);
	console.log(
		`${day.date} ${documents} documents, ${memory} MB, ${seconds} s${day.trouble ? `, ${day.trouble}` : ''}`,
	);
	const month = year.months.at(-1);
	if (day.isLast && month) show(month);
}

if (options.help) {
	console.log(help);
	process.exit();
}
exitOnSignals();
endWithVerdict(options.page ? writePage().then(() => ({ passed: 1, failed: 0 })) : main());
