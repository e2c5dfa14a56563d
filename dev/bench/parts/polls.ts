import { targetOf, type BenchContext } from '../lib/context';
import type { Polls } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

const idlePolls = 5;
const created = 5;

/** What a trigger costs that looks every minute, by the length of the list. */
export async function polls(context: BenchContext): Promise<Polls[]> {
	const found: Polls[] = [];
	for (const documents of context.quick ? [10, 1_000] : [10, 1_000, 100_000]) {
		const sandbox = await SandboxProcess.start({ documents, 'latency-ms': 20 });
		try {
			found.push(await pollsOver(context, sandbox, documents));
		} finally {
			await sandbox.stop();
		}
	}
	return found;
}

async function pollsOver(
	context: BenchContext,
	sandbox: SandboxProcess,
	documents: number,
): Promise<Polls> {
	const target = targetOf(context, sandbox);
	let staticData: Record<string, unknown> = {};
	const once = async () => {
		await sandbox.forget();
		const result = await context.engine.run({ kind: 'poll', target, staticData });
		staticData = result.staticData ?? {};
		const { requests } = await sandbox.asked();
		return { ms: Math.round(result.ms), requests, documents: result.documents };
	};
	const { ms, requests } = await once();
	const idle: Polls['idle'] = { ms: [], requests: 0 };
	for (let poll = 0; poll < idlePolls; poll++) {
		const quiet = await once();
		idle.ms.push(quiet.ms);
		idle.requests = Math.max(idle.requests, quiet.requests);
	}
	await sandbox.createDocuments(created);
	const five = await once();
	if (five.documents !== created) throw new Error(`${five.documents} new documents of ${created}`);
	context.say(
		`Polls over ${documents}: first ${requests}, idle ${idle.requests}, five new ${five.requests} requests`,
	);
	return { documents, first: { ms, requests }, idle, five };
}
