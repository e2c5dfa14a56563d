import { isDeepStrictEqual } from 'node:util';

import { N8nQueue } from '../../e2e/lib/n8nQueue';
import { cpuSeconds } from '../../e2e/lib/processes';
import { dateFilterNames, documentsOfYear, SharedExport } from '../../e2e/lib/sharedExport';
import { withSandbox, type BenchContext } from '../lib/context';
import { withStage } from '../lib/n8nStage';
import { atLeast, atMost, type Row } from '../lib/row';
import type { SandboxProcess } from '../lib/sandbox';

const workers = 3;
/** Executions at once in each worker. */
const concurrency = 2;

interface Exported {
	seconds: number;
	/** Processor time of all n8n processes. */
	cpuSeconds: number;
}

/** At the first latency, n8n is the limit; at the second one, the service. */
const services = {
	quick: { latencyMs: 100, perMonth: 10_000 },
	slow: { latencyMs: 500, perMonth: 2_500 },
};

/** Twelve months shared by workers with the examples, by three of them and then by one. */
export async function shared(context: BenchContext): Promise<Row[]> {
	const quick = await inYear(context, services.quick, async (sandbox, what) => {
		const { many, one } = await inQueueMode(context, sandbox);
		const single = await withStage(context, sandbox, async (stage) => {
			const parameters = { format: 'ndjson', options: { compress: true } };
			return await stage.measure(stage.service('exportToFile', parameters));
		});
		const spent = many.map((run) => run.cpuSeconds.toFixed(1)).join(', ');
		return [
			speedRow(what, many, one),
			{
				what: `${what}: processor time for each document, of one process to disk`,
				unit: '' as const,
				values: many.map((run) => run.cpuSeconds / single.cpuSeconds),
				goal: atMost(2),
				of: `${spent} s of ${single.cpuSeconds.toFixed(1)} s`,
			},
		];
	});
	const slow = await inYear(context, services.slow, async (sandbox, what) => {
		const { many, one } = await inQueueMode(context, sandbox);
		return [speedRow(what, many, one, 2.3)];
	});
	return [...quick, ...slow];
}

async function inYear(
	context: BenchContext,
	{ latencyMs, perMonth: full }: { latencyMs: number; perMonth: number },
	measure: (sandbox: SandboxProcess, what: string) => Promise<Row[]>,
): Promise<Row[]> {
	const perMonth = context.quick ? 100 : full;
	return await withSandbox({ documents: 0, 'latency-ms': latencyMs }, async (sandbox) => {
		for (const one of documentsOfYear(perMonth)) await sandbox.createDocuments(one);
		const documents = perMonth.toLocaleString('en');
		const what = `Twelve months of ${documents} documents by three workers, at ${latencyMs} ms`;
		return await measure(sandbox, what);
	});
}

function speedRow(what: string, many: Exported[], one: Exported[], least?: number): Row {
	const seconds = (runs: Exported[]) => runs.map((run) => run.seconds.toFixed(1)).join(', ');
	return {
		what: `${what}: speed, of one worker's`,
		unit: '',
		values: many.map((run, round) => one[round].seconds / run.seconds),
		goal: least === undefined ? undefined : atLeast(least),
		of: `${seconds(many)} s; one worker: ${seconds(one)} s`,
	};
}

async function inQueueMode(
	{ installation, built, quick }: BenchContext,
	sandbox: SandboxProcess,
): Promise<Record<'many' | 'one', Exported[]>> {
	const queue = await N8nQueue.create(installation, built.tarball, { workers, concurrency });
	const rounds = quick ? 1 : 2;
	const many: Exported[] = [];
	const one: Exported[] = [];
	try {
		const session = await queue.open();
		const credential = await session.storeCredential('Sandbox', sandbox.target, dateFilterNames);
		const work = await SharedExport.import(queue, credential);
		// The first execution of each worker loads code.
		await exported(queue, work, sandbox);
		for (let round = 0; round < rounds; round++) many.push(await exported(queue, work, sandbox));
		await Promise.all(queue.workers.splice(1).map(async (worker) => await worker.stop()));
		for (let round = 0; round < rounds; round++) one.push(await exported(queue, work, sandbox));
	} finally {
		await queue.remove();
	}
	return { many, one };
}

/** @throws Error if the files differ from the sandbox */
async function exported(
	{ processes }: N8nQueue,
	work: SharedExport,
	sandbox: SandboxProcess,
): Promise<Exported> {
	const spent = () => processes.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0);
	const [before, started] = [spent(), performance.now()];
	await work.finished(await work.start());
	const seconds = (performance.now() - started) / 1000;
	const { complete, documents, totals } = work.manifest();
	const expected = await sandbox.totals();
	if (!complete || !isDeepStrictEqual({ count: documents, totals }, expected)) {
		throw new Error(`The files disagree with the sandbox: ${documents} of ${expected.count}`);
	}
	return { seconds, cpuSeconds: spent() - before };
}
