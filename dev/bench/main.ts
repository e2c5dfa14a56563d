/** Compares the package with its alternatives, and with the minimum that the work needs. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../e2e/lib/install';
import { exitOnSignals } from '../e2e/lib/server';
import { EngineProcess } from './lib/engine';
import { describeMachine } from './lib/machine';
import { buildPackage } from './lib/package';
import { changes } from './parts/changes';
import { creations } from './parts/creations';
import { deletions } from './parts/deletions';
import { exports } from './parts/exports';
import { imports } from './parts/imports';
import { lists } from './parts/lists';
import { matches } from './parts/matches';
import { memory } from './parts/memory';
import { polls } from './parts/polls';
import { shared } from './parts/shared';
import { start } from './parts/start';
import { measuredPage, readResults, writeResults, type Results } from './report';

const parts = {
	lists,
	start,
	creations,
	imports,
	deletions,
	matches,
	exports,
	memory,
	changes,
	shared,
	polls,
};
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

const help = `Measures the package beside what a user would pick instead, and beside the least that the work needs.
  npm run bench [-- [options] PART...]
  PART     some parts, also one after another: ${names.join(', ')}
           Each keeps its results. All of them take about 45 minutes on a machine that does nothing else.
  --quick  small, to see whether all works; writes nothing
  --page   measures nothing; writes the page from what was measured`;

const say = (line: string) => console.log(line);

async function measure(asked: Part[], quick: boolean, results: Results): Promise<void> {
	const installation = await ensureN8n(say);
	const { node } = installation.runtime;
	const built = await buildPackage();
	const engine = new EngineProcess(node, built.folder);
	try {
		for (const name of asked) {
			const started = performance.now();
			say(`\n${name}`);
			const machine = describeMachine(node);
			const loadBefore = Math.round(loadavg()[0] * 10) / 10;
			const rows = await parts[name]({ installation, built, engine, quick, say });
			Object.assign(results, { [name]: { machine, loadBefore, rows } });
			say(`Took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
			// Immediately, so that a later failure loses no results.
			if (!quick) await writeResults(results);
		}
	} finally {
		await engine.stop();
		built.remove();
	}
}

async function main(): Promise<void> {
	const off = { type: 'boolean', default: false } as const;
	const options = { help: off, quick: off, page: off };
	const { values, positionals } = parseArgs({ allowPositionals: true, options });
	const unknown = positionals.find((word) => !names.includes(word as Part));
	if (unknown !== undefined)
		throw new Error(`Unknown part ${unknown}; there are ${names.join(', ')}`);
	if (values.help) return say(help);
	const asked = names.filter((name) => positionals.length === 0 || positionals.includes(name));
	const results = values.quick ? {} : readResults();
	if (values.page) await writeResults(results);
	else await measure(asked, values.quick, results);
	say(`\n${measuredPage(results)}`);
}

exitOnSignals();
main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
