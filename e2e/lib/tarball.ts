import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { runOrFail } from './command';
import { cacheFolder, projectFolder } from './paths';

const required = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
const buildTimeoutMs = 5 * 60_000;

interface PackReport {
	filename: string;
	files: Array<{ path: string }>;
}

export interface Tarball {
	file: string;
	/** Paths inside the package. */
	contents: string[];
}

/** What a published package must not carry, or lacks; empty when it is right. */
export function contentFaults(contents: string[]): string[] {
	const missing = required
		.filter((name) => !contents.includes(name))
		.map((name) => `lacks ${name}`);
	const surplus = contents
		.filter((name) => !required.includes(name) && !name.startsWith('dist/'))
		.map((name) => `carries ${name}`);
	return [...missing, ...surplus];
}

/** Builds the package and packs it exactly as it would be published. */
export async function packTarball(): Promise<Tarball> {
	mkdirSync(cacheFolder, { recursive: true });
	const options = { cwd: projectFolder, env: process.env, timeoutMs: buildTimeoutMs };
	await runOrFail('Building the package', 'npm', ['run', 'build'], options);
	const args = ['pack', '--json', '--pack-destination', cacheFolder];
	const { stdout } = await runOrFail('Packing the package', 'npm', args, options);
	const [report] = JSON.parse(stdout.slice(stdout.indexOf('['))) as PackReport[];
	if (report === undefined) throw new Error('npm pack reported no package.');
	return {
		file: path.join(cacheFolder, report.filename),
		contents: report.files.map((file) => file.path),
	};
}
