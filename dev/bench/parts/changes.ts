import { statSync } from 'node:fs';
import path from 'node:path';

import type { NodeSketch } from '../../e2e/lib/flow';
import type { BenchContext } from '../lib/context';
import { withStage } from '../lib/n8nStage';
import type { Changes } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

const ndjson = { format: 'ndjson' };

/**
 * Export Changes beside Export to File in the real n8n, where one document in a thousand has changed since the
 * manifest was made.
 * @throws Error when other changes are found than were made
 */
export async function changes(context: BenchContext): Promise<Changes> {
	const documents = context.documents ?? (context.quick ? 2_000 : 1_000_000);
	const made = changesOf(documents);
	const sandbox = await SandboxProcess.start({ documents });
	try {
		return await withStage(context, sandbox, async (stage) => {
			const manifest = path.join(stage.filesFolder, 'documents.manifest');
			const write = file('write', { fileName: manifest, dataPropertyName: 'manifest' });
			const options = { dataPropertyName: 'manifest' };
			const read = file('read', { fileSelector: manifest, options });
			const known = await sandbox.createDocuments(made.updated + made.deleted);
			const baseline = { ...ndjson, firstRun: 'baseline' };
			await stage.measure(stage.service('exportChanges', baseline), write);
			await churn(sandbox, known, made);
			const whole = await stage.measure(stage.service('exportToFile', ndjson));
			const changed = await stage.measure(read, stage.service('exportChanges', ndjson));
			for (const [name, count] of Object.entries(made)) {
				const found = changed.account[name];
				if (found !== count) throw new Error(`${String(found)} ${name} instead of ${count}`);
			}
			const found = {
				whole: whole.measure,
				changed: changed.measure,
				changes: made.created + made.updated + made.deleted,
				manifestMegabytes: statSync(manifest).size / 2 ** 20,
			};
			context.say(
				`Export to File ${found.whole.seconds.toFixed(1)} s, Export Changes ${found.changed.seconds.toFixed(1)} s; ` +
					`the manifest has ${found.manifestMegabytes.toFixed(1)} MB`,
			);
			return found;
		});
	} finally {
		await sandbox.stop();
	}
}

type Made = Record<'created' | 'updated' | 'deleted', number>;

/** One in a thousand in all. */
function changesOf(documents: number): Made {
	const share = (part: number) => Math.max(1, Math.round((documents / 1000) * part));
	return { created: share(0.5), updated: share(0.3), deleted: share(0.2) };
}

async function churn(sandbox: SandboxProcess, known: number[], made: Made): Promise<void> {
	for (const [index, id] of known.entries()) {
		if (index < made.updated) await sandbox.changeDocument(id, { total: 1234.5 });
		else await sandbox.deleteDocument(id);
	}
	await sandbox.createDocuments(made.created);
}

const file = (operation: string, parameters: object): NodeSketch => ({
	name: operation,
	type: 'n8n-nodes-base.readWriteFile',
	typeVersion: 1.1,
	parameters: { operation, ...parameters },
});
