import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runOrFail } from '../../e2e/lib/command';
import { projectFolder, readManifest } from '../manifest';
import { packFolder, stage } from '../pack';

export interface Version {
	version: string;
	/** The packed file. */
	file: string;
}

export interface Versions {
	older: Version;
	newer: Version;
}

/** The package, and the same code as the next version. */
export async function packVersions(scratch: string): Promise<Versions> {
	const options = { cwd: projectFolder, env: process.env, timeoutMs: 5 * 60_000 };
	await runOrFail('Building the package', 'npm', ['run', 'build'], options);
	const older = readManifest().version;
	const newer = older.replace(/\d+$/, (patch) => String(Number(patch) + 1));
	const packed = async (version: string): Promise<Version> => {
		const folder = path.join(scratch, version);
		mkdirSync(folder);
		stage(projectFolder, folder);
		const file = path.join(folder, 'package.json');
		const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
		writeFileSync(file, JSON.stringify({ ...manifest, version }));
		return {
			version,
			file: (await packFolder(folder, path.join(scratch, 'packed', version))).file,
		};
	};
	return { older: await packed(older), newer: await packed(newer) };
}
