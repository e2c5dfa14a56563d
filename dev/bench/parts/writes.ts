import type { IDataObject } from 'n8n-workflow';

import { invoice, removal } from '../contestants/parameters';
import type { Contestant, WriteWork } from '../engine/job';
import { noRuns, note } from '../lib/contest';
import { targetOf, type BenchContext } from '../lib/context';
import type { WriteContest } from '../lib/results';
import { inRounds } from '../lib/rounds';
import { SandboxProcess } from '../lib/sandbox';
import { spread } from '../lib/statistics';

const starters: ReadonlyArray<readonly [contestant: Contestant, work: WriteWork]> = [
	['helperLoop', 'create'],
	['httpRequest', 'create'],
	['node', 'create'],
	['node', 'createUnlessThere'],
	['helperLoop', 'delete'],
	['node', 'delete'],
	['node', 'deleteInBulk'],
];

const isDelete = (work: WriteWork) => work.startsWith('delete');

/** Latencies in milliseconds, and rounds: what waits takes as long each time. */
const severalTimes = [
	[0, 5],
	[20, 1],
];

/** A thousand creates of a thousand items, and as many deletes. */
export async function writes(context: BenchContext): Promise<WriteContest[]> {
	const count = context.quick ? 30 : 1_000;
	const contests: WriteContest[] = [];
	// The first ones of a process are slow.
	if (!context.quick) await contest(context, { count, latencyMs: 0, rounds: 1 });
	const plans = context.quick ? [[0, 1]] : severalTimes;
	for (const [latencyMs, rounds] of plans) {
		contests.push(await contest(context, { count, latencyMs, rounds }));
	}
	return contests;
}

interface Plan {
	count: number;
	latencyMs: number;
	rounds: number;
}

/** @throws Error when the service has not as many documents more or less as it should */
async function contest(
	context: BenchContext,
	{ count, latencyMs, rounds }: Plan,
): Promise<WriteContest> {
	// As many as the node looks through by default for one that is there already.
	const sandbox = await SandboxProcess.start({ documents: 1_000, 'latency-ms': latencyMs });
	const target = targetOf(context, sandbox);
	const entries = starters.map(([contestant, work]) => ({ ...noRuns(contestant), work }));
	try {
		await inRounds(rounds, entries, async (entry) => {
			const { contestant, work } = entry;
			const items = isDelete(work) ? await removals(sandbox, count) : invoices(count);
			const expected = (await sandbox.documents()) + (isDelete(work) ? -count : count);
			await sandbox.forget();
			const result = await context.engine.run({ kind: 'write', contestant, work, items, target });
			const { requests } = await sandbox.asked();
			const documents = await sandbox.documents();
			if (documents !== expected || result.documents !== count) {
				throw new Error(`${contestant} ${work}: ${documents} documents instead of ${expected}`);
			}
			note(entry, result, requests);
		});
	} finally {
		await sandbox.stop();
	}
	for (const { contestant, work, ms, requests } of entries) {
		context.say(
			`${count} writes, ${latencyMs} ms: ${contestant} ${work}: ${spread(ms).median} ms, ${requests} requests`,
		);
	}
	return { documents: count, latencyMs, entries };
}

let lastOrder = 0;

/** No order number comes twice. */
function invoices(count: number): IDataObject[] {
	return Array.from({ length: count }, () => {
		const orderNo = `B-${++lastOrder}`;
		return { orderNo, body: { ...invoice, orderNo } };
	});
}

async function removals(sandbox: SandboxProcess, count: number): Promise<IDataObject[]> {
	const ids = await sandbox.createDocuments(count);
	return ids.map((id) => ({ id, body: removal(id) }));
}
