import { execFileSync } from 'node:child_process';
import path from 'node:path';

import type { BenchContext } from '../lib/context';
import { benchFolder, n8nPackage } from '../lib/paths';
import type { Loading } from '../lib/results';
import { spread } from '../lib/statistics';

const program = path.join(benchFolder, 'engine', 'load.cjs');

/** How long n8n waits for the package when it starts and at its first execution, and how large it is. */
export async function loading(context: BenchContext): Promise<Loading> {
	const { built, installation, quick, say } = context;
	const { packedBytes, unpackedBytes, files } = built;
	const found: Loading = { ms: [], operationsMs: [], packedBytes, unpackedBytes, files };
	for (let round = 0; round < (quick ? 1 : 11); round++) {
		const args = [program, n8nPackage, built.folder];
		const told = execFileSync(installation.runtime.node, args, { encoding: 'utf8' });
		const { ms, operationsMs } = JSON.parse(told) as { ms: number; operationsMs: number };
		found.ms.push(Math.round(ms * 10) / 10);
		found.operationsMs.push(Math.round(operationsMs * 10) / 10);
	}
	const [first, then] = [found.ms, found.operationsMs].map((values) => spread(values).median);
	say(`Loading: ${first} ms, then ${then} ms; ${Math.round(packedBytes / 1000)} kB packed`);
	return found;
}
