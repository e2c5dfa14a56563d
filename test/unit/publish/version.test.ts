import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from '../../../dev/release/manifest';
import { buildVersion, versionFaults } from '../../../dev/release/version';

const changelog = '# Changelog\n\n## 1.2.0\n\nNew.\n\n## 1.1.0\n\nOld.\n';

it.each([
	['1.2.0', 'v1.2.0', []],
	['1.2.0', '1.2.0', ['The tag is "1.2.0", package.json says 1.2.0']],
	['1.2.0', 'v1.1.0', ['The tag is "v1.1.0", package.json says 1.2.0']],
	['1.3.0', 'v1.3.0', ['CHANGELOG.md begins with "1.2.0" instead of 1.3.0']],
])('Version %s with the tag %s can be published, unless: %j', (version, tag, faults) => {
	expect(versionFaults(version, changelog, tag)).toEqual(faults);
	const unreleased = changelog.replace('## 1.2.0', '## Unreleased\n\nMore.\n\n## 1.2.0');
	expect(versionFaults(version, unreleased, tag)).not.toEqual([]);
});

it('The changelog begins with the version in package.json, or with Unreleased', () => {
	const text = readFileSync(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	expect([readManifest().version, 'Unreleased']).toContain(/^## (.+)$/m.exec(text)?.[1]);
});

it('A build has the version of package.json only if its commit has the tag', () => {
	const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'tagged-'));
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	const commit = () => {
		const person = ['-c', 'user.name=A', '-c', 'user.email=a@a.example'];
		git(...person, 'commit', '--quiet', '--allow-empty', '--message', 'More');
	};
	const version = () => buildVersion('1.2.0', folder);
	expect(version()).toBe('1.2.0-dev.0');
	git('init', '--quiet');
	commit();
	expect(version()).toBe('1.2.0-dev.1');
	git('tag', 'v1.2.0');
	expect(version()).toBe('1.2.0');
	commit();
	expect(version()).toBe('1.2.1-dev.2');
});
