import path from 'node:path';

import type { NodeSketch } from '../../e2e/lib/flow';
import { withSandbox, type BenchContext } from '../lib/context';
import { withStage } from '../lib/n8nStage';
import { atMost, type Row } from '../lib/row';
import type { SandboxProcess } from '../lib/sandbox';

const ndjson = { format: 'ndjson' };

/**
 * Export Changes compared with Export to File in the real n8n, after one document in a hundred has changed.
 * @throws Error if it finds other changes
 */
export async function changes(context: BenchContext): Promise<Row[]> {
	const documents = context.quick ? 2_000 : 1_000_000;
	const made = changesOf(documents);
	const work = async (sandbox: SandboxProcess) =>
		await withStage(context, sandbox, async (stage) => {
			const manifest = path.join(stage.filesFolder, 'documents.manifest');
			const write = file('write', { fileName: manifest, dataPropertyName: 'manifest' });
			const options = { dataPropertyName: 'manifest' };
			const read = file('read', { fileSelector: manifest, options });
			const known = await sandbox.createDocuments({ count: made.updated + made.deleted });
			const baseline = { ...ndjson, firstRun: 'baseline' };
			await stage.measure(stage.service('exportChanges', baseline), write);
			await churn(sandbox, known, made);
			const whole = await stage.measure(stage.service('exportToFile', ndjson));
			const changed = await stage.measure(read, stage.service('exportChanges', ndjson));
			for (const [name, count] of Object.entries(made)) {
				const found = changed.account[name];
				if (found !== count) throw new Error(`${String(found)} ${name} instead of ${count}`);
			}
			return { whole, changed };
		});
	const { whole, changed } = await withSandbox({ documents }, work);
	const what = `Export Changes, second night of ${documents.toLocaleString('en')} documents, 1 % changed`;
	return [
		{
			what: `${what}: time, of a plain export's`,
			unit: '',
			values: [changed.seconds / whole.seconds],
			goal: atMost(1.3),
			of: `${changed.seconds.toFixed(1)} s of ${whole.seconds.toFixed(1)} s`,
		},
		{
			what: `${what}: memory above idle`,
			unit: 'MB',
			values: [changed.growthMegabytes],
			goal: atMost(150),
		},
	];
}

type Made = Record<'created' | 'updated' | 'deleted', number>;

/** One in a hundred in total. */
function changesOf(documents: number): Made {
	const share = (part: number) => Math.max(1, Math.round((documents / 100) * part));
	return { created: share(0.5), updated: share(0.3), deleted: share(0.2) };
}

async function churn(sandbox: SandboxProcess, known: number[], made: Made): Promise<void> {
	for (const [index, id] of known.entries()) {
		if (index < made.updated) await sandbox.changeDocument(id, { total: 1234.5 });
		else await sandbox.deleteDocument(id);
	}
	await sandbox.createDocuments({ count: made.created });
}

const file = (operation: string, parameters: object): NodeSketch => ({
	name: operation,
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1.1,
	parameters: { operation, ...parameters },
});
