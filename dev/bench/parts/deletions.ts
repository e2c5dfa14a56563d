import type { DeleteJob } from '../engine/job';
import { contest, ratioRow } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import type { Row } from '../lib/row';

/** Preview Only in an operation that changes many documents with one request: it shows each of them first. */
export async function deletions(context: BenchContext): Promise<Row[]> {
	const count = context.quick ? 10 : 100;
	const latencyMs = 150;
	return await withSandbox({ documents: 1_000, 'latency-ms': latencyMs }, async (sandbox) => {
		const job = (preview: boolean) => async (): Promise<DeleteJob> => {
			const ids = await sandbox.createDocuments({ count });
			return {
				...{ kind: 'delete', preview, target: sandbox.target },
				items: ids.map((id) => ({ id })),
			};
		};
		const plan = { rounds: 5, jobs: { preview: job(true), run: job(false) }, documents: count };
		const { preview, run } = await contest(context, sandbox, plan);
		const what = `Preview of Delete, ${count} documents at ${latencyMs} ms: time, of the run's`;
		return [ratioRow([what, 2], 'ms', preview, run)];
	});
}
