/** `npm run year -- --page`: writes docs/internals/year.md and its plots from the years on this machine. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

import { linePlot } from '../lib/linePlot';
import { cacheFolder, projectFolder } from '../lib/paths';
import type { DayCosts } from './costs';
import { everyone } from './workflows';
import type { MonthEnd } from './year';

export interface PlayedYear {
	mode: 'single' | 'queue';
	seed: number;
	/** So far, with the start of n8n. */
	minutes: number;
	months: MonthEnd[];
	costs: DayCosts[];
}

/** Fewer days show no growth. */
const fewestDays = 60;

/** Saves the results so far for the page. */
export function keep(year: PlayedYear): void {
	if (year.costs.length < fewestDays) return;
	const file = path.join(cacheFolder, `year-${year.mode}-${year.seed}.json`);
	writeFileSync(file, JSON.stringify(year));
}

const internals = path.join(projectFolder, 'docs', 'internals');
const pageFile = path.join(internals, 'year.md');
const plotFile = path.join(internals, 'year.svg');
const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

const modes = { single: 'one process, SQLite', queue: 'queue mode, two workers' };
const nameOf = ({ mode, seed }: PlayedYear) => `${modes[mode]}, seed ${seed}`;
const whole = (value: number) => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number) => bytes / 1024 / 1024;

const table = (head: string[], rows: string[][]): string =>
	[head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
		.map((row) => `| ${row.join(' | ')} |`)
		.join('\n');

function yearRow(year: PlayedYear): string[] {
	const { months, costs } = year;
	const comparisons = months.flatMap(({ wrong }) => Object.values(wrong));
	const wrong = comparisons.filter((differences) => differences.length > 0).length;
	const [first, last] = [months[0], months.at(-1)];
	const sameVersion = months.filter(({ version }) => version === last?.version);
	return [
		nameOf(year),
		String(costs.length),
		whole(year.minutes),
		whole(costs.at(-1)?.documents ?? 0),
		String(costs.filter(({ trouble }) => trouble).length),
		whole(months.reduce((sum, { failed }) => sum + failed.length, 0)),
		`${comparisons.length - wrong} of ${comparisons.length}`,
		String(last?.repeated ?? 0),
		[first, sameVersion[0], last].map((month) => evenings(costs, month)).join(' / ') + ' MB',
	];
}

/** The median of a month's evenings in one version of n8n, without the first days after each start. */
function evenings(costs: DayCosts[], end?: MonthEnd): string {
	const all = costs
		.filter(({ date, version }) => date.startsWith(end?.month ?? '') && version === end?.version)
		.map(({ memory }) => memory)
		.sort((a, b) => a - b);
	return String(all[Math.floor(all.length / 2)]);
}

/** Requests a day of each workflow, in the first and in the last month. */
function requestRows({ costs }: PlayedYear): string[][] {
	const months = [...new Set(costs.map(({ date }) => date.slice(0, 7)))];
	const perRun = (month: string, name: (typeof everyone)[number]) => {
		const counts = costs
			.filter(({ date }) => date.startsWith(month))
			.map(({ requests }) => requests[name])
			.filter((count) => count > 0);
		return counts.length === 0
			? '–'
			: whole(counts.reduce((sum, count) => sum + count, 0) / counts.length);
	};
	return everyone.map((name) => [
		`\`${name}\``,
		...[months[1] ?? months[0], months.at(-1)].map((month) => perRun(month ?? '', name)),
	]);
}

interface Cost {
	title: string;
	value: (day: DayCosts, before: DayCosts | undefined) => number | undefined;
}

const shownCosts: Cost[] = [
	{ title: "Memory of n8n's processes at the end of each day, MB", value: ({ memory }) => memory },
	{ title: "n8n's database, MB", value: ({ database }) => megabytes(database) },
	{ title: "n8n's files, MB", value: ({ store }) => megabytes(store) },
	{
		title: 'Requests to the service a day',
		value: ({ requests }) => Object.values(requests).reduce((sum, each) => sum + each, 0),
	},
	{
		title: 'Processor seconds a day per thousand documents in the service',
		value: ({ cpuSeconds, documents }, before) =>
			before && ((cpuSeconds - before.cpuSeconds) * 1000) / documents,
	},
];

/** A panel for each cost, with a line for each year. */
function plot(years: PlayedYear[]): string {
	const dates = years[0]?.costs.map(({ date }) => date) ?? [];
	const panels = shownCosts.map(({ title, value }) => ({
		title,
		lines: years.map(({ costs }) =>
			costs.flatMap((day, at) => {
				const found = value(day, costs[at - 1]);
				return found === undefined ? [] : [[at, found] as const];
			}),
		),
	}));
	const ends: [string, string] = [dates[0] ?? '', dates.at(-1) ?? ''];
	return linePlot({ label: 'What a year costs', names: years.map(nameOf), panels, ends });
}

export async function writePage(): Promise<void> {
	const years = readdirSync(cacheFolder)
		.filter((name) => /^year-(single|queue)-\d+\.json$/.test(name))
		.sort((a, b) => b.localeCompare(a))
		.map((name) => JSON.parse(readFileSync(path.join(cacheFolder, name), 'utf8')) as PlayedYear);
	const [first] = years;
	if (first === undefined) throw new Error('No year was played here: npm run year');
	writeFileSync(plotFile, plot(years));
	const measured = [
		table(
			[
				...[
					'Year',
					'Days',
					'Minutes',
					'Documents at the end',
					'Bad days',
					'Executions that failed',
				],
				...[
					'Comparisons that agree',
					'Events repeated',
					'Memory in the evening, median: first month / after the upgrade / last month',
				],
			],
			years.map(yearRow),
		),
		`Requests for each day that a workflow ran (${nameOf(first)}):`,
		table(['Workflow', 'Second month', 'Last month'], requestRows(first)),
		'![Memory, database, files, requests and processor time over the year](year.svg)',
	].join('\n\n');
	const page = readFileSync(pageFile, 'utf8');
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${pageFile} has lost its marks ${begin} and ${end}`);
	const text = `${page.slice(0, from)}${begin}\n\n${measured}\n\n${page.slice(to)}`;
	const options = { ...(await resolveConfig(pageFile)), parser: 'markdown' };
	writeFileSync(pageFile, await format(text, options));
}
