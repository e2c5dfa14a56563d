/**
 * Measures the package beside what a user would pick instead, and beside the floor.
 *   npm run bench                  everything but the export of a million documents; a quarter of an hour
 *   npm run bench -- lists tls     some parts
 *   npm run bench -- export        the export of a million documents (bench/export.ts)
 *   npm run bench -- --quick       small runs that say whether all works; nothing is written
 */
import { ensureN8n } from '../e2e/lib/install';
import type { BenchContext } from './lib/context';
import { EngineProcess } from './lib/engine';
import { describeMachine } from './lib/machine';
import { buildPackage } from './lib/package';
import type { Results } from './lib/results';
import { run as runExport } from './export';
import { expiry } from './parts/expiry';
import { exportFloor } from './parts/exportFloor';
import { large, lists, overlap, tls } from './parts/lists';
import { loading } from './parts/loading';
import { polls } from './parts/polls';
import { tables } from './report/table';
import { readResults, writeResults } from './report/write';

const parts = { lists, large, overlap, tls, expiry, polls, loading };
type Part = keyof typeof parts;

const say = (line: string) => console.log(line);

async function exportMillion(quick: boolean): Promise<Results['export']> {
	const documents = quick ? 20_000 : 1_000_000;
	const before = await exportFloor(documents);
	const exported = await runExport(documents);
	// The faster of two, so that a slow minute of the machine does not make the export look good.
	const fastest = Math.min(before, await exportFloor(documents));
	const floorSeconds = Math.round(fastest * 10) / 10;
	say(`Bare undici loop to a file: ${floorSeconds} s`);
	return { ...exported, floorSeconds };
}

async function measure(names: Part[], quick: boolean, results: Results): Promise<void> {
	const { runtime } = await ensureN8n(say);
	const { node } = runtime;
	const machine = describeMachine(node);
	const built = buildPackage();
	const engine = EngineProcess.start(node);
	const context: BenchContext = { node, built, engine, quick, say };
	try {
		for (const name of names) {
			Object.assign(results, { [name]: await parts[name](context) });
			results.machine[name] = machine;
		}
	} finally {
		await engine.stop();
		built.remove();
	}
}

async function main(): Promise<void> {
	const words = process.argv.slice(2);
	const quick = words.includes('--quick');
	const asked = words.filter((word) => word !== '--quick');
	const known = [...Object.keys(parts), 'export'];
	const unknown = asked.filter((word) => !known.includes(word));
	if (unknown.length > 0)
		throw new Error(`Unknown part ${unknown[0]}; there are ${known.join(', ')}`);
	const results = quick ? { machine: {} } : readResults();
	const names = (Object.keys(parts) as Part[]).filter(
		(name) => asked.length === 0 || asked.includes(name),
	);
	if (names.length > 0) await measure(names, quick, results);
	if (asked.includes('export')) {
		results.export = await exportMillion(quick);
		if (results.export) results.machine.export = results.export.machine;
	}
	console.log(`\n${tables(results)}`);
	if (!quick) await writeResults(results);
}

main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
