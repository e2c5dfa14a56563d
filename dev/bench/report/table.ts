import type { Machine } from '../lib/machine';
import type { Contest, Results } from '../lib/results';
import { changesTable, exportTable, growthTable, memoryTable } from './fileTables';
import { judgeGoals } from './goals';
import { hostileTable } from './hostileTable';
import { contestTable, expiryTable, loadingLine, pollTable, writeTable } from './listTables';
import { section, table } from './markdown';
import { number } from './names';

/** Everything that was measured, as Markdown. */
export function tables(results: Results): string {
	const { lists, large, network, writes, hostile, expiry, polls, loading, growth } = results;
	if (Object.keys(results.machine).length === 0) return 'Not measured yet.';
	const parts = [
		machineLines(results),
		goalTable(results),
		lists && section(titleOf(lists, answerTime), listsPicture, contestTable(lists)),
		large && section(titleOf(large, answerTime), contestTable(large)),
		network &&
			section(
				titleOf(network, 'with TLS, by the round trip of the network'),
				contestTable(network),
			),
		writes && writeTable(writes),
		hostile && hostileTable(hostile),
		expiry && expiryTable(expiry),
		polls && pollTable(polls),
		loading && loadingLine(loading),
		growth && growthTable(growth),
		results.export && exportTable(results.export),
		results.memory && memoryTable(results.memory),
		results.changes && changesTable(results.changes),
	];
	return parts.filter(Boolean).join('\n\n');
}

const answerTime = 'by the time that each answer takes';
const listsPicture = '![Seconds by latency and reader](performance.svg)';

const titleOf = ([first]: Contest[], how: string): string =>
	`${number(first?.documents ?? 0)} documents, ${how}`;

function machineLines({ machine }: Results): string {
	const runs = new Map<string, string[]>();
	for (const [part, one] of Object.entries(machine)) {
		const line = machineLine(one);
		runs.set(line, [...(runs.get(line) ?? []), part]);
	}
	const loads = Object.entries(machine).map(([part, { loadBefore }]) => `${part} ${loadBefore}`);
	const [only] = runs.keys();
	// After a whole run all parts share one line.
	const lines = [...runs].map(([line, parts]) => `${parts.join(', ')}: ${line}`);
	const told = runs.size === 1 ? [`Measured on ${only ?? ''}`] : lines;
	return [...told, `Load of the machine before each part: ${loads.join(', ')}.`].join('\n\n');
}

function machineLine(machine: Machine): string {
	const { date, cpu, cores, memoryGb, system, engineNode, sandboxNode, n8n } = machine;
	return `${date}: ${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, n8n ${n8n} on Node ${engineNode}, sandbox on Node ${sandboxNode}.`;
}

function goalTable(results: Results): string {
	const rows = judgeGoals(results).map(({ what, goal, found, met }) => [
		what,
		goal,
		found,
		met ? 'met' : '**not met**',
	]);
	return rows.length > 0 ? section('Goals', table(['', 'Goal', 'Measured', ''], rows)) : '';
}
