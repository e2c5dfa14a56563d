/** n8n in queue mode: twelve months shared by three workers, one of which is killed, as the examples do it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { startSandbox } from '../sandbox';
import { N8nQueue } from './lib/n8nQueue';
import { projectFolder } from './lib/paths';
import { executionsOf, inTheMiddleOfAMonth, shortLock } from './lib/queueStage';
import { interrupted } from './lib/server';
import { dateFilterNames, fillYear, SharedExport, type Manifest } from './lib/sharedExport';
import { Steps } from './lib/steps';

const perMonth = 3_000;
const latencyMs = 100;
const workers = 3;
const editorPort = 5678;

/** Starts everything that queue mode needs, and stops it; `--open` keeps the editor running. */
export async function demoQueue(): Promise<void> {
	const start = Date.now();
	const steps = new Steps(6);
	const filesFolder = path.join(projectFolder, 'output');
	mkdirSync(filesFolder, { recursive: true });
	const { tarball, installation } = await steps.packageAndN8n();
	const options = {
		...{ workers, concurrency: 2, filesFolder, port: editorPort },
		environment: shortLock,
	};
	const queue = await steps.step(
		`Redis, PostgreSQL, and the package in a main process and ${workers} workers`,
		async () => await N8nQueue.create(installation, tarball.file, options),
	);
	const sandbox = await startSandbox({ port: 0, documents: 0, latencyMs });
	fillYear(sandbox, perMonth);
	try {
		const session = await steps.step('Starting n8n', async () => await queue.open());
		const name = 'Sandbox of the accounting service';
		const credential = await session.storeCredential(name, sandbox, dateFilterNames);
		const shared = await SharedExport.import(queue, credential);
		const coordinator = await shared.start();
		await steps.step(
			`Sharing twelve months of ${perMonth} documents, each answer ${latencyMs} ms away, and killing a worker`,
			async () => {
				const { victim, lost } = await inTheMiddleOfAMonth(queue.workers, coordinator, sandbox);
				await victim.kill();
				const months = await Promise.all(lost.map(async (one) => await shared.monthOf(one)));
				return { victim, months };
			},
			({ victim, months }) =>
				`killed ${path.basename(victim.userFolder)}, with ${months.join(', ')}`,
		);
		const run = await steps.step(
			'Waiting for the other workers, which repeat its months',
			async () => await shared.finished(coordinator),
			() => {
				const counts = queue.workers.map((worker) => executionsOf(worker).finished.length);
				return `executions of the workers: ${counts.join(', ')}`;
			},
		);
		const manifest = await steps.step(
			'Comparing number, totals and IDs of the files with Summarize and with the sandbox',
			async () => await Promise.resolve(shared.check(run, sandbox)),
			({ documents, totals }) => `${documents} documents and ${JSON.stringify(totals)} everywhere`,
		);
		console.log(`\n${tableOf(manifest)}\n\nThe files:   ${shared.folder}`);
		console.log(`All of it took ${((Date.now() - start) / 1000).toFixed(0)} s.`);
		if (!process.argv.includes('--open')) return;
		console.log(`\nThe editor:  ${queue.baseUrl}/workflow/${shared.coordinator}`);
		const { owner } = queue.main;
		console.log(`Sign in as:  ${owner.email}  with the password  ${owner.password}`);
		console.log('Ctrl+C ends all of it.');
		await interrupted();
	} finally {
		await queue.remove();
		await sandbox.close();
	}
}

function tableOf({ files }: Manifest): string {
	return files
		.map(
			({ month, documents, fileName }) => `${month}  ${String(documents).padStart(6)}  ${fileName}`,
		)
		.join('\n');
}
