/** The program of the engine's process: runs one job at a time and returns the measurement. */
import type { INodeExecutionData } from 'n8n-workflow';

import { nodeFor, searchThenCreate } from '../contestants/parameters';
import { undiciExport } from '../contestants/undiciLoop';
import type { CreateJob, Job, JobResult, NodeJob } from './job';
import { forgetFiles, prepareFiles } from './n8n';
import { poll } from './poll';
import { execute, loadedFiles } from './workflow';

type Found = Pick<JobResult, 'documents' | 'staticData'>;

async function work(job: Job): Promise<Found> {
	if (job.kind === 'poll') return await poll(job);
	if (job.kind === 'export' && job.contestant === 'undiciLoop') {
		return { documents: await undiciExport(job.target) };
	}
	if (job.kind === 'create' && job.contestant === 'searchAndCreate') return await rowByRow(job);
	const given = 'items' in job ? job.items : undefined;
	const items = await execute(nodeFor(job), job.target, given);
	return { documents: items.reduce((sum, item) => sum + documentsOf[job.kind](item), 0) };
}

/** As with n8n's Loop Over Items: the HTTP Request node alone would send the requests of all rows at once. */
async function rowByRow({ items, target }: CreateJob): Promise<Found> {
	const [search, create] = searchThenCreate(target);
	for (const item of items) {
		await execute(search, target, [item]);
		await execute(create, target, [item]);
	}
	return { documents: items.length };
}

const documentsOf: Record<NodeJob['kind'], (item: INodeExecutionData) => number> = {
	/** The HTTP Request node outputs one item per page; its documents count. */
	read: ({ json: { accountingDocuments: list } }) => (Array.isArray(list) ? list.length : 1),
	/** The item of a file. */
	export: ({ json }) => Number(json.documents),
	create: () => 1,
	match: () => 1,
	delete: () => 1,
};

const filesPrepared = prepareFiles();

async function run(job: Job): Promise<JobResult> {
	await filesPrepared;
	// This also collects the garbage of earlier jobs before the time begins.
	const heap = new Heap(job.kind === 'match' && job.samplesHeap === true);
	const before = process.cpuUsage();
	const startedAtMs = Date.now();
	const started = performance.now();
	const found = await work(job);
	const ms = performance.now() - started;
	const { user, system } = process.cpuUsage(before);
	forgetFiles();
	return {
		...found,
		startedAtMs,
		ms,
		cpuMs: (user + system) / 1000,
		loadedFiles: loadedFiles(),
		heapGrowthMegabytes: heap.growth(),
	};
}

/** What is in use after a collection. */
class Heap {
	private readonly before = heapInUse();

	private largest = this.before;

	private readonly timer?: NodeJS.Timeout;

	constructor(samples: boolean) {
		if (samples) this.timer = setInterval(() => this.look(), 100);
	}

	private look(): void {
		this.largest = Math.max(this.largest, heapInUse());
	}

	growth(): number {
		clearInterval(this.timer);
		return (this.largest - this.before) / 2 ** 20;
	}
}

function heapInUse(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

process.on('message', (job: Job) => {
	run(job).then(
		(result) => process.send?.({ result }),
		(failure: unknown) =>
			process.send?.({ failure: failure instanceof Error ? failure.stack : String(failure) }),
	);
});
// n8n-core has its own timers.
process.on('disconnect', () => process.exit(0));
