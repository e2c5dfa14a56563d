/**
 * The end-to-end checks: the packed tarball in the real n8n, against the sandbox.
 * An argument keeps only the checks whose name contains it; `--n8n 2.8` runs them in the oldest supported n8n.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { pack } from '../release/pack';
import { startSandbox, type RunningSandbox } from '../sandbox';
import { BrowserBench } from './lib/browserBench';
import { Checks, type Tally } from './lib/checks';
import { chain, credentialFile, ourNode } from './lib/flow';
import { ensureN8n } from './lib/install';
import { N8nInstance } from './lib/n8n';
import { cacheFolder } from './lib/paths';
import { defaultRelease, leftOut, releaseNamed, type LeftOut } from './lib/releases';
import { newOwner } from './lib/rest';
import { exitOnSignals } from './lib/server';
import type { CredentialFile } from './lib/types';
import { Workbench } from './lib/workbench';
import { agentChecks } from './tests/agent';
import { assistantChecks } from './tests/assistant';
import { createFormChecks } from './tests/createForm';
import { connectionChecks } from './tests/check';
import { credentialChecks } from './tests/credential';
import { editorChecks } from './tests/editor';
import { everyOperationChecks } from './tests/everyOperation';
import { exampleRunChecks } from './tests/exampleRuns';
import { exampleChecks } from './tests/examples';
import { exportChecks } from './tests/export';
import { failureChecks } from './tests/failures';
import { faultChecks } from './tests/faults';
import { formChecks } from './tests/forms';
import { guidanceChecks } from './tests/guidance';
import { keptDatabaseChecks } from './tests/keptDatabase';
import { killedChecks } from './tests/killed';
import { nextMajorChecks } from './tests/nextMajor';
import { operationChecks } from './tests/operations';
import { queueChecks } from './tests/queue';
import { sideBySideChecks } from './tests/sideBySide';
import { startChecks } from './tests/start';
import { triggerChecks } from './tests/trigger';
import { writingExampleChecks } from './tests/writingExamples';

const documents = 1_000;
const importedWorkflow = 'importedWorkflow';
const secrets = {
	right: `right-${randomBytes(12).toString('hex')}`,
	wrong: `wrong-${randomBytes(12).toString('hex')}`,
};

function credentials({ baseUrl, appId }: RunningSandbox): CredentialFile[] {
	const right = { baseUrl, appId, appSecret: secrets.right };
	return [
		credentialFile('right', 'Right', right),
		credentialFile('wrongSecret', 'Wrong secret', { ...right, appSecret: secrets.wrong }),
		credentialFile('webPage', 'Web page', { ...right, baseUrl: `${baseUrl}/application` }),
	];
}

async function openWorkbench(n8n: N8nInstance, sandbox: RunningSandbox): Promise<Workbench> {
	const list = credentials(sandbox);
	await n8n.importCredentials(list);
	const parameters = { resource: 'accountingDocument', operation: 'getAll', limit: 10 };
	const workflow = chain('Imported', ourNode({ id: 'right', name: 'Right' }, parameters));
	await n8n.importWorkflow({ ...workflow, id: importedWorkflow });
	const session = await n8n.start();
	const owner = newOwner();
	await session.setUpOwner(owner);
	return new Workbench({
		n8n,
		session,
		owner,
		sandbox,
		secrets,
		importedWorkflow,
		credentials: list,
	});
}

async function main(): Promise<Tally> {
	const { values, positionals } = parseArgs({
		options: { n8n: { type: 'string', default: defaultRelease } },
		allowPositionals: true,
	});
	const only = positionals.join(' ');
	const release = releaseNamed(values.n8n);
	const tarball = await pack(cacheFolder);
	console.log(`packed ${path.basename(tarball.file)}, ${tarball.contents.length} files`);
	const installation = await ensureN8n(console.log, release);
	const n8n = await N8nInstance.create(installation, {
		// The checks ask the MCP server more often than n8n lets a client ask in five minutes.
		environment: { N8N_MCP_SERVER_RATE_LIMIT: '100000' },
	});
	const sandbox = await startSandbox({ port: 0, documents, appSecret: secrets.right });
	try {
		await n8n.installPackage(tarball.file);
		const bench = await openWorkbench(n8n, sandbox);
		const { version, nodeVersion, leavesOut } = installation;
		const has = (part: LeftOut) => !leavesOut.includes(part);
		console.log(`n8n ${version} runs on Node.js ${nodeVersion}, the package is installed`);
		for (const part of leavesOut) console.log(`left out: ${leftOut[part]}`);
		console.log();
		const checks = new Checks();
		startChecks(checks, bench);
		credentialChecks(checks, bench);
		exampleChecks(checks, bench);
		exampleRunChecks(checks, bench);
		writingExampleChecks(checks, bench);
		if (has('queueMode')) keptDatabaseChecks(checks, bench);
		agentChecks(checks, bench);
		exportChecks(checks, bench, has('tidyStore'));
		failureChecks(checks, bench);
		faultChecks(checks, bench);
		sideBySideChecks(checks, bench);
		killedChecks(checks, installation, tarball.file);
		const trigger = triggerChecks(checks, bench, installation, tarball.file);
		const queue = has('queueMode')
			? queueChecks(checks, bench, installation, tarball.file)
			: undefined;
		const browser = new BrowserBench(checks, bench);
		if (has('editor')) {
			editorChecks(browser);
			formChecks(browser);
			connectionChecks(browser);
			guidanceChecks(browser);
			createFormChecks(browser);
		}
		if (has('assistant')) assistantChecks(checks, bench);
		if (has('nextMajor')) nextMajorChecks(checks, bench, installation, tarball.file);
		everyOperationChecks(checks, bench);
		// Last: it ends with the check that no operation was left out.
		operationChecks(checks, bench);
		return await checks
			.run(only, () => `n8n's last lines:\n${n8n.lastLog(8)}\n${queue?.lastLog(8) ?? ''}`)
			.finally(async () => await browser.close())
			.finally(async () => await trigger.close())
			.finally(async () => await queue?.close());
	} finally {
		await n8n.remove();
		await sandbox.close();
	}
}

exitOnSignals();
main()
	.catch((error: unknown): Tally => {
		console.error(error instanceof Error ? error.message : error);
		return { passed: 0, failed: 1 };
	})
	.then(({ passed, failed }) => {
		console.log(`\n${passed} passed, ${failed} failed`);
		process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
	});
