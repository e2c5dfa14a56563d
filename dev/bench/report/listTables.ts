import type { Contest, Expiry, Loading, Polls, Runs, WriteContest } from '../lib/results';
import { ratios, spread } from '../lib/statistics';
import { entry } from './goals';
import { section, table } from './markdown';
import { nameOf, number, seconds, writerName } from './names';

/** One column for each latency: median, spread, and the median ratio to the HTTP Request node. */
export function contestTable(contests: Contest[]): string {
	const [near] = contests;
	if (!near) return '';
	const rows = near.entries.map((first, index) => [
		nameOf(first),
		number(first.requests),
		...contests.map((contest) => {
			const its = entry(contest, 'httpRequest', 1);
			return timeCell(contest.entries[index] ?? first, its);
		}),
		`${number(spread(first.cpuMs).median)} ms`,
	]);
	return table(['', 'Requests', ...contests.map(columnOf), 'Processor time'], rows);
}

const columnOf = ({ latencyMs }: { latencyMs: number }): string =>
	latencyMs === 0 ? 'No latency' : `${latencyMs} ms`;

function timeCell({ ms }: Runs, beside: Runs | undefined): string {
	const { median, low, high, count } = spread(ms);
	const range = count === 1 ? '' : ` (${seconds(low)} to ${seconds(high)})`;
	const ratio = beside ? `, ${ratios(ms, beside.ms).median.toFixed(2)}` : '';
	return `${seconds(median)}${range}${ratio}`;
}

/** The number after the comma is the ratio to the bare helper loop that does the same. */
export function writeTable(contests: WriteContest[]): string {
	const [near] = contests;
	if (!near) return '';
	const rows = near.entries.map((first, index) => {
		const kind = first.work.startsWith('delete') ? 'delete' : 'create';
		return [
			writerName(first.contestant, first.work),
			number(first.requests),
			...contests.map(({ entries }) => {
				const floor = entries.find(
					({ contestant, work }) => contestant === 'helperLoop' && work === kind,
				);
				return timeCell(entries[index] ?? first, floor);
			}),
			`${number(spread(first.cpuMs).median)} ms`,
		];
	});
	return section(
		`${number(near.documents)} writes of ${number(near.documents)} items`,
		table(['', 'Requests', ...contests.map(columnOf), 'Processor time'], rows),
	);
}

export function expiryTable(expiry: Expiry[]): string {
	const rows = expiry.map((one) => [
		nameOf(one),
		String(one.expiries),
		String(one.exchanges),
		one.outcome,
	]);
	return section(
		'A token that ends while the list is read',
		table(['', 'Expiries', 'Exchanges', 'Outcome'], rows),
	);
}

export function pollTable(polls: Polls[]): string {
	const cell = (ms: number, requests: number) =>
		`${requests} request${requests === 1 ? '' : 's'}, ${Math.round(ms)} ms`;
	const rows = polls.map(({ documents, first, idle, five }) => [
		number(documents),
		cell(first.ms, first.requests),
		cell(spread(idle.ms).median, idle.requests),
		cell(five.ms, five.requests),
	]);
	const head = ['Documents in the list', 'First poll', 'Idle poll', 'Poll with five new documents'];
	return section('A poll of the trigger, 20 ms', table(head, rows));
}

export function loadingLine(loading: Loading): string {
	const { ms, operationsMs, packedBytes, unpackedBytes, files } = loading;
	const told = (values: number[]) => {
		const { median, low, high } = spread(values);
		return `${median.toFixed(1)} ms (${low.toFixed(1)} to ${high.toFixed(1)})`;
	};
	const size = `${number(packedBytes / 1000)} kB to download and ${number(unpackedBytes / 1000)} kB in ${files} files once installed`;
	return section(
		'Loading the package',
		`n8n needs ${told(ms)} to load the package in a fresh process, and the first execution ${told(operationsMs)} more for the code of the operations. It is ${size}, with no dependencies.`,
	);
}
