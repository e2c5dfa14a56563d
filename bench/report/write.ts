import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

import { growthPlotFile, pageFile, plotFile, resultsFile } from '../lib/paths';
import type { Results } from '../lib/results';
import { growthPlot } from './growthPlot';
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
	await writeFormatted(resultsFile, JSON.stringify(results), 'json');
	if (results.lists) writeFileSync(plotFile, plot(results.lists));
	if (results.growth) writeFileSync(growthPlotFile, growthPlot(results.growth));
	const page = readFileSync(pageFile, 'utf8');
	const [before, , after] = split(page);
	await writeFormatted(
		pageFile,
		`${before}${begin}\n\n${tables(results)}\n\n${end}${after}`,
		'markdown',
	);
}

function split(page: string): [string, string, string] {
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${pageFile} has lost its marks ${begin} and ${end}`);
	return [page.slice(0, from), page.slice(from, to), page.slice(to + end.length)];
}

async function writeFormatted(file: string, text: string, parser: string): Promise<void> {
	writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser }));
}
