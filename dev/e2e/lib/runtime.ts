import { existsSync } from 'node:fs';
import path from 'node:path';

import { foreignEnvironment, runOrFail } from './command';
import { runtimeFolder } from './paths';
import type { NodeMajors } from './releases';

/** The Node.js that dev/e2e/runtime installs from npm; every n8n here runs on it. */
const packagedMajor = 24;

export interface NodeRuntime {
	node: string;
	/** The folder that holds `include/node/node.h`; undefined leaves the headers to the build tool. */
	nodedir: string | undefined;
	pnpm: string;
}

const executable = process.platform === 'win32' ? 'node.exe' : 'node';

function packagedNode(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const folder = path.join(runtimeFolder, 'node_modules', `node-${platform}-${process.arch}`);
	return path.join(folder, 'bin', executable);
}

function headersOf(node: string): string | undefined {
	const folder = path.resolve(path.dirname(node), '..');
	return existsSync(path.join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}

/** A Node.js of these major versions (the running one if possible, else the installed one) and pnpm. */
export async function ensureRuntime(
	{ from, to }: NodeMajors,
	progress: (line: string) => void,
): Promise<NodeRuntime> {
	const major = Number(process.versions.node.split('.')[0]);
	const own = major >= from && major <= to;
	const node = own ? process.execPath : packagedNode();
	const pnpm = path.join(runtimeFolder, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
	if (!existsSync(node) || !existsSync(pnpm)) {
		progress(own ? 'Fetching pnpm' : `Fetching Node ${packagedMajor} and pnpm`);
		await runOrFail('Fetching Node and pnpm', 'npm', ['ci', ...(own ? ['--omit=optional'] : [])], {
			cwd: runtimeFolder,
			env: foreignEnvironment(),
			timeoutMs: 10 * 60_000,
		});
	}
	if (!existsSync(node)) {
		throw new Error(
			`n8n needs Node ${from} or newer, and none is packaged for ${process.platform} on ${process.arch}. ` +
				`Install Node ${packagedMajor}, put it first on PATH and run this again.`,
		);
	}
	return { node, nodedir: headersOf(node), pnpm };
}

/** The environment in which n8n, its installer and its native builds use the same Node.js. */
export function runtimeEnvironment(
	{ node, nodedir }: NodeRuntime,
	extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
	const environment = foreignEnvironment(extra);
	// On Windows the variable may be called "Path"; a second spelling would be ignored.
	const name = Object.keys(environment).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	environment[name] = [path.dirname(node), environment[name] ?? ''].join(path.delimiter);
	// Without it, sqlite3 is compiled against the headers of any installed Node.js.
	if (nodedir !== undefined) environment.npm_config_nodedir = nodedir;
	return environment;
}
