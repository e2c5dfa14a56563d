import type { Job } from '../engine/job';
import { targetOf, type BenchContext } from '../lib/context';
import type { Growth } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

const most = 1_000_000;

/** Items of more documents than that do not fit into the memory of an n8n; a file takes any number. */
const mostItems = 100_000;

/** What ten times as many documents cost, by default and without latency: as items, and in a file. */
export async function growth(context: BenchContext): Promise<Growth[]> {
	const sizes = context.quick ? [100, 1_000] : [1_000, 10_000, 100_000, most];
	const items: Growth = { what: 'items', points: [] };
	const file: Growth = { what: 'file', points: [] };
	for (const documents of sizes) {
		const sandbox = await SandboxProcess.start({ documents });
		const target = targetOf(context, sandbox);
		try {
			const store = { kind: 'export', format: 'ndjson', target } as const;
			file.points.push({ documents, ms: await fastest(context, store, documents) });
			if (documents > mostItems) continue;
			const read = { kind: 'read', contestant: 'node', width: 'default', target } as const;
			items.points.push({ documents, ms: await fastest(context, read, documents) });
		} finally {
			await sandbox.stop();
		}
	}
	for (const { what, points } of [items, file]) {
		const told = points.map(({ documents, ms }) => `${documents}: ${ms} ms`);
		context.say(`Growth, ${what}: ${told.join(', ')}`);
	}
	return [items, file];
}

/** Of three, since the first runs of a process are slow whatever their size; the largest one is run once. */
async function fastest(context: BenchContext, job: Job, documents: number): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < (documents < most ? 3 : 1); run++) {
		const result = await context.engine.run(job);
		if (result.documents !== documents) throw new Error(`${result.documents} of ${documents}`);
		times.push(result.ms);
	}
	return Math.round(Math.min(...times));
}
