import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

import { growthPlotFile, memoryPlotFile, pageFile, plotFile, resultsFile } from '../lib/paths';
import type { Results } from '../lib/results';
import { growthPlot } from './growthPlot';
import { memoryPlot } from './memoryPlot';
import { plot } from './plot';
import { tables } from './table';

const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

export function readResults(): Results {
	if (!existsSync(resultsFile)) return { machine: {} };
	return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
}

/** Writes the results, the plots, and the tables between the marks in the page; its other words stay. */
export async function writeResults(results: Results): Promise<void> {
	const json = await formatted(resultsFile, JSON.stringify(results), 'json');
	writeFileSync(resultsFile, json);
	if (results.lists) writeFileSync(plotFile, plot(results.lists));
	if (results.growth) writeFileSync(growthPlotFile, growthPlot(results.growth));
	if (results.memory) writeFileSync(memoryPlotFile, memoryPlot(results.memory));
	const page = readFileSync(pageFile, 'utf8');
	const [before, , after] = split(page);
	const measured = await formatted(pageFile, tables(results), 'markdown');
	writeFileSync(pageFile, `${before}${begin}\n\n${measured}\n${end}${after}`);
}

function split(page: string): [string, string, string] {
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${pageFile} has lost its marks ${begin} and ${end}`);
	return [page.slice(0, from), page.slice(from, to), page.slice(to + end.length)];
}

async function formatted(file: string, text: string, parser: string): Promise<string> {
	return await format(text, { ...(await resolveConfig(file)), parser });
}
