import type { ExportFormat } from '../engine/job';
import { contest, ratios } from '../lib/contest';
import { withSandbox, type BenchContext } from '../lib/context';
import { atLeast, median, type Row } from '../lib/row';

const leastSpeed: Record<ExportFormat, number> = { ndjson: 0.68, csv: 0.75, xlsx: 0.52 };

/** Export to File compared with a bare loop that writes the same documents as NDJSON. */
export async function exports(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 2_000 : 200_000;
	return await withSandbox({ documents }, async (sandbox) => {
		const { target } = sandbox;
		const node = (format: ExportFormat) => () =>
			({ kind: 'export', contestant: 'node', format, target }) as const;
		const undiciLoop = () =>
			({ kind: 'export', contestant: 'undiciLoop', format: 'ndjson', target }) as const;
		const jobs = { undiciLoop, ndjson: node('ndjson'), csv: node('csv'), xlsx: node('xlsx') };
		const runs = await contest(context, sandbox, { rounds: 5, jobs, documents });
		const perSecond = (name: keyof typeof runs) =>
			Math.round(median(runs[name].map(({ ms }) => (documents * 1000) / ms)));
		return (Object.keys(leastSpeed) as ExportFormat[]).map((format): Row => ({
			what: `Export to File, ${format.toUpperCase()}: speed, of a bare undici loop's`,
			unit: '',
			values: ratios(runs.undiciLoop, runs[format], 'ms'),
			goal: atLeast(leastSpeed[format]),
			of: `${perSecond(format)} of ${perSecond('undiciLoop')} documents a second`,
		}));
	});
}
