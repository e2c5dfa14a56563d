/**
 * Export to File in the real n8n, a million documents in each format: how long it takes, by how much
 * n8n grows, how large the saved execution is. Runs alone too: tsx bench/export.ts [documents] [formats]
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { chain, credentialFile, ourNode, trigger } from '../e2e/lib/flow';
import { ensureN8n } from '../e2e/lib/install';
import { N8nInstance } from '../e2e/lib/n8n';
import { newOwner, type RestSession } from '../e2e/lib/rest';
import { exitOnSignals } from '../e2e/lib/server';
import { itemsOf } from '../e2e/lib/types';
import { pause } from '../e2e/lib/wait';
import { describeMachine, type Machine } from './lib/machine';
import { buildPackage } from './lib/package';
import { ProcessMemory } from './lib/processMemory';
import { SandboxProcess } from './lib/sandbox';

const credential = { id: 'export', name: 'Sandbox' };
const betweenLooksMs = 2_000;

/** An n8n gives back what it needed to start only after a while. */
const untilIdleMs = 25_000;

export interface ExportMeasure {
	format: string;
	documents: number;
	seconds: number;
	fileMegabytes: number;
	/** Of the n8n process before the export, in MB. */
	idleMegabytes: number;
	/** Peak during the export above that, in MB. */
	growthMegabytes: number;
	savedExecutionBytes: number;
	complete: boolean;
}

/** What the first export makes of an n8n that has just been started, in MB. */
export interface FirstExport {
	documents: number;
	idleMegabytes: number;
	peakMegabytes: number;
}

export interface ExportResults {
	machine: Machine;
	first: FirstExport;
	measures: ExportMeasure[];
}

/** @throws Error when an export fails, or its file disagrees with the sandbox's own books */
export async function run(
	documents = 1_000_000,
	formats = ['csv', 'ndjson', 'xlsx'],
): Promise<ExportResults> {
	const installation = await ensureN8n(console.log);
	const machine = describeMachine(installation.runtime.node);
	const built = buildPackage();
	const n8n = await N8nInstance.create(installation);
	const sandbox = await SandboxProcess.start({ documents });
	try {
		await n8n.installPackage(pack(built.folder));
		const { baseUrl, appId, appSecret } = sandbox;
		const data = { baseUrl, appId, appSecret };
		await n8n.importCredentials([credentialFile(credential.id, credential.name, data)]);
		const session = await n8n.start();
		await session.setUpOwner(newOwner());
		const memory = ProcessMemory.ofN8n(n8n.userFolder);
		const expected = await totalsOf(baseUrl);
		const first = await firstExport(session, memory);
		console.log(
			`The first export takes n8n from ${first.idleMegabytes} to ${first.peakMegabytes} MB`,
		);
		const measures: ExportMeasure[] = [];
		for (const format of formats) {
			const measured = await measure(session, memory, format, expected);
			measures.push(measured);
			console.log(lineOf(measured));
		}
		return { machine, first, measures };
	} finally {
		await n8n.remove();
		await sandbox.stop();
		built.remove();
	}
}

/** The room that V8 takes for many requests at all is no part of what a large export adds. */
async function firstExport(session: RestSession, memory: ProcessMemory): Promise<FirstExport> {
	await pause(untilIdleMs);
	const idleMegabytes = memory.now();
	memory.forgetPeak();
	const { account } = await execute(session, 'csv', { toPage: 200 });
	return { documents: account.documents, idleMegabytes, peakMegabytes: memory.peak() };
}

interface Totals {
	count: number;
	totals: Record<string, string>;
}

async function measure(
	session: RestSession,
	memory: ProcessMemory,
	format: string,
	expected: Totals,
): Promise<ExportMeasure> {
	await pause(5_000);
	const idle = memory.now();
	memory.forgetPeak();
	const { account, saved } = await execute(session, format, {});
	const { documents, totals } = account;
	if (documents !== expected.count || JSON.stringify(totals) !== JSON.stringify(expected.totals)) {
		throw new Error(`The ${format} file disagrees with the sandbox: ${JSON.stringify(account)}`);
	}
	return {
		format,
		documents,
		seconds: Math.round(account.durationMs / 100) / 10,
		fileMegabytes: Math.round(account.bytes / 1024 / 1024),
		idleMegabytes: idle,
		growthMegabytes: memory.peak() - idle,
		savedExecutionBytes: saved.length,
		complete: account.complete,
	};
}

interface Account extends Record<string, unknown> {
	documents: number;
	totals: Record<string, string>;
	bytes: number;
	durationMs: number;
	complete: boolean;
}

async function execute(session: RestSession, format: string, options: object) {
	const parameters = {
		resource: 'accountingDocument',
		operation: 'exportToFile',
		format,
		options,
	};
	const id = await session.createWorkflow(
		chain(`Export ${format}`, ourNode(credential, parameters)),
	);
	const execution = await session.start(id, trigger);
	// Seldom, so that n8n's answers to these questions are not taken for the export's work.
	do await pause(betweenLooksMs);
	while ((await session.savedExecution(execution)).status === 'running');
	const result = await session.finished(execution);
	const items = itemsOf(result, 'Service').map(({ json }) => json as Account);
	const [account] = items;
	if (items.length !== 1 || !account) throw new Error(`${items.length} files instead of one`);
	return { account, saved: result.saved };
}

/** The tarball that a user installs. */
function pack(folder: string): string {
	const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
		cwd: folder,
		encoding: 'utf8',
	});
	const [{ filename }] = JSON.parse(output) as Array<{ filename: string }>;
	return path.join(folder, filename);
}

async function totalsOf(baseUrl: string): Promise<Totals> {
	return (await (await fetch(`${baseUrl}/_sandbox/totals`)).json()) as Totals;
}

function lineOf(measured: ExportMeasure): string {
	const { format, documents, seconds, fileMegabytes, idleMegabytes, growthMegabytes } = measured;
	return (
		`${documents} documents as ${format}: ${seconds} s, file ${fileMegabytes} MB, n8n ${idleMegabytes} MB ` +
		`idle and ${growthMegabytes} MB more at most, saved execution ${measured.savedExecutionBytes} bytes, ` +
		`completeness ${measured.complete ? 'proved' : 'not proved'}`
	);
}

if (require.main === module) {
	exitOnSignals();
	const [documents, ...formats] = process.argv.slice(2);
	run(documents ? Number(documents) : undefined, formats.length > 0 ? formats : undefined).catch(
		(failure: unknown) => {
			console.error(failure);
			process.exitCode = 1;
		},
	);
}
