import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { contentFaults, expectedContents, loadingFaults } from '../../../dev/release/contents';
import { projectFolder, readManifest } from '../../../dev/release/manifest';

const scratch = (name: string) =>
	mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), `${name}-`));

/** A minimal built project with the same layout. */
function smallProject(): string {
	const folder = scratch('project');
	const files = [
		...['README.md', 'LICENSE', 'CHANGELOG.md', 'icons/a.svg', 'dist/icons/a.svg'],
		...['credentials/A.credentials.ts', 'dist/credentials/A.credentials.js'],
		...['nodes/A/A.node.ts', 'nodes/A/A.node.json', 'nodes/A/__schema__/v1/a.json'],
		...['dist/nodes/A/A.node.js', 'dist/nodes/A/A.node.json', 'dist/nodes/A/__schema__/v1/a.json'],
	];
	for (const file of files) {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), '{}\n');
	}
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify(readManifest()));
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

	it('is an error if a file is missing', () => {
		const [first, ...others] = whole;
		expect(contentFaults(others, projectFolder)).toEqual([`${first} is missing`]);
	});

	it.each([
		'dist/nodes/A.js.map',
		'dist/nodes/a.test.js',
		'dist/nodes/a.d.ts',
		'test/a.js',
		'.npmrc',
	])('is not %s', (file) => {
		const faults = contentFaults([...whole, file], projectFolder);
		expect(faults).toContain(`${file} does not belong there`);
	});

	it('is incomplete without the files that package.json names', () => {
		const named = { nodes: ['dist/nodes/A/B.node.js'], credentials: [] };
		expect(loadingFaults({ ...readManifest(), n8n: named }, smallProject())).toEqual([
			'dist/nodes/A/B.node.js is named in package.json and missing',
		]);
	});

	it('is incomplete without an icon, a codex or the schemas of a node', () => {
		const folder = smallProject();
		writeFileSync(
			path.join(folder, 'dist/nodes/A/C.node.js'),
			"exports.C = class { description = { icon: { light: 'file:../../icons/a.svg', dark: 'file:b.svg' } } };",
		);
		const n8n = { nodes: ['dist/nodes/A/C.node.js'], credentials: [] };
		expect(loadingFaults({ ...readManifest(), n8n }, folder)).toEqual([
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
