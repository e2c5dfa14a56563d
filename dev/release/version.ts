import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from './manifest';

/**
 * The version of a build: that of package.json if its tag is on this commit. Otherwise a pre-release with the number of
 * commits, of the next patch if that version is released already.
 */
export function buildVersion(version: string, project = projectFolder): string {
	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
	// A folder above may be another repository.
	if (!existsSync(path.join(project, '.git'))) return `${version}-dev.0`;
	const tag = `v${version}`;
	if (git('tag', '--points-at', 'HEAD', '--list', tag) !== '') return version;
	const isReleased = git('tag', '--list', tag) !== '';
	const next = isReleased ? version.replace(/\d+$/, (patch) => String(Number(patch) + 1)) : version;
	return `${next}-dev.${git('rev-list', '--count', 'HEAD')}`;
}

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
	const due = JSON.parse(
		readFileSync(path.join(projectFolder, 'docs/images/due.json'), 'utf8'),
	) as string[];
	const faults = [
		...versionFaults(readManifest().version, changelog, process.argv[2] ?? ''),
		...due.map((picture) => `The picture ${picture} is due: npm run screenshots -- --due`),
	];
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
}
