import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder, readManifest } from '../../../dev/release/manifest';
import { versionFaults } from '../../../dev/release/version';

const changelog = '# Changelog\n\n## 1.2.0\n\nNew.\n\n## 1.1.0\n\nOld.\n';

describe('A tag', () => {
	it('is published if package.json and the changelog name it', () => {
		expect(versionFaults('1.2.0', changelog, 'v1.2.0')).toEqual([]);
	});

	it.each([
		['1.2.0', '1.2.0', 'The tag is "1.2.0", package.json says 1.2.0'],
		['1.2.0', 'v1.1.0', 'The tag is "v1.1.0", package.json says 1.2.0'],
		['1.3.0', 'v1.3.0', 'CHANGELOG.md begins with "1.2.0" instead of 1.3.0'],
	])('of version %s as %s is refused', (version, tag, fault) => {
		expect(versionFaults(version, changelog, tag)).toEqual([fault]);
	});

	it('is refused while the changelog calls its changes unreleased', () => {
		const unreleased = changelog.replace('## 1.2.0', '## Unreleased\n\nMore.\n\n## 1.2.0');
		expect(versionFaults('1.2.0', unreleased, 'v1.2.0')).toHaveLength(1);
	});
});

it('The changelog begins with the version in package.json, or with Unreleased', () => {
	const text = readFileSync(path.join(projectFolder, 'CHANGELOG.md'), 'utf8');
	expect([readManifest().version, 'Unreleased']).toContain(/^## (.+)$/m.exec(text)?.[1]);
});
