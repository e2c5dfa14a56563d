import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { foreignEnvironment, runOrFail } from '../e2e/lib/command';

/**
 * n8n's own scanner and build, and a linter of workflows, in a folder with its own lock: they install hundreds of packages
 * that neither the nodes nor their tests need.
 */
const folder = path.join(__dirname, 'tools');
/** In node_modules, so that deleting that folder deletes this marker too. */
const stampFile = path.join(folder, 'node_modules', '.installed');

export const scanner = path.join(folder, 'scan.mjs');
export const nodeCliName = '@n8n/node-cli';
export const eslint = path.join(folder, 'node_modules/eslint/bin/eslint.js');
export const nodesBase2 = path.join(folder, 'nodesBase2.config.mjs');

/** n8n's command line of one version. */
export interface NodeCli {
	version: string;
	folder: string;
	/** The script that `node` runs. */
	script: string;
}

function nodeCliIn(tools: string): NodeCli {
	const cli = path.join(tools, 'node_modules', nodeCliName);
	const { version } = JSON.parse(readFileSync(path.join(cli, 'package.json'), 'utf8')) as {
		version: string;
	};
	return { version, folder: cli, script: path.join(cli, 'bin/n8n-node.mjs') };
}

/** The version in the lock. */
export const lockedNodeCli = (): NodeCli => nodeCliIn(folder);

/** Installs another version, such as `latest`. */
export async function otherNodeCli(version: string): Promise<NodeCli> {
	// Below the project, whose packages are its peers.
	const tools = path.join(folder, 'node_modules', '.other');
	rmSync(tools, { recursive: true, force: true });
	mkdirSync(tools);
	copyFileSync(path.join(folder, '.npmrc'), path.join(tools, '.npmrc'));
	const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
		overrides: Record<string, string>;
	};
	const dependencies = { [nodeCliName]: version };
	const { overrides } = manifest;
	const text = JSON.stringify({ private: true, dependencies, overrides });
	writeFileSync(path.join(tools, 'package.json'), text);
	const options = { cwd: tools, env: foreignEnvironment(), timeoutMs: 10 * 60_000 };
	await runOrFail(`Installing ${nodeCliName} ${version}`, 'npm', ['install'], options);
	return nodeCliIn(tools);
}

/** Installs the tools of the lock. The first call takes half a minute, later ones no time. */
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
