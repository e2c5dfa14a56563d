import type { IDataObject } from 'n8n-workflow';

import { invoice } from '../contestants/parameters';
import type { CreateJob } from '../engine/job';
import { contest, ratioRow } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import type { Row } from '../lib/row';

/** A thousand documents from a thousand items. */
export async function creations(context: BenchContext): Promise<Row[]> {
	const count = context.quick ? 30 : 1_000;
	return await withSandbox({ documents: 0 }, async (sandbox) => {
		const { target } = sandbox;
		const create = (contestant: CreateJob['contestant']) => (): CreateJob => ({
			...{ kind: 'create', contestant, target },
			items: invoices(count),
		});
		const jobs = {
			node: create('node'),
			loop: create('helperLoop'),
			resolving: create('expressionLoop'),
		};
		const plan = { rounds: 9, jobs, documents: count };
		const { node, loop, resolving: resolvingLoop } = await contest(context, sandbox, plan);
		const made = (await sandbox.totals()).count;
		// The first round does not count, but it creates.
		const expected = 3 * count * (node.length + 1);
		if (made !== expected) throw new Error(`${made} documents were created, not ${expected}`);
		const what = "Create: processor time for each document, of the bare helper loop's";
		const resolved = `${what}, which also resolves an expression for each item`;
		return [
			ratioRow([what], 'cpuMs', node, loop),
			ratioRow([resolved, 1.2], 'cpuMs', node, resolvingLoop),
		];
	});
}

let lastOrder = 0;

/** Unique order numbers. */
export function invoices(count: number): IDataObject[] {
	return Array.from({ length: count }, () => {
		const orderNo = `B-${++lastOrder}`;
		return { orderNo, body: { ...invoice, orderNo } };
	});
}
