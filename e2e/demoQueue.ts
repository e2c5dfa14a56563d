/** n8n in queue mode: an export shared by three workers, as the examples do it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { pack } from '../release/pack';
import { startSandbox } from '../sandbox';
import { credentialType } from './lib/flow';
import { ensureN8n } from './lib/install';
import { N8nQueue } from './lib/n8nQueue';
import { cacheFolder, projectFolder } from './lib/paths';
import { executionsOf } from './lib/queueStage';
import { newOwner } from './lib/rest';
import { interrupted } from './lib/server';
import { SharedExport } from './lib/sharedExport';
import { Steps } from './lib/steps';

const documents = 40_000;
const latencyMs = 100;
const workers = 3;
const editorPort = 5678;

/** Brings up everything that queue mode needs and ends it again; `--open` leaves the editor running. */
export async function demoQueue(): Promise<void> {
	const start = Date.now();
	const steps = new Steps(6);
	const filesFolder = path.join(projectFolder, 'output');
	mkdirSync(filesFolder, { recursive: true });
	const tarball = await steps.step(
		'Building and packing the package',
		async () => await pack(cacheFolder),
		({ file, contents }) => `${path.basename(file)}, ${contents.length} files`,
	);
	const installation = await steps.step(
		'Bringing n8n',
		ensureN8n,
		({ version }) => `n8n ${version}`,
	);
	const options = { workers, concurrency: 2, filesFolder, port: editorPort };
	const queue = await steps.step(
		`Redis, PostgreSQL, and the package in a main process and ${workers} workers`,
		async () => await N8nQueue.create(installation, tarball.file, options),
	);
	const sandbox = await startSandbox({ port: 0, documents, latencyMs });
	try {
		const session = await steps.step('Starting n8n', async () => await queue.start());
		const owner = newOwner();
		await session.setUpOwner(owner);
		const { baseUrl, appId, appSecret } = sandbox;
		const name = 'Sandbox of the accounting service';
		const data = { baseUrl, appId, appSecret };
		const id = await session.createCredential({ name, type: credentialType, data });
		const n8n = { session, baseUrl: queue.main.baseUrl, filesFolder };
		const shared = await SharedExport.import(n8n, { id, name });
		await steps.step(
			`Sharing an export of ${documents} documents, each answer ${latencyMs} ms away`,
			async () => await shared.finished(await shared.start()),
			() => {
				const counts = queue.workers.map((worker) => executionsOf(worker).finished.length);
				return `executions of the workers: ${counts.join(', ')}`;
			},
		);
		await steps.step(
			"Checking the manifest and its files against the sandbox's own books",
			async () => {
				const report = shared.manifest();
				const { count, totals } = await Promise.resolve(sandbox.admin.totals());
				shared.union(report);
				const same = JSON.stringify(totals) === JSON.stringify(report.totals);
				if (!report.complete || report.documents !== count || !same) {
					throw new Error(`The manifest is wrong: ${JSON.stringify(report)}`);
				}
				return report;
			},
			(report) => `${report.documents} documents in ${report.shares} shares, sums and hashes equal`,
		);
		console.log(`\nThe files:   ${shared.folder}`);
		console.log(`All of it took ${((Date.now() - start) / 1000).toFixed(0)} s.`);
		if (!process.argv.includes('--open')) return;
		console.log(`\nThe editor:  ${queue.main.baseUrl}/workflow/${shared.coordinator}`);
		console.log(`Sign in as:  ${owner.email}  with the password  ${owner.password}`);
		console.log('Ctrl+C ends all of it.');
		await interrupted();
	} finally {
		await queue.remove();
		await sandbox.close();
	}
}
