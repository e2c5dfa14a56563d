import type { BenchContext } from '../lib/context';
import { EngineProcess } from '../lib/engine';
import type { Loading } from '../lib/results';
import { spread } from '../lib/statistics';

/** How long n8n waits for the package when it starts, and how large it is. */
export async function loading(context: BenchContext): Promise<Loading> {
	const { built, node, quick, say } = context;
	const ms: number[] = [];
	for (let round = 0; round < (quick ? 1 : 7); round++) {
		const engine = EngineProcess.start(node);
		try {
			const result = await engine.run({ kind: 'load', packageFolder: built.folder });
			ms.push(Math.round(result.ms * 10) / 10);
		} finally {
			await engine.stop();
		}
	}
	const { packedBytes, unpackedBytes, files } = built;
	say(`Loading: ${spread(ms).median} ms; ${Math.round(packedBytes / 1000)} kB packed`);
	return { ms, packedBytes, unpackedBytes, files };
}
