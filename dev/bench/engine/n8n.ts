import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { n8nPackage } from '../lib/paths';

// n8n-core writes a settings file on first use; set before it is loaded.
const userFolder = mkdtempSync(path.join(tmpdir(), 'accounting-bench-n8n-'));
process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'benchmarks-only';
process.env.N8N_LOG_LEVEL = 'silent';
// The file storage of a single n8n process.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';

/** Loads from the installed n8n, whose versions of these packages differ from ours. */
const load = createRequire(n8nPackage);

const { Container } = load('@n8n/di') as typeof import('@n8n/di');

export const {
	BinaryDataConfig,
	BinaryDataService,
	ExecutionLifecycleHooks,
	PollContext,
	WorkflowExecute,
} = load('n8n-core') as typeof import('n8n-core');

export const { Workflow, NodeHelpers } = load('n8n-workflow') as typeof import('n8n-workflow');

export const { HttpRequest } = load(
	'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
) as {
	HttpRequest: new () => import('n8n-workflow').IVersionedNodeType;
};

/** The start of n8n, before a node can store a file. */
export async function prepareFiles(): Promise<void> {
	Container.get(BinaryDataConfig);
	await Container.get(BinaryDataService).init();
}

/** Nobody reads the files of a job. */
export function forgetFiles(): void {
	const { localStoragePath } = Container.get(BinaryDataConfig);
	rmSync(localStoragePath, { recursive: true, force: true });
}
