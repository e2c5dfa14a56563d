import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { foreignEnvironment, run, runOrFail } from './command';
import { e2eFolder } from './paths';
import { defaultRelease, releases, type LeftOut, type ReleaseName } from './releases';
import { ensureRuntime, runtimeEnvironment, type NodeRuntime } from './runtime';

const installTimeoutMs = 25 * 60_000;
const progressEveryMs = 10_000;

/** Each line names alternative commands. */
const buildTools = [
	{ name: 'Python 3', commands: ['python3', 'python'] },
	{ name: 'make', commands: ['make'] },
	{ name: 'a C++ compiler', commands: ['g++', 'clang++', 'c++'] },
];

function stamp(folder: string, node: string): string {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'pnpm-lock.yaml', '.npmrc']) {
		hash.update(readFileSync(path.join(folder, file)));
	}
	return hash.update(node).digest('hex');
}

async function answers(command: string): Promise<boolean> {
	const options = { cwd: e2eFolder, env: foreignEnvironment(), timeoutMs: 30_000 };
	return await run(command, ['--version'], options).then(
		({ code }) => code === 0,
		() => false,
	);
}

async function refuseWithoutBuildTools(): Promise<void> {
	if (process.platform === 'win32') return; // The compiler there is not found by a command's name.
	const missing: string[] = [];
	for (const { name, commands } of buildTools) {
		const found = await Promise.all(commands.map(answers));
		if (!found.includes(true)) missing.push(`${name} (${commands.join(' or ')})`);
	}
	if (missing.length > 0) {
		throw new Error(
			`n8n compiles its database driver while it is installed. Missing here: ${missing.join(', ')}. ` +
				"Install it with your system's package manager (Debian and Ubuntu: build-essential and python3; " +
				'macOS: xcode-select --install) and run this again.',
		);
	}
}

/** pnpm writes a "Progress:" line per step: prints one every ten seconds, and the package that is compiled. */
function quieter(progress: (line: string) => void): (line: string) => void {
	let last = Date.now();
	return (line) => {
		const compiling = /node_modules\/(sqlite3|isolated-vm)\S* (?:pre|post)?install\$/.exec(line);
		if (compiling) progress(`  compiling ${compiling[1] ?? ''}`);
		if (!line.startsWith('Progress:') || Date.now() - last < progressEveryMs) return;
		last = Date.now();
		progress(`  ${line}`);
	};
}

export interface N8nInstallation {
	runtime: NodeRuntime;
	/** n8n's own package. */
	folder: string;
	/** The script that `node` runs; every n8n command goes through it. */
	n8n: string;
	version: string;
	/** The version of the Node.js that n8n runs on. */
	nodeVersion: string;
	leavesOut: readonly LeftOut[];
}

/** Installs Node.js and an n8n from the committed locks. The first call takes minutes, later ones no time. */
export async function ensureN8n(
	progress: (line: string) => void,
	name: ReleaseName = defaultRelease,
): Promise<N8nInstallation> {
	const release = releases[name];
	const runtime = await ensureRuntime(release.node, progress);
	const folder = path.join(release.folder, 'node_modules', 'n8n');
	/** In node_modules, so that deleting that folder deletes this marker too. */
	const stampFile = path.join(release.folder, 'node_modules', '.installed');
	const environment = runtimeEnvironment(runtime, {
		CI: 'true',
		npm_config_ignore_scripts: 'false',
	});
	const options = { cwd: release.folder, env: environment, timeoutMs: 60_000 };
	const { stdout } = await runOrFail(
		'Node',
		runtime.node,
		['-p', '[process.versions.modules, process.versions.node].join(" ")'],
		options,
	);
	const [modules = '', nodeVersion = ''] = stdout.trim().split(' ');
	const wanted = stamp(release.folder, modules);
	const installed = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
	if (!installed) {
		await refuseWithoutBuildTools();
		progress(`Installing n8n ${name} (once: three to ten minutes, about 2 GB)`);
		await runOrFail(
			'Installing n8n',
			runtime.node,
			[runtime.pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'],
			{ ...options, timeoutMs: installTimeoutMs, onLine: quieter(progress) },
		);
		await runOrFail(
			"Loading n8n's database driver",
			runtime.node,
			['-e', 'require("sqlite3")'],
			options,
		);
		// Another checkout may share the file by a hard link, and must not get this stamp.
		rmSync(stampFile, { force: true });
		writeFileSync(stampFile, wanted);
	}
	const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	const n8n = path.join(folder, 'bin', 'n8n');
	return { runtime, folder, n8n, version, nodeVersion, leavesOut: release.leavesOut };
}

/** The n8n versions that the checks run in. */
async function main(): Promise<void> {
	for (const name of Object.keys(releases) as ReleaseName[]) {
		const { version } = await ensureN8n(console.log, name);
		console.log(`n8n ${version} is installed.`);
	}
}

if (require.main === module) {
	main().catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	});
}
