import type { IDataObject } from 'n8n-workflow';

import { listedDocuments } from '../contestants/undiciLoop';
import type { MatchJob, ReadJob } from '../engine/job';
import { contest, ratioRow } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import { atMost, type Row } from '../lib/row';

/** The payments of a bank file in a large company, beside reading its documents. */
export async function matches(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 2_000 : 100_000;
	const count = context.quick ? 50 : 5_000;
	return await withSandbox({ documents }, async (sandbox) => {
		const { target } = sandbox;
		const items = paymentsOf(await listedDocuments(target), count);
		const match: MatchJob = { kind: 'match', contestant: 'node', items, target };
		const cells: MatchJob = { ...match, contestant: 'cells' };
		const read: ReadJob = { kind: 'read', contestant: 'node', width: 'default', target };
		const jobs = { match: () => match, cells: () => cells, read: () => read };
		const plan = { rounds: 5, jobs, documents: count, more: documents - count };
		const runs = await contest(context, sandbox, plan);
		const what = `Match Payments, ${number(count)} payments in a company of ${number(documents)} documents`;
		const { heapGrowthMegabytes } = await context.engine.run({ ...match, samplesHeap: true });
		return [
			ratioRow(
				[`${what}: time, of Get Many's of the same documents`, 1.05],
				'ms',
				runs.match,
				runs.read,
			),
			ratioRow(
				[`${what}: n8n's evaluation of the expressions, of the same time`],
				'ms',
				runs.cells,
				runs.read,
			),
			{
				what: `${what}: heap in use after a collection, above idle`,
				unit: 'MB',
				values: [heapGrowthMegabytes],
				goal: atMost(20),
			},
		];
	});
}

/** One for each open issued invoice, as a bank writes it, until there are enough; then the same customers again. */
function paymentsOf(documents: IDataObject[], count: number): IDataObject[] {
	const open = documents.filter(
		({ type, direction, payments }) =>
			type === 0 && direction === 1 && (payments as IDataObject).paid !== true,
	);
	if (open.length === 0) throw new Error('The company has no open invoice');
	return Array.from({ length: count }, (_, index) => {
		const { total, currency, variableSymbol } = open[index % open.length];
		return { amount: String(total).replace('.', ','), currency, symbol: variableSymbol, id: index };
	});
}

const number = (value: number): string => value.toLocaleString('en');
