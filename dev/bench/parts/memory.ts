import { exportFormats } from '../engine/job';
import { withSandbox, type BenchContext } from '../lib/context';
import { withStage, type N8nStage } from '../lib/n8nStage';
import { atMost, type Row } from '../lib/row';

/** The heap of n8n on a small server. */
const small = '--max-old-space-size=384 --max-semi-space-size=8';

/**
 * The first export after a start, in each format, in a new n8n: V8 allocates memory for the first export and keeps it. The
 * export itself needs what a collection leaves. A server needs the memory of the entire process.
 */
export async function memory(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 2_000 : 1_000_000;
	const first = `First export of ${documents.toLocaleString('en')} documents`;
	const inUse: Row[] = [];
	const inAll: Row[] = [];
	await withSandbox({ documents }, async (sandbox) => {
		for (const format of exportFormats) {
			const exported = async (stage: N8nStage) =>
				await stage.measure(stage.service('exportToFile', { format }));
			const name = format.toUpperCase();
			const { heapGrowthMegabytes } = await withStage(context, sandbox, exported, {
				samplesHeap: true,
			});
			inUse.push({
				what: `${first}, ${name}: heap in use after a collection, above idle`,
				unit: 'MB',
				values: [heapGrowthMegabytes],
				goal: atMost(40),
			});
			const { idleMegabytes, growthMegabytes } = await withStage(context, sandbox, exported, {
				environment: { NODE_OPTIONS: small },
			});
			inAll.push({
				what: `${first}, ${name}, with \`${small}\`: n8n in all`,
				unit: 'MB',
				values: [idleMegabytes + growthMegabytes],
				of: `${idleMegabytes} MB when idle`,
			});
		}
	});
	return [...inUse, ...inAll];
}
