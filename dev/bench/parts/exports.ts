import { isDeepStrictEqual } from 'node:util';

import { exportFormats, type ExportFormat } from '../engine/job';
import type { BenchContext } from '../lib/context';
import { withStage, type N8nStage } from '../lib/n8nStage';
import type { Exports, FileMeasure } from '../lib/results';
import { SandboxProcess, type Totals } from '../lib/sandbox';
import { exportFloor } from './exportFloor';

/**
 * Export to File in the real n8n: how long it takes, by how much n8n grows, how large the saved execution is. Each
 * format is the first work of its n8n, since V8 takes room for the first export and keeps it.
 */
export async function exports(context: BenchContext): Promise<Exports> {
	const { quick, say } = context;
	const documents = context.documents ?? (quick ? 2_000 : 1_000_000);
	const before = await exportFloor(documents);
	const sandbox = await SandboxProcess.start({ documents });
	const measures: Exports['measures'] = [];
	let again: Exports['again'];
	try {
		const expected = await sandbox.totals();
		// A small run uses one n8n for all.
		const starts = quick ? [exportFormats] : exportFormats.map((format) => [format]);
		for (const formats of starts) {
			await withStage(context, sandbox, async (stage) => {
				for (const format of formats) {
					measures.push(await exported(context, stage, format, expected));
				}
				const [last] = formats.slice(-1);
				if (last === 'xlsx') again = await exported(context, stage, 'csv', expected);
			});
		}
	} finally {
		await sandbox.stop();
	}
	// The faster of two, so that a slow minute of the machine does not make the export look good.
	const floorSeconds = Math.min(before, await exportFloor(documents));
	say(`Bare undici loop to a file: ${floorSeconds.toFixed(1)} s`);
	return { measures, again, floorSeconds };
}

/** @throws Error when the file disagrees with the sandbox's own books */
async function exported(
	{ say }: BenchContext,
	stage: N8nStage,
	format: ExportFormat,
	expected: Totals,
): Promise<FileMeasure & { format: ExportFormat }> {
	const { account, measure } = await stage.measure(stage.service('exportToFile', { format }));
	const { documents, totals } = account;
	if (documents !== expected.count || !isDeepStrictEqual(totals, expected.totals)) {
		throw new Error(`The ${format} file disagrees with the sandbox: ${JSON.stringify(account)}`);
	}
	const { seconds, megabytes, idleMegabytes, growthMegabytes } = measure;
	say(
		`${documents} documents as ${format}: ${seconds.toFixed(1)} s, file ${megabytes} MB, ` +
			`n8n ${idleMegabytes} MB idle and ${growthMegabytes} MB more at most`,
	);
	return { format, ...measure };
}
