import type { ReadJob, Target } from '../engine/job';
import { contest, ratioRow } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import type { Row } from '../lib/row';

const reading =
	(target: Target) =>
	(contestant: ReadJob['contestant'], width: ReadJob['width']) =>
	(): ReadJob => ({ kind: 'read', contestant, width, target });

/** Reading a list: a long one, from a slow service, and one that changes. */
export async function lists(context: BenchContext): Promise<Row[]> {
	return [...(await widths(context)), ...(await slow(context)), await moving(context)];
}

/**
 * V8 collects garbage after 64 MiB of new buffers. With 10,000 documents, the bare helper loop has 66 MB of them and the
 * node 72 MB, so only the node would pay for that. So there are 100,000.
 */
async function widths(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 3_000 : 100_000;
	return await withSandbox({ documents }, async (sandbox) => {
		const job = reading(sandbox.target);
		const jobs = {
			...{ node1: job('node', 1), node4: job('node', 4), node8: job('node', 8) },
			...{ loop1: job('helperLoop', 1), loop4: job('helperLoop', 4), loop8: job('helperLoop', 8) },
		};
		const runs = await contest(context, sandbox, { rounds: 5, jobs, documents });
		return ([1, 4, 8] as const).map((width) => {
			const what = `Get Many of ${number(documents)} documents, width ${width}: time, of the bare helper loop's`;
			return ratioRow([what, 1.17], 'ms', runs[`node${width}`], runs[`loop${width}`]);
		});
	});
}

async function slow(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 1_000 : 10_000;
	return await withSandbox({ documents, 'latency-ms': 100 }, async (sandbox) => {
		const job = reading(sandbox.target);
		const jobs = {
			...{ node: job('node', 'default'), httpRequest: job('httpRequest', 1) },
			loop: job('helperLoop', 8),
		};
		const plan = { rounds: 3, jobs, documents };
		const { node, httpRequest, loop } = await contest(context, sandbox, plan);
		const what = `Get Many of ${number(documents)} documents at 100 ms: time, of the HTTP Request node's`;
		return [
			ratioRow([what, 0.18], 'ms', node, httpRequest),
			ratioRow([`${what}, by the bare helper loop of width 8`], 'ms', loop, httpRequest),
		];
	});
}

const editEvery = 5;

/** A document is created at the head of the list and deleted, with an edit at every fifth request. */
async function moving(context: BenchContext): Promise<Row> {
	const documents = context.quick ? 2_000 : 10_000;
	// More than any read reaches.
	const edits = documents / 100;
	return await withSandbox({ documents }, async (sandbox) => {
		const job = reading(sandbox.target)('node', 'default');
		const resting = async () => {
			await sandbox.clearFaults();
			return job();
		};
		const moved = async () => {
			await sandbox.clearFaults();
			await sandbox.addFaults(edits, (edit) => ({
				...(edit % 2 === 0 ? { kind: 'insert' } : { kind: 'delete', where: 'head' }),
				match: { path: 'list', call: (edit + 1) * editEvery },
			}));
			return job();
		};
		const plan = { rounds: 3, jobs: { resting, moved }, documents, more: edits };
		const runs = await contest(context, sandbox, plan);
		const what = `Get Many of ${number(documents)} documents while the head changes at every fifth request: requests, of those at rest`;
		return ratioRow([what, 1.2], 'requests', runs.moved, runs.resting);
	});
}

const number = (value: number): string => value.toLocaleString('en');
