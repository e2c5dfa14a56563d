import { exportFormats } from '../engine/job';
import type { BenchContext } from '../lib/context';
import { withStage } from '../lib/n8nStage';
import type { MemoryCurve } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

/** What a small server leaves to n8n's heap. */
const heapMegabytes = 384;

/** The memory of n8n over the first export after a start, in each format, where its heap is small. */
export async function memory(context: BenchContext): Promise<MemoryCurve[]> {
	const documents = context.documents ?? (context.quick ? 2_000 : 300_000);
	const environment = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
	const sandbox = await SandboxProcess.start({ documents });
	const curves: MemoryCurve[] = [];
	try {
		for (const format of exportFormats) {
			const found = await withStage(
				context,
				sandbox,
				async (stage) => await stage.measure(stage.service('exportToFile', { format })),
				environment,
			);
			const { idleMegabytes, growthMegabytes } = found.measure;
			const peakMegabytes = idleMegabytes + growthMegabytes;
			const { curve } = found;
			curves.push({ format, documents, heapMegabytes, idleMegabytes, peakMegabytes, curve });
			context.say(`${format}: ${idleMegabytes} MB idle, ${peakMegabytes} MB at most`);
		}
	} finally {
		await sandbox.stop();
	}
	return curves;
}
