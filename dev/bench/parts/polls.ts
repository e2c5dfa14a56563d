import { withSandbox, type BenchContext } from '../lib/context';
import { atMost, type Row } from '../lib/row';
import type { SandboxProcess } from '../lib/sandbox';

const idlePolls = 5;
const fewNew = 5;

/** A trigger that n8n polls repeatedly. */
class PolledTrigger {
	private staticData: Record<string, unknown> = {};

	constructor(
		private readonly context: BenchContext,
		private readonly sandbox: SandboxProcess,
	) {}

	async poll(): Promise<{ requests: number; documents: number; seconds: number }> {
		const { context, sandbox, staticData } = this;
		await sandbox.forget();
		const { target } = sandbox;
		const result = await context.engine.run({ kind: 'poll', target, staticData });
		this.staticData = result.staticData ?? {};
		const requests = await sandbox.requests();
		return { requests, documents: result.documents, seconds: result.ms / 1000 };
	}
}

/** The cost of a poll, and how soon the trigger returns new documents. */
export async function polls(context: BenchContext): Promise<Row[]> {
	return [...(await quietPolls(context)), ...(await backlog(context))];
}

async function quietPolls(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 1_000 : 100_000;
	return await withSandbox({ documents }, async (sandbox) => {
		const trigger = new PolledTrigger(context, sandbox);
		await trigger.poll();
		const idle: number[] = [];
		for (let poll = 0; poll < idlePolls; poll++) idle.push((await trigger.poll()).requests);
		await sandbox.createDocuments({ count: fewNew });
		const few = await trigger.poll();
		if (few.documents !== fewNew) throw new Error(`${few.documents} new documents of ${fewNew}`);
		const row = (what: string, requests: number): Row => ({
			what: `${what} of ${documents.toLocaleString('en')} documents: requests`,
			unit: '',
			values: [requests],
			goal: atMost(1),
		});
		return [row('Idle poll', Math.max(...idle)), row(`Poll with ${fewNew} new`, few.requests)];
	});
}

async function backlog(context: BenchContext): Promise<Row[]> {
	const [documents, waiting] = context.quick ? [1_000, 1_500] : [10_000, 5_000];
	const mostPolls = 100;
	return await withSandbox({ documents, 'latency-ms': 100 }, async (sandbox) => {
		const trigger = new PolledTrigger(context, sandbox);
		await trigger.poll();
		await sandbox.createDocuments({ count: waiting });
		const seconds: number[] = [];
		let delivered = 0;
		while (delivered < waiting && seconds.length < mostPolls) {
			const poll = await trigger.poll();
			seconds.push(poll.seconds);
			delivered += poll.documents;
		}
		if (delivered !== waiting) throw new Error(`${delivered} documents of ${waiting}`);
		context.say(
			`${waiting} waiting documents: ${seconds.map((one) => one.toFixed(1)).join(', ')} s`,
		);
		const what = `${waiting.toLocaleString('en')} documents that wait for the trigger, at 100 ms`;
		return [
			{ what: `${what}: polls`, unit: '', values: [seconds.length], goal: atMost(6) },
			{
				what: `${what}: longest poll`,
				unit: 's',
				values: [Math.max(...seconds)],
				goal: atMost(10),
			},
		];
	});
}
