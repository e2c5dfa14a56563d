import type { Machine } from '../lib/machine';
import type { Contest, Expiry, Loading, Polls, Results } from '../lib/results';
import { ratios, spread } from '../lib/statistics';
import { entry, judgeGoals } from './goals';
import { nameOf, number, seconds } from './names';

/** Everything that was measured, as Markdown. */
export function tables(results: Results): string {
	const { lists, large, overlap, tls, expiry, polls, loading } = results;
	const parts = [
		machineLines(results),
		goalTable(results),
		lists && `### 10,000 documents\n\n${contestTable(lists)}`,
		large && `### 100,000 documents, 20 ms\n\n${contestTable(large)}`,
		overlap && `### 99,992 documents, 20 ms, in pages that overlap\n\n${contestTable(overlap)}`,
		tls && `### With TLS: 10,000 documents, 20 ms\n\n${contestTable(tls)}`,
		expiry && expiryTable(expiry),
		polls && pollTable(polls),
		loading && loadingLine(loading),
		results.export && exportTable(results.export),
	];
	return parts.filter(Boolean).join('\n\n');
}

function machineLines({ machine }: Results): string {
	const runs = new Map<string, string[]>();
	for (const [part, one] of Object.entries(machine)) {
		const line = machineLine(one);
		runs.set(line, [...(runs.get(line) ?? []), part]);
	}
	// After a whole run all parts share one line.
	return [...runs]
		.map(([line, parts]) =>
			runs.size === 1 ? `Measured on ${line}` : `${parts.join(', ')}: ${line}`,
		)
		.join('\n\n');
}

function machineLine(machine: Machine): string {
	const { date, cpu, cores, memoryGb, system, engineNode, sandboxNode, n8n, loadBefore } = machine;
	return `${date}: ${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, n8n ${n8n} on Node ${engineNode}, sandbox on Node ${sandboxNode}, load before the run ${loadBefore}.`;
}

function goalTable(results: Results): string {
	const rows = judgeGoals(results).map(({ what, goal, found, met }) => [
		what,
		goal,
		found,
		met ? 'met' : '**not met**',
	]);
	return rows.length > 0 ? `### Goals\n\n${table(['', 'Goal', 'Measured', ''], rows)}` : '';
}

/** One column for each latency: median, spread, and the median ratio to the HTTP Request node. */
function contestTable(contests: Contest[]): string {
	const head = contests.map(({ latencyMs }) =>
		latencyMs === 0 ? 'No latency' : `${latencyMs} ms`,
	);
	const rows = contests[0].entries.map((first) => [
		nameOf(first),
		number(first.requests),
		...contests.map((contest) => {
			const own = contest.entries[contests[0].entries.indexOf(first)];
			const { median, low, high } = spread(own.ms);
			const its = entry(contest, 'httpRequest', 1);
			const ratio = its ? `, ${ratios(own.ms, its.ms).median.toFixed(2)}` : '';
			return `${seconds(median)} (${seconds(low)} to ${seconds(high)})${ratio}`;
		}),
		...contests.slice(0, 1).map(() => `${number(spread(first.cpuMs).median)} ms`),
	]);
	return table(['', 'Requests', ...head, 'Processor time'], rows);
}

function expiryTable(expiry: Expiry[]): string {
	const rows = expiry.map((one) => [
		nameOf({ ...one, ms: [], cpuMs: [], requests: 0 }),
		String(one.expiries),
		String(one.exchanges),
		one.outcome,
	]);
	return `### A token that ends while the list is read\n\n${table(['', 'Expiries', 'Exchanges', 'Outcome'], rows)}`;
}

function pollTable(polls: Polls[]): string {
	const cell = (ms: number, requests: number) =>
		`${requests} request${requests === 1 ? '' : 's'}, ${Math.round(ms)} ms`;
	const rows = polls.map(({ documents, first, idle, five }) => [
		number(documents),
		cell(first.ms, first.requests),
		cell(spread(idle.ms).median, idle.requests),
		cell(five.ms, five.requests),
	]);
	const head = ['Documents in the list', 'First poll', 'Idle poll', 'Poll with five new documents'];
	return `### A poll of the trigger, 20 ms\n\n${table(head, rows)}`;
}

function loadingLine({ ms, packedBytes, unpackedBytes, files }: Loading): string {
	const { median, low, high } = spread(ms);
	return `### Loading the package\n\nn8n needs ${median.toFixed(1)} ms (${low.toFixed(1)} to ${high.toFixed(1)}) to load the package in a fresh process. It is ${number(packedBytes / 1000)} kB to download and ${number(unpackedBytes / 1000)} kB in ${files} files once installed, with no dependencies.`;
}

function exportTable({ first, measures, floorSeconds }: NonNullable<Results['export']>): string {
	const rows = measures.map((one) => [
		one.format.toUpperCase(),
		`${one.seconds} s`,
		number(one.documents / one.seconds),
		`${number(one.fileMegabytes)} MB`,
		`${one.growthMegabytes} MB`,
		`${number(one.savedExecutionBytes)} bytes`,
	]);
	const head = ['', 'Time', 'Documents a second', 'File', 'Memory above idle', 'Saved execution'];
	const count = number(measures[0]?.documents ?? 0);
	const started = `The first export after the start of n8n, of ${number(first.documents)} documents, took it from ${number(first.idleMegabytes)} to ${number(first.peakMegabytes)} MB.`;
	return `### Export to File: ${count} documents in the running n8n\n\n${table(head, rows)}\n\n${started} A bare undici loop of the same window writes the NDJSON file in ${floorSeconds} s.`;
}

/** Numbers stand on the right. */
function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}
