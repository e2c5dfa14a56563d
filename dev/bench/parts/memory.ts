import { exportFormats } from '../engine/job';
import type { BenchContext } from '../lib/context';
import { withStage } from '../lib/n8nStage';
import type { MemoryCurve } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

/** What a small server leaves to n8n's heap. */
const heapMegabytes = 384;

/** Half of the space for new objects, in MB. V8 of Node.js 24 lets it grow to 64. */
const semiSpaces = [undefined, 8];

/** The memory of n8n over the first export after a start, in each format, where its heap is small. */
export async function memory(context: BenchContext): Promise<MemoryCurve[]> {
	const documents = context.documents ?? (context.quick ? 2_000 : 300_000);
	const heap = `--max-old-space-size=${heapMegabytes}`;
	const plans = semiSpaces.flatMap((megabytes) =>
		exportFormats.map((format) => [format, megabytes] as const),
	);
	const sandbox = await SandboxProcess.start({ documents });
	const curves: MemoryCurve[] = [];
	try {
		for (const [format, semiSpaceMegabytes] of plans) {
			const semiSpace = semiSpaceMegabytes ? ` --max-semi-space-size=${semiSpaceMegabytes}` : '';
			const found = await withStage(
				context,
				sandbox,
				async (stage) => await stage.measure(stage.service('exportToFile', { format })),
				{ NODE_OPTIONS: `${heap}${semiSpace}` },
			);
			const { idleMegabytes, growthMegabytes } = found.measure;
			const peakMegabytes = idleMegabytes + growthMegabytes;
			curves.push({
				...{ format, documents, heapMegabytes, semiSpaceMegabytes },
				...{ idleMegabytes, peakMegabytes, curve: found.curve },
			});
			context.say(`${format}${semiSpace}: ${idleMegabytes} MB idle, ${peakMegabytes} MB at most`);
		}
	} finally {
		await sandbox.stop();
	}
	return curves;
}
