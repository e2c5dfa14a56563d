/** docs/reference/exports.md#if-an-export-fails: files on n8n's disk, and what is left after a failure. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { chain, ourNode, trigger, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import { dateFilterNames } from '../lib/sharedExport';
import { errorOf, itemsOf } from '../lib/types';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';
import { shareAYear } from './queue';

const exporting = { resource: 'accountingDocument', operation: 'exportToFile' };
const writeFileType = 'n8n-nodes-base.readWriteFile';

/** All files in n8n's binary data storage. */
function storedFiles(userFolder: string): string[] {
	const folder = path.join(userFolder, '.n8n', 'storage');
	const older = path.join(userFolder, '.n8n', 'binaryData');
	return [folder, older]
		.filter((candidate) => existsSync(candidate))
		.flatMap((candidate) => readdirSync(candidate, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile() && entry.parentPath.includes('binary_data'))
		.map(({ parentPath, name }) => path.join(parentPath, name));
}

/**
 * Export to File in n8n's own storage, whose newest version differs from that of the engine tests.
 * @param storeIsTidy whether the storage removes an unfinished file
 */
export function exportChecks(checks: Checks, bench: Workbench, storeIsTidy: boolean): void {
	const { n8n, sandbox, session } = bench;

	for (const format of ['csv', 'ndjson', 'xlsx']) {
		checks.add(`Export to File: ${format}, written to disk as its output item says`, async () => {
			const file = path.join(n8n.filesFolder, `all.${format}`);
			const writeFile = {
				name: 'Write File',
				type: writeFileType,
				typeVersion: 1.1,
				parameters: { operation: 'write', fileName: file, options: {} },
			};
			const node = ourNode(bench.credential(), { ...exporting, format });
			const result = await bench.run(node, writeFile);
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			const [item] = itemsOf(result, 'Service');
			const { count, totals } = sandbox.admin.totals();
			strictEqual(item?.json.documents, count);
			strictEqual(item?.json.complete, true);
			deepStrictEqual(item?.json.totals, totals);
			const content = readFileSync(file);
			strictEqual(item?.json.bytes, content.length);
			strictEqual(item?.json.sha256, createHash('sha256').update(content).digest('hex'));
			ok(result.saved.length < 10_000, `${result.saved.length} bytes were saved`);
		});
	}

	const ending = storeIsTidy ? 'leaves no file' : 'is told';
	const expectTidy = (before: string[]) => {
		if (storeIsTidy) deepStrictEqual(storedFiles(n8n.userFolder), before);
	};

	checks.add(`Export to File: a failure in the middle ${ending}`, async () => {
		const before = storedFiles(n8n.userFolder);
		ok(before.length > 0, 'the store of n8n was not found');
		sandbox.admin.addFault({
			kind: 'status',
			status: 500,
			times: 0,
			match: { path: 'list', call: 60 },
		});
		try {
			const options = { pageSize: 10, parallelPages: 1 };
			const result = await bench.service({ ...exporting, options });
			match(
				String(errorOf(result, 'Service')?.message),
				/The export stopped after \d{3} documents/,
			);
		} finally {
			sandbox.admin.clearFaults();
		}
		expectTidy(before);
	});

	checks.add(`Export to File: stopping the execution ${ending}`, async () => {
		const before = storedFiles(n8n.userFolder);
		sandbox.admin.clearJournal();
		sandbox.admin.addFault({ kind: 'stall', match: { path: 'list', call: 40 }, times: 0 });
		try {
			const node = ourNode(bench.credential(), { ...exporting, options: { pageSize: 10 } });
			const id = await session.start(await session.createWorkflow(chain('Stopped', node)), trigger);
			await waitFor('The stalled page', 30_000, async () =>
				sandbox.admin.journal().entries.some(({ fault }) => fault !== undefined) ? true : undefined,
			);
			await session.stopExecution(id);
			strictEqual((await session.finished(id)).status, 'canceled');
		} finally {
			sandbox.admin.clearFaults();
		}
		expectTidy(before);
	});

	checks.add('examples shared-export and export-month: a year without queue mode', async () => {
		const { baseUrl, filesFolder } = n8n;
		const share = async (own: RunningSandbox, credential: StoredCredential) =>
			await shareAYear({ session, baseUrl, filesFolder }, own, credential);
		await withOwnService(session, 'Shared export', 0, share, dateFilterNames);
	});
}
