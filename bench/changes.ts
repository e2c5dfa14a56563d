/**
 * Export Changes beside Export to File in the real n8n, both to NDJSON: a million documents of which one in
 * a thousand has changed since the manifest was made.
 *   npx tsx bench/changes.ts [documents]
 */
import { statSync } from 'node:fs';
import path from 'node:path';

import { pack } from '../release/pack';
import { chain, credentialFile, ourNode, trigger, type NodeSketch } from '../e2e/lib/flow';
import { ensureN8n } from '../e2e/lib/install';
import { N8nInstance } from '../e2e/lib/n8n';
import { cacheFolder } from '../e2e/lib/paths';
import { newOwner, type RestSession } from '../e2e/lib/rest';
import { exitOnSignals } from '../e2e/lib/server';
import { itemsOf } from '../e2e/lib/types';
import { pause } from '../e2e/lib/wait';
import { describeMachine } from './lib/machine';
import { ProcessMemory } from './lib/processMemory';
import { SandboxProcess } from './lib/sandbox';

const [documents = 1_000_000] = process.argv.slice(2).map(Number);
const credential = { id: 'changes', name: 'Sandbox' };
const betweenLooksMs = 2_000;

type Account = Record<string, number | boolean | string | null>;

/** Documents that are created, changed and deleted, one in a thousand in all. */
const [created, updated, deleted] = [0.5, 0.3, 0.2].map((part) => (documents / 1000) * part);

async function admin<T>(sandbox: SandboxProcess, method: string, place: string, body?: object) {
	const answer = await fetch(`${sandbox.baseUrl}/_sandbox/${place}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${method} ${place}`);
	return (answer.status === 204 ? undefined : await answer.json().catch(() => undefined)) as T;
}

async function churn(sandbox: SandboxProcess, ids: string[]): Promise<void> {
	for (const [index, id] of ids.entries()) {
		if (index < updated) await admin(sandbox, 'PATCH', `documents/${id}`, { total: 1234.5 });
		else await admin(sandbox, 'DELETE', `documents/${id}`);
	}
	await admin(sandbox, 'POST', 'documents', { count: created });
}

/** Executes nodes one after another. @returns what our node says of its file, and by how much n8n grew */
async function measured(session: RestSession, memory: ProcessMemory, ...nodes: NodeSketch[]) {
	await pause(5_000);
	const idle = memory.now();
	memory.forgetPeak();
	const execution = await session.start(
		await session.createWorkflow(chain('Run', ...nodes)),
		trigger,
	);
	// Seldom, so that n8n's answers to these questions are not taken for the export's work.
	do await pause(betweenLooksMs);
	while ((await session.savedExecution(execution)).status === 'running');
	const growth = memory.peak() - idle;
	const [item] = itemsOf(await session.finished(execution), 'Service');
	if (!item) throw new Error('There is no item.');
	const account = item.json as Account;
	if (account.complete !== true) throw new Error(`Not complete: ${JSON.stringify(account)}`);
	const seconds = Math.round(Number(account.durationMs) / 100) / 10;
	return { account, seconds, growth };
}

async function main(): Promise<void> {
	const installation = await ensureN8n(console.log);
	const tarball = await pack(cacheFolder);
	const sandbox = await SandboxProcess.start({ documents });
	const n8n = await N8nInstance.create(installation);
	try {
		await n8n.installPackage(tarball.file);
		const { baseUrl, appId, appSecret } = sandbox;
		const data = { baseUrl, appId, appSecret };
		await n8n.importCredentials([credentialFile(credential.id, credential.name, data)]);
		const session = await n8n.start();
		await session.setUpOwner(newOwner());
		const memory = ProcessMemory.ofN8n(n8n.userFolder);

		const manifest = path.join(n8n.filesFolder, 'documents.manifest');
		const common = { resource: 'accountingDocument', format: 'ndjson' };
		const changes = { ...common, operation: 'exportChanges' };
		const file = (operation: string, parameters: object): NodeSketch => ({
			name: operation,
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1.1,
			parameters: { operation, ...parameters },
		});
		const write = file('write', { fileName: manifest, dataPropertyName: 'manifest' });
		const read = file('read', {
			fileSelector: manifest,
			options: { dataPropertyName: 'manifest' },
		});

		const known = await admin<Array<{ id: number }>>(sandbox, 'POST', 'documents', {
			count: updated + deleted,
		});
		const first = ourNode(credential, { ...changes, firstRun: 'baseline' }, { typeVersion: 1.1 });
		await measured(session, memory, first, write);
		await churn(
			sandbox,
			known.map(({ id }) => String(id)),
		);
		const exported = { ...common, operation: 'exportToFile' };
		const whole = await measured(session, memory, ourNode(credential, exported));
		const changed = await measured(
			session,
			memory,
			read,
			ourNode(credential, changes, { typeVersion: 1.1 }),
		);
		const found = [changed.account.created, changed.account.updated, changed.account.deleted];
		if (found.join() !== [created, updated, deleted].join()) {
			throw new Error(
				`Found ${found.join(', ')} instead of ${[created, updated, deleted].join(', ')}`,
			);
		}
		const megabytes = Math.round(statSync(manifest).size / 1024 / 102.4) / 10;
		console.log(JSON.stringify(describeMachine(installation.runtime.node)));
		console.log(`Export to File: ${whole.seconds} s, n8n grew by ${whole.growth} MB`);
		console.log(`Export Changes: ${changed.seconds} s, n8n grew by ${changed.growth} MB`);
		console.log(
			`Ratio ${(changed.seconds / whole.seconds).toFixed(2)}; the manifest has ${megabytes} MB`,
		);
	} finally {
		await n8n.remove();
		await sandbox.stop();
	}
}

exitOnSignals();
main().catch((failure: unknown) => {
	console.error(failure);
	process.exitCode = 1;
});
