import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { IDataObject } from 'n8n-workflow';
import { Agent } from 'undici';

import { readPages } from '../contestants/pages';
import { pageFetcher } from '../contestants/undiciLoop';
import { SandboxProcess } from '../lib/sandbox';

/** As many pages at once as the export grows to unless told otherwise. */
const width = 8;

/**
 * The least that an export to NDJSON needs: a bare undici loop that writes each document on a line.
 * @returns seconds
 */
export async function exportFloor(documents: number): Promise<number> {
	const sandbox = await SandboxProcess.start({ documents });
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-floor-'));
	const dispatcher = new Agent();
	try {
		const started = performance.now();
		const file = createWriteStream(path.join(folder, 'documents.ndjson'));
		const fetchPage = await pageFetcher(
			{ ...sandbox, packageFolder: '', insecure: false },
			dispatcher,
		);
		let written = 0;
		const write = async (found: IDataObject[]) => {
			written += found.length;
			const lines = found.map((document) => `${JSON.stringify(document)}\n`).join('');
			if (!file.write(lines)) await once(file, 'drain');
		};
		await readPages(fetchPage, width, write);
		file.end();
		await finished(file);
		if (written !== documents) throw new Error(`The floor wrote ${written} documents`);
		return (performance.now() - started) / 1000;
	} finally {
		await dispatcher.close();
		await sandbox.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
