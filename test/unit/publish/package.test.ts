import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { contentFaults, expectedContents, loadingFaults } from '../../../dev/release/contents';
import { projectFolder, readManifest } from '../../../dev/release/manifest';

/** A built project with an icon and a schema, but without a codex. */
function smallProject(): string {
	const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'project-'));
	for (const file of ['dist/icons/a.svg', 'dist/nodes/A/__schema__/v1/a.json']) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), '{}\n');
	}
	return folder;
}

describe('The content of the package', () => {
	const whole = expectedContents(projectFolder);

	it('is what package.json names, with its codex, schemas and icons', () => {
		const { n8n } = readManifest();
		const codices = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		expect(whole).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials, ...codices]));
		expect(whole.filter((file) => file.includes('/__schema__/')).length).toBeGreaterThan(5);
		expect(whole.filter((file) => file.endsWith('.svg'))).toHaveLength(2);
		expect(contentFaults(whole, projectFolder)).toEqual([]);
	});

	it('is an error if a file is missing, or another one is there', () => {
		const [first, ...others] = whole;
		expect(contentFaults(others, projectFolder)).toEqual([`${first} is missing`]);
		for (const file of ['dist/nodes/A.js.map', 'dist/nodes/a.test.js', 'test/a.js', '.npmrc'])
			expect(contentFaults([...whole, file], projectFolder)).toContain(
				`${file} does not belong there`,
			);
	});

	it('is incomplete without the files that package.json names, an icon, a codex or the schemas', () => {
		const folder = smallProject();
		writeFileSync(
			path.join(folder, 'dist/nodes/A/C.node.js'),
			"exports.C = class { description = { icon: { light: 'file:../../icons/a.svg', dark: 'file:b.svg' } } };",
		);
		const n8n = { nodes: ['dist/nodes/A/B.node.js', 'dist/nodes/A/C.node.js'], credentials: [] };
		expect(loadingFaults({ ...readManifest(), n8n }, folder)).toEqual([
			'dist/nodes/A/B.node.js is named in package.json and missing',
			'dist/nodes/A/b.svg is missing, which dist/nodes/A/C.node.js needs',
			'dist/nodes/A/C.node.json is missing, which dist/nodes/A/C.node.js needs',
		]);
	});
});

describe('package.json', () => {
	it('has no runtime dependency, and runs no script where it is installed', () => {
		const manifest = readManifest();
		expect(manifest).not.toHaveProperty('dependencies');
		// npm publishes neither the repository nor a package of which nobody can prove how it was built.
		expect(manifest).toMatchObject({ private: true, publishConfig: { provenance: true } });
		const { scripts } = manifest as unknown as { scripts: Record<string, string> };
		const forbidden = /^(pre|post)?(install|prepare|publish)|^prepublish/;
		expect(Object.keys(scripts).filter((name) => forbidden.test(name))).toEqual([]);
	});
});
