import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { n8nPackage, projectFolder } from './paths';

/** The package as it is published, built from the sources as they are now. */
export interface BuiltPackage {
	folder: string;
	/** The file that a user installs. */
	tarball: string;
	/** Bytes of the tarball. */
	packedBytes: number;
	/** Bytes on disk once installed. */
	unpackedBytes: number;
	files: number;
	remove(): void;
}

/**
 * Builds into a scratch folder, so that a build which runs at the same time does not matter; with
 * n8n's own n8n-workflow beside it, as an installed package finds it.
 */
export function buildPackage(): BuiltPackage {
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-bench-'));
	const run = (file: string, ...args: string[]) =>
		execFileSync(file, args, { cwd: folder, encoding: 'utf8' });
	const tsc = require.resolve('typescript/bin/tsc');
	const dist = path.join(folder, 'dist');
	const project = path.join(projectFolder, 'tsconfig.json');
	// Types are checked by `npm run types`.
	run(process.execPath, tsc, '-p', project, '--outDir', dist, '--noCheck');
	for (const [from, to] of [
		['icons', 'dist/icons'],
		['nodes', 'dist/nodes'],
		['package.json', 'package.json'],
		['README.md', 'README.md'],
		['LICENSE', 'LICENSE'],
		['CHANGELOG.md', 'CHANGELOG.md'],
	]) {
		cpSync(path.join(projectFolder, from), path.join(folder, to), {
			recursive: true,
			filter: (source) => !source.endsWith('.ts'),
		});
	}
	const [packed] = JSON.parse(
		run('npm', 'pack', '--json', '--ignore-scripts', '--silent'),
	) as Array<{ filename: string; size: number; unpackedSize: number; entryCount: number }>;
	const modules = path.join(folder, 'node_modules');
	mkdirSync(modules);
	for (const name of ['n8n-workflow']) {
		const installed = path.join(path.dirname(n8nPackage), 'node_modules', name);
		symlinkSync(installed, path.join(modules, name), 'dir');
	}
	return {
		folder,
		tarball: path.join(folder, packed.filename),
		packedBytes: packed.size,
		unpackedBytes: packed.unpackedSize,
		files: packed.entryCount,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
