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
		const loop = (contestant: 'undiciLoop' | 'helperLoop') => () =>
			({ kind: 'export', contestant, format: 'ndjson', target }) as const;
		const runs = await contest(context, sandbox, {
			jobs: {
				...{ undiciLoop: loop('undiciLoop'), helperLoop: loop('helperLoop') },
				...{ ndjson: node('ndjson'), csv: node('csv'), xlsx: node('xlsx') },
			},
			rounds: 5,
			documents,
		});
		const perSecond = (name: keyof typeof runs) =>
			Math.round(median(runs[name].map(({ ms }) => (documents * 1000) / ms)));
		const row = (what: string, name: keyof typeof runs): Row => ({
			what: `${what}: speed, of a bare undici loop's`,
			unit: '',
			values: ratios(runs.undiciLoop, runs[name], 'ms'),
			of: `${perSecond(name)} of ${perSecond('undiciLoop')} documents a second`,
		});
		return [
			...(Object.keys(leastSpeed) as ExportFormat[]).map((format): Row => ({
				...row(`Export to File, ${format.toUpperCase()}`, format),
				goal: atLeast(leastSpeed[format]),
			})),
			row('Bare helper loop of width 8 that only reads', 'helperLoop'),
		];
	});
}
