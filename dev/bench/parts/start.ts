import { withSandbox, type BenchContext } from '../lib/context';
import { EngineProcess } from '../lib/engine';
import { atMost, type Row } from '../lib/row';
import type { SandboxProcess } from '../lib/sandbox';

const laterExecutions = 20;

interface Started {
	files: number;
	/** Milliseconds from the start of an execution to its first request. */
	first: number;
	later: number;
}

/** The first execution in an n8n that has just started and executed other nodes. */
export async function start(context: BenchContext): Promise<Row[]> {
	const found: Started[] = [];
	await withSandbox({ documents: 100 }, async (sandbox) => {
		for (let round = 0; round < (context.quick ? 1 : 5); round++) {
			found.push(await startedWith(context, sandbox));
		}
	});
	const times = found.map(({ first, later }) => `${first} ms of ${later.toFixed(1)} ms`);
	context.say(`To the first request: ${times.join(', ')}`);
	return [
		{
			what: 'First execution after n8n starts: files loaded',
			unit: '',
			values: found.map(({ files }) => files),
			goal: atMost(80),
		},
		{
			what: "First execution after n8n starts: time to its first request, of a later execution's",
			unit: '',
			values: found.map(({ first, later }) => first / later),
			of: times[0],
		},
	];
}

async function startedWith(context: BenchContext, sandbox: SandboxProcess): Promise<Started> {
	const engine = new EngineProcess(context.installation.runtime.node, context.built.folder);
	const { target } = sandbox;
	const untilRequest = async (contestant: 'node' | 'helperLoop') => {
		await sandbox.forget();
		const job = { kind: 'read', contestant, width: 1, target } as const;
		const { startedAtMs, loadedFiles } = await engine.run(job);
		return { ms: (await sandbox.firstArrivalMs()) - startedAtMs, loadedFiles };
	};
	try {
		// Loads what n8n itself needs for a first execution.
		await untilRequest('helperLoop');
		const { ms: first, loadedFiles: files } = await untilRequest('node');
		let sum = 0;
		for (let run = 0; run < laterExecutions; run++) sum += (await untilRequest('node')).ms;
		// The service's clock counts whole milliseconds.
		return { files, first, later: Math.max(1, sum / laterExecutions) };
	} finally {
		await engine.stop();
	}
}
