/** The page: a table of the measurements, generated from the results. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

import { pageFile, resultsFile } from './lib/paths';
import { median, type Row } from './lib/row';

/** The content of docs/internals/performance.json; a part that was not run keeps its last results. */
export type Results = Record<string, PartResult>;

interface PartResult {
	machine: string;
	/** Load of the minute before it; well below the number of cores on an idle machine. */
	loadBefore: number;
	rows: Row[];
}

const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

export function readResults(): Results {
	if (!existsSync(resultsFile)) return {};
	const { parts = {} } = JSON.parse(readFileSync(resultsFile, 'utf8')) as { parts?: Results };
	return parts;
}

/** Writes the results, and the table between the marks in the page; the rest of the page stays. */
export async function writeResults(parts: Results): Promise<void> {
	writeFileSync(resultsFile, await formatted(resultsFile, JSON.stringify({ parts }), 'json'));
	writeFileSync(pageFile, await pageWith(parts));
}

/** The page as it is, with these results. */
export async function pageWith(parts: Results): Promise<string> {
	const page = readFileSync(pageFile, 'utf8');
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${pageFile} has lost its marks ${begin} and ${end}`);
	const measured = await formatted(pageFile, measuredPage(parts), 'markdown');
	return `${page.slice(0, from)}${begin}\n\n${measured}\n${page.slice(to)}`;
}

async function formatted(file: string, text: string, parser: string): Promise<string> {
	return await format(text, { ...(await resolveConfig(file)), parser });
}

/** All measurements as Markdown. */
export function measuredPage(parts: Results): string {
	const rows = Object.values(parts).flatMap((part) => part.rows);
	const cells = [
		['', 'Goal', 'Measured', ''],
		['---', '---:', '---:', '---'],
		...rows.map(cellsOf),
	];
	const table = cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
	return `${machineLines(parts)}\n\n${table}\n`;
}

function cellsOf(row: Row): string[] {
	const { what, goal, values, of } = row;
	const measured = `${range(row)}${of === undefined ? '' : `: ${of}`}`;
	if (goal === undefined) return [what, '', measured, 'reported'];
	const found = median(values);
	const isMet = goal.at === 'most' ? found <= goal.value : found >= goal.value;
	return [
		what,
		`at ${goal.at} ${goal.value}${unitOf(row)}`,
		measured,
		isMet ? 'met' : '**not met**',
	];
}

const unitOf = ({ unit }: Row): string => (unit === '' ? '' : ` ${unit}`);

function range(row: Row): string {
	const { values, unit } = row;
	const shown = (value: number) =>
		Number.isInteger(value) ? String(value) : value.toFixed(unit === '' ? 2 : 1);
	const all = values.length > 1 && new Set(values).size > 1;
	const spread = all ? ` (${shown(Math.min(...values))} to ${shown(Math.max(...values))})` : '';
	return `${shown(median(values))}${unitOf(row)}${spread}`;
}

/** After a complete run, all parts share one line. */
function machineLines(parts: Results): string {
	const all = Object.entries(parts);
	const machines = [...new Set(all.map(([, { machine }]) => machine))];
	const namesOn = (one: string) =>
		all.flatMap(([name, { machine }]) => (machine === one ? [name] : [])).join(', ');
	const lines = machines.map((one) =>
		machines.length === 1 ? `Measured on ${one}` : `${namesOn(one)}: ${one}`,
	);
	const loads = all.map(([name, { loadBefore }]) => `${name} ${loadBefore}`);
	return [...lines, `Load of the machine before each part: ${loads.join(', ')}.`].join('\n\n');
}
