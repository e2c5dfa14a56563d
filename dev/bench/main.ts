/** Measures the package beside what a user would pick instead, and beside the floor. */
import { parseArgs } from 'node:util';

import { ensureN8n } from '../e2e/lib/install';
import { exitOnSignals } from '../e2e/lib/server';
import type { BenchContext } from './lib/context';
import { EngineProcess } from './lib/engine';
import { describeMachine } from './lib/machine';
import { buildPackage } from './lib/package';
import type { Results } from './lib/results';
import { changes } from './parts/changes';
import { expiry } from './parts/expiry';
import { exports } from './parts/exports';
import { growth } from './parts/growth';
import { hostile } from './parts/hostile';
import { large, lists, network } from './parts/lists';
import { loading } from './parts/loading';
import { memory } from './parts/memory';
import { polls } from './parts/polls';
import { writes } from './parts/writes';
import { tables } from './report/table';
import { readResults, writeResults } from './report/write';

const usual = { lists, large, network, writes, hostile, expiry, polls, loading };
/** Up to a million documents. */
const long = { growth, export: exports, memory, changes };
const parts = { ...usual, ...long };

type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

const help = `Measures the package beside what a user would pick instead, and beside the floor.
  npm run bench [-- [options] PART...]
  PART          some parts, also one after another: each keeps its results
                usually: ${Object.keys(usual).join(', ')}
                long, only if named: ${Object.keys(long).join(', ')}
  --quick       all parts, small, to see whether all works; writes nothing
  --tables      measures nothing; writes the page from what was measured
  --documents N the size of the list, for the parts that take it`;

const say = (line: string) => console.log(line);

async function measure(
	asked: Part[],
	options: Pick<BenchContext, 'quick' | 'documents'>,
	results: Results,
): Promise<void> {
	const installation = await ensureN8n(say);
	const { node } = installation.runtime;
	const built = buildPackage();
	const engine = new EngineProcess(node);
	try {
		for (const name of asked) {
			say(`\n${name}`);
			const machine = describeMachine(node);
			Object.assign(results, {
				[name]: await parts[name]({
					...options,
					installation,
					built,
					engine,
					say,
					earlier: results,
				}),
			});
			results.machine[name] = machine;
			// At once, so that a part that fails later takes nothing away.
			if (!options.quick) await writeResults(results);
		}
	} finally {
		await engine.stop();
		built.remove();
	}
}

/** @throws Error for a word that is no part, or a size that is no number */
function readArguments() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			help: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			tables: { type: 'boolean', default: false },
			documents: { type: 'string' },
		},
	});
	const unknown = positionals.find((word) => !names.includes(word as Part));
	if (unknown !== undefined)
		throw new Error(`Unknown part ${unknown}; there are ${names.join(', ')}`);
	const number = (text?: string) => {
		if (text !== undefined && !/^\d+$/.test(text)) throw new Error(`${text} is no whole number`);
		return text === undefined ? undefined : Number(text);
	};
	const all = values.quick ? names : (Object.keys(usual) as Part[]);
	const asked = positionals.length > 0 ? names.filter((name) => positionals.includes(name)) : all;
	return {
		asked: values.tables ? [] : asked,
		help: values.help,
		quick: values.quick,
		documents: number(values.documents),
	};
}

async function main(): Promise<void> {
	const { asked, help: isHelp, ...options } = readArguments();
	if (isHelp) return say(help);
	const results = options.quick ? { machine: {} } : readResults();
	if (asked.length > 0) await measure(asked, options, results);
	else await writeResults(results);
	say(`\n${tables(results)}`);
}

exitOnSignals();
main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
