import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from '../../../dev/release/manifest';
import { versionFaults } from '../../../dev/release/version';

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
