import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from './manifest';

/** Reasons against publishing a tag; empty if there are none. The changelog is Markdown, newest version first. */
export function versionFaults(version: string, changelog: string, tag: string): string[] {
	const newest = /^## (.+)$/m.exec(changelog)?.[1];
	return [
		...(tag === `v${version}` ? [] : [`The tag is "${tag}", package.json says ${version}`]),
		...(newest === version
			? []
			: [`CHANGELOG.md begins with "${newest ?? ''}" instead of ${version}`]),
	];
}

if (require.main === module) {
	const changelog = readFileSync(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	const faults = versionFaults(readManifest().version, changelog, process.argv[2] ?? '');
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
