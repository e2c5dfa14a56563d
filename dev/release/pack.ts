import { createHash } from 'node:crypto';
import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { foreignEnvironment, runOrFail } from '../e2e/lib/command';
import { contentFaults, expectedContents, loadingFaults } from './contents';
import { projectFolder, readManifest } from './manifest';
import { buildVersion } from './version';

const timeoutMs = 5 * 60_000;

export interface Packed {
	file: string;
	version: string;
	sha256: string;
	/** Paths inside the package. */
	contents: string[];
}

/**
 * Copies the published files into a separate folder, without `private`. That field keeps `npm publish` from publishing the
 * repository itself without compiled code. File modes are set, because they are part of the archive and would depend on
 * the umask. Only a tagged commit gets the version of package.json.
 */
export function stage(project: string, folder: string): void {
	for (const file of expectedContents(project)) {
		const target = path.join(folder, file);
		mkdirSync(path.dirname(target), { recursive: true });
		copyFileSync(path.join(project, file), target);
		chmodSync(target, 0o644);
	}
	const { private: _guard, ...manifest } = readManifest(project);
	const published = { ...manifest, version: buildVersion(manifest.version, project) };
	writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, '\t')}\n`);
}

/**
 * Packs a staged folder with npm, which sets times and order. The name of the file has no version: the next package
 * replaces the file, and a command that installs it cannot find an older one beside it.
 */
export async function packFolder(folder: string, destination: string): Promise<Packed> {
	mkdirSync(destination, { recursive: true });
	const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', destination];
	const options = { cwd: folder, env: foreignEnvironment(), timeoutMs };
	const { stdout } = await runOrFail('Packing the package', 'npm', args, options);
	const [report] = JSON.parse(stdout.slice(stdout.indexOf('['))) as Array<{
		filename: string;
		version: string;
		files: Array<{ path: string }>;
	}>;
	if (report === undefined) throw new Error('npm pack reported no package.');
	const { filename, version } = report;
	const file = path.join(destination, filename.replace(`-${version}.tgz`, '.tgz'));
	renameSync(path.join(destination, filename), file);
	// n8n's user in a container has to read a file that another user copied there.
	chmodSync(file, 0o644);
	return {
		file,
		version,
		sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
		contents: report.files.map((entry) => entry.path),
	};
}

/**
 * Builds the package and packs it for publishing. Equal sources and an equal Node.js give equal bytes.
 * @throws Error that names missing and unexpected files
 */
export async function pack(destination: string, project = projectFolder): Promise<Packed> {
	const options = { cwd: project, env: process.env, timeoutMs };
	await runOrFail('Building the package', 'npm', ['run', 'build'], options);
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-package-'));
	try {
		stage(project, folder);
		const packed = await packFolder(folder, destination);
		const faults = [
			...contentFaults(packed.contents, project),
			...loadingFaults(readManifest(project), project),
		];
		if (faults.length > 0) throw new Error(`The package is not whole:\n${faults.join('\n')}`);
		return packed;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

if (require.main === module) {
	pack(path.resolve(process.argv[2] ?? '.')).then(
		({ file, version, sha256, contents }) => {
			console.log(contents.join('\n'));
			const packed = `${version}, ${contents.length} files, sha256 ${sha256}`;
			console.log(`${path.basename(file)}: ${packed}`);
		},
		(error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exitCode = 1;
		},
	);
}
