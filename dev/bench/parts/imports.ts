import type { CreateJob } from '../engine/job';
import { contest, ratioRow } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import { atMost, type Row } from '../lib/row';
import type { SandboxProcess } from '../lib/sandbox';
import { invoices } from './creations';

/** An import of a table into a large company: each row is searched for before it is created. */
export async function imports(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 1_000 : 100_000;
	const rows = context.quick ? 20 : 200;
	return await withSandbox({ documents, 'latency-ms': 100 }, async (sandbox) => {
		const { target } = sandbox;
		const job = (contestant: CreateJob['contestant']) => (): CreateJob => ({
			...{ kind: 'create', contestant, target },
			items: invoices(rows),
		});
		const jobs = { node: job('uniqueBy'), rowByRow: job('searchAndCreate') };
		const plan = { rounds: 2, jobs, documents: rows };
		const { node, rowByRow } = await contest(context, sandbox, plan);
		const importing = `Create with Unique By, ${rows} rows in a company of ${documents.toLocaleString('en')} documents`;
		return [
			{
				what: `${importing}: requests`,
				unit: '',
				values: node.map(({ requests }) => requests),
				goal: atMost(rows + 15),
			},
			ratioRow(
				[`${importing}, at 100 ms: time, of the HTTP Request node's row by row`, 0.6],
				'ms',
				node,
				rowByRow,
			),
			await previews(context, sandbox, job, rows),
		];
	});
}

async function previews(
	{ engine }: BenchContext,
	sandbox: SandboxProcess,
	job: (contestant: CreateJob['contestant']) => () => CreateJob,
	rows: number,
): Promise<Row> {
	await sandbox.forget();
	await engine.run(job('preview')());
	const shown = await sandbox.requests();
	await sandbox.forget();
	await engine.run(job('uniqueBy')());
	const before = await sandbox.requestsBefore('POST', '/v2/accountingdocuments');
	return {
		what: `Preview of ${rows} rows by Create: requests, of the run's before its first change`,
		unit: '',
		values: [shown / before],
		goal: atMost(1),
		of: `${shown} of ${before}`,
	};
}
