/** The program of the engine's process: takes one job at a time and answers with what it measured. */
import type { INodeExecutionData } from 'n8n-workflow';

import { nodeFor } from '../contestants/parameters';
import { undiciLoop } from '../contestants/undiciLoop';
import type { Job, JobResult, NodeJob } from './job';
import { prepareFiles } from './n8n';
import { poll } from './poll';
import { execute, nodeTypes } from './workflow';

type Found = Pick<JobResult, 'documents' | 'staticData'>;

async function work(job: Job): Promise<Found> {
	if (job.kind === 'poll') return await poll(job);
	if (job.kind === 'read' && job.contestant === 'undiciLoop') {
		return { documents: (await undiciLoop(job.target, Number(job.width))).length };
	}
	const items = await execute(
		nodeFor(job),
		job.target,
		job.kind === 'write' ? job.items : undefined,
	);
	return { documents: items.reduce((sum, item) => sum + documentsOf[job.kind](item), 0) };
}

const documentsOf: Record<NodeJob['kind'], (item: INodeExecutionData) => number> = {
	/** The HTTP Request node puts out one item for each page; the documents in it are what counts. */
	read: ({ json: { accountingDocuments: list } }) => (Array.isArray(list) ? list.length : 1),
	/** The item of a file. */
	export: ({ json }) => Number(json.documents),
	write: () => 1,
};

const filesPrepared = prepareFiles();

async function run(job: Job): Promise<JobResult> {
	await filesPrepared;
	nodeTypes(job.target.packageFolder);
	// What earlier jobs left behind must not be cleared away on this one's time.
	globalThis.gc?.();
	const before = process.cpuUsage();
	const started = performance.now();
	const found = await work(job);
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(before);
	return { ...found, ms, cpuMs: (user + system) / 1000 };
}

process.on('message', (job: Job) => {
	run(job).then(
		(result) => process.send?.({ result }),
		(failure: unknown) =>
			process.send?.({ failure: failure instanceof Error ? failure.stack : String(failure) }),
	);
});
// n8n-core keeps timers of its own.
process.on('disconnect', () => process.exit(0));
