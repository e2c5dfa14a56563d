/**
 * The end-to-end checks: the packed tarball in the real n8n, against the sandbox.
 * An argument keeps only the checks whose name contains it; `--n8n 2.8` runs the main ones in the oldest
 * supported n8n. `--url http://127.0.0.1:5678 --user-folder FOLDER` uses an n8n that is already running with the package.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { pack } from '../release/pack';
import { startSandbox, type RunningSandbox } from '../sandbox';
import { editorLane, exampleLane, nodeLane, type Has, type Lane } from './lanes';
import { BrowserBench } from './lib/browserBench';
import { Checks, endWithVerdict, type Tally } from './lib/checks';
import { credentialFile, type StoredCredential } from './lib/flow';
import { ensureN8n, type N8nInstallation } from './lib/install';
import { N8nInstance } from './lib/n8n';
import { cacheFolder } from './lib/paths';
import { defaultRelease, leftOut, releaseNamed, type ReleaseName } from './lib/releases';
import type { Owner, RestSession } from './lib/rest';
import { runningN8n, signInTo, type RunningN8n } from './lib/runningN8n';
import { exitOnSignals } from './lib/server';
import type { CredentialFile } from './lib/types';
import { Workbench } from './lib/workbench';
import { killedChecks } from './tests/killed';
import { nextMajorChecks } from './tests/nextMajor';
import { queueChecks } from './tests/queue';
import { startChecks } from './tests/start';
import { triggerChecks } from './tests/trigger';

const documents = 1_000;
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

/** Stores what the checks use in an n8n that runs. */
async function openWorkbench(
	n8n: N8nInstance | RunningN8n,
	{ session, owner }: { session: RestSession; owner: Owner },
	sandbox: RunningSandbox,
): Promise<Workbench> {
	const stored: Record<string, StoredCredential> = {};
	for (const { id, ...content } of credentials(sandbox)) {
		stored[id] = { id: await session.createCredential(content), name: content.name };
	}
	return new Workbench({ n8n, session, owner, sandbox, secrets, credentials: stored });
}

/** What an n8n of this run is made of: n8n, and the file of the package. */
interface Installed {
	installation: N8nInstallation;
	tarball: string;
}

async function runLane(lane: Lane, bench: Workbench, has: Has, only: string): Promise<Tally> {
	const checks = new Checks();
	const browser = new BrowserBench(checks, bench);
	lane(checks, browser, has);
	return await checks
		.run(only, () => `n8n's last lines:\n${bench.n8n.lastLog(8)}`)
		.finally(async () => await browser.close());
}

/** The same in an n8n of its own, which is removed at the end. */
async function runOwnLane(
	lane: Lane,
	{ installation, tarball }: Installed,
	has: Has,
	only: string,
): Promise<Tally> {
	const n8n = await N8nInstance.create(installation, {
		// The checks send more requests to the MCP server than n8n allows in five minutes.
		environment: { N8N_MCP_SERVER_RATE_LIMIT: '100000' },
	});
	const sandbox = await startSandbox({ port: 0, documents, appSecret: secrets.right });
	try {
		await n8n.installPackage(tarball);
		await n8n.open();
		return await runLane(lane, await openWorkbench(n8n, n8n, sandbox), has, only);
	} finally {
		await n8n.remove();
		await sandbox.close();
	}
}

/** Checks that start and end their own n8n, each with its own service. */
async function runStarting(
	{ installation, tarball }: Installed,
	has: Has,
	only: string,
): Promise<Tally> {
	const checks = new Checks();
	const trigger = triggerChecks(checks, installation, tarball);
	if (has('engineTested')) killedChecks(checks, installation, tarball);
	if (has('nextMajor')) nextMajorChecks(checks, installation, tarball);
	return await checks.run(only, () => '').finally(async () => await trigger.close());
}

async function runQueue({ installation, tarball }: Installed, only: string): Promise<Tally> {
	const checks = new Checks();
	const queue = queueChecks(checks, installation, tarball);
	return await checks.run(only, () => queue.lastLog(8)).finally(async () => await queue.close());
}

/** The checks that need no own process. That n8n must have the package, and may use this sandbox only on this machine. */
async function runInForeign(url: string, userFolder: string, only: string): Promise<Tally> {
	const installation = await ensureN8n(console.log);
	const sandbox = await startSandbox({ port: 0, documents, appSecret: secrets.right });
	try {
		const n8n = runningN8n(url, userFolder);
		const bench = await openWorkbench(n8n, await signInTo(n8n, installation), sandbox);
		const has = () => true;
		const tallies: Tally[] = [];
		for (const lane of [nodeLane, exampleLane, editorLane])
			tallies.push(await runLane(lane, bench, has, only));
		return sumOf(tallies);
	} finally {
		await sandbox.close();
	}
}

async function main(): Promise<Tally> {
	const { values, positionals } = parseArgs({
		options: {
			n8n: { type: 'string', default: defaultRelease },
			url: { type: 'string' },
			'user-folder': { type: 'string', default: '' },
		},
		allowPositionals: true,
	});
	const only = positionals.join(' ');
	if (values.url !== undefined) {
		return await runInForeign(values.url, path.resolve(values['user-folder']), only);
	}
	return await runInOwn(releaseNamed(values.n8n), only);
}

/** All checks, in n8n processes of this run. Most of them wait, so the lanes run at the same time. */
async function runInOwn(release: ReleaseName, only: string): Promise<Tally> {
	const { file, contents } = await pack(cacheFolder);
	console.log(`packed ${path.basename(file)}, ${contents.length} files`);
	const installation = await ensureN8n(console.log, release);
	const { version, nodeVersion, leavesOut } = installation;
	const has: Has = (part) => !leavesOut.includes(part);
	console.log(`n8n ${version} runs on Node.js ${nodeVersion}`);
	for (const part of leavesOut) console.log(`left out: ${leftOut[part]}`);
	console.log();
	const installed = { installation, tarball: file };
	const freshNodeLane: Lane = (checks, browser, ...more) => {
		startChecks(checks, browser.bench);
		nodeLane(checks, browser, ...more);
	};
	const lanes = [freshNodeLane, exampleLane, ...(has('editor') ? [editorLane] : [])];
	return sumOf(
		await Promise.all([
			...lanes.map(async (lane) => await runOwnLane(lane, installed, has, only)),
			runStarting(installed, has, only),
			...(has('queueMode') ? [runQueue(installed, only)] : []),
		]),
	);
}

const sumOf = (tallies: Tally[]): Tally => ({
	passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
	failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
});

exitOnSignals();
endWithVerdict(main());
