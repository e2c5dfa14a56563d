/** The program of the engine's process: takes one job at a time and answers with what it measured. */
import type { INodeExecutionData } from 'n8n-workflow';

import { nodeFor } from '../contestants/parameters';
import { undiciLoop } from '../contestants/undiciLoop';
import type { Job, JobResult, ReadJob } from './job';
import { poll } from './poll';
import { execute, loadPackage, nodeTypes } from './workflow';

async function read(job: ReadJob): Promise<number> {
	if (job.contestant === 'undiciLoop') return (await undiciLoop(job.target, job.window)).length;
	return countDocuments(await execute(nodeFor(job), job.target));
}

/** The HTTP Request node puts out one item for each page; the documents in it are what counts. */
function countDocuments(items: INodeExecutionData[]): number {
	const inside = (item: INodeExecutionData) => {
		const list = item.json.accountingDocuments;
		return Array.isArray(list) ? list.length : 1;
	};
	return items.reduce((sum, item) => sum + inside(item), 0);
}

async function run(job: Job): Promise<JobResult> {
	if (job.kind !== 'load') nodeTypes(job.target.packageFolder);
	// What earlier jobs left behind must not be cleared away on this one's time.
	globalThis.gc?.();
	const before = process.cpuUsage();
	const started = performance.now();
	const measured = async (): Promise<Pick<JobResult, 'documents' | 'staticData'>> => {
		if (job.kind === 'poll') return await poll(job);
		if (job.kind === 'read') return { documents: await read(job) };
		loadPackage(job.packageFolder);
		return { documents: 0 };
	};
	const found = await measured();
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
