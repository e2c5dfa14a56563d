/** The package at work in the real n8n, with the sandbox. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from '../sandbox';
import { demoQueue } from './demoQueue';
import { table } from './lib/csv';
import { credentialFile } from './lib/flow';
import { N8nInstance } from './lib/n8n';
import { checkNightlyFile, nightlyWorkflow } from './lib/nightly';
import { cacheFolder, projectFolder } from './lib/paths';
import { newOwner, type Owner } from './lib/rest';
import { exitOnSignals, interrupted } from './lib/server';
import { Steps } from './lib/steps';

const documents = 5_000;
const editorPort = 5678;
const workflowId = 'nightlyExport';
const credential = { id: 'demoCredential', name: 'Sandbox of the accounting service' };
const userFolder = path.join(cacheFolder, 'demo');
const outputFolder = path.join(projectFolder, 'output');
const columns = [
	'accountingDocumentNo',
	'issueDate',
	'contact.companyName',
	'currency',
	'total',
	'amountPaid',
];

const help = `The package in the real n8n: last month's issued invoices, from the sandbox into a CSV file.
  npm run demo [-- OPTION]
  --open   leaves the editor of n8n running with the workflow in it
  --queue  shares an export between workers instead`;

async function execute(n8n: N8nInstance, id: string): Promise<void> {
	const result = await n8n.execute(id);
	const { error } = result.data.resultData;
	if (error !== undefined)
		throw new Error(`The workflow failed: ${error.message}\n${error.description ?? ''}`);
}

const inWords = (totals: Record<string, string>) =>
	Object.entries(totals)
		.map(([currency, sum]) => `${sum} ${currency}`)
		.join(', ');

/** The demo's owner is saved next to the instance. */
function savedOwner(): Owner {
	const file = path.join(userFolder, 'owner.json');
	if (!existsSync(file)) {
		mkdirSync(userFolder, { recursive: true });
		writeFileSync(file, JSON.stringify(newOwner()), { mode: 0o600 });
	}
	return JSON.parse(readFileSync(file, 'utf8')) as Owner;
}

async function keepOpen(n8n: N8nInstance): Promise<void> {
	await n8n.open();
	console.log(`\nThe editor:  ${n8n.baseUrl}/workflow/${workflowId}`);
	console.log(`Sign in as:  ${n8n.owner.email}  with the password  ${n8n.owner.password}`);
	console.log('Ctrl+C ends n8n and the sandbox.');
	await interrupted();
}

async function demo(isLeftOpen: boolean): Promise<void> {
	const start = Date.now();
	const steps = new Steps(5);
	const { tarball, installation } = await steps.packageAndN8n();
	const place = { userFolder, port: editorPort, filesFolder: outputFolder };
	const n8n = await N8nInstance.create(installation, place, savedOwner());
	const sandbox = await startSandbox({ port: 0, documents });
	try {
		await steps.step(
			'Installing the tarball into n8n',
			async () => await n8n.installPackage(tarball.file),
		);
		await steps.step(
			`Importing a credential of the sandbox (${documents} documents) and the workflow`,
			async () => {
				const { baseUrl, appId, appSecret } = sandbox;
				await n8n.importCredentials([
					credentialFile(credential.id, credential.name, { baseUrl, appId, appSecret }),
				]);
				await n8n.importWorkflow({ ...nightlyWorkflow(credential, outputFolder), id: workflowId });
			},
		);
		await steps.step('Executing the workflow in n8n', async () => await execute(n8n, workflowId));
		const { file, rows } = await steps.step(
			'Checking the file',
			async () => await Promise.resolve(checkNightlyFile(sandbox, outputFolder)),
			({ sums: { count, totals } }) =>
				`${count} documents, ${inWords(totals)}: equal to the sandbox's own count and sums`,
		);
		console.log(`\n${table(rows, columns, 5)}\n\nThe file:    ${file}`);
		console.log(`All of it took ${((Date.now() - start) / 1000).toFixed(0)} s.`);
		if (isLeftOpen) await keepOpen(n8n);
		else console.log('The editor with this workflow in it:  npm run demo -- --open');
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

async function main(): Promise<void> {
	const off = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({ options: { help: off, open: off, queue: off } });
	if (values.help) return console.log(help);
	exitOnSignals();
	await (values.queue ? demoQueue() : demo(values.open));
}

main().catch((error: unknown) => {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
});
