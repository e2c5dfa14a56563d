import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { foreignEnvironment, runOrFail } from '../e2e/lib/command';

/**
 * n8n's own scanner and build, and a linter of workflows, in a folder with a lock of its own: they
 * bring hundreds of packages that neither the nodes nor their tests need.
 */
const folder = path.join(__dirname, 'tools');
/** Inside node_modules, so that deleting that folder deletes the claim that it is complete. */
const stampFile = path.join(folder, 'node_modules', '.installed');

export const scanner = path.join(folder, 'scan.mjs');
export const nodeCliFolder = path.join(folder, 'node_modules/@n8n/node-cli');
export const nodeCli = path.join(nodeCliFolder, 'bin/n8n-node.mjs');
export const eslint = path.join(folder, 'node_modules/eslint/bin/eslint.js');
export const nodesBase2 = path.join(folder, 'nodesBase2.config.mjs');

/** Installs the tools as their lock names them; the first call takes half a minute, later ones nothing. */
export async function ensureTools(): Promise<void> {
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).digest('hex');
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
	console.log("Installing n8n's scanner and build (once: half a minute)");
	const options = { cwd: folder, env: foreignEnvironment(), timeoutMs: 10 * 60_000 };
	await runOrFail("Installing n8n's scanner and build", 'npm', ['ci'], options);
	writeFileSync(stampFile, wanted);
}

/** A module of the tools; the caller says what it exports. */
export function toolModule(name: string): unknown {
	return createRequire(path.join(folder, 'package.json'))(name) as unknown;
}
