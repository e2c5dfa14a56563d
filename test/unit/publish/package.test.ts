import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { contentFaults, expectedContents, loadingFaults } from '../../../dev/release/contents';
import { projectFolder, readManifest } from '../../../dev/release/manifest';
import { packFolder } from '../../../dev/release/pack';

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

describe('The file of the package', () => {
	it('replaces the one of an earlier version', async () => {
		const folder = smallProject();
		const destination = path.join(folder, 'packed');
		const packed = async (version: string) => {
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'one', version }));
			return await packFolder(folder, destination);
		};
		await packed('1.0.0');
		const { file, version } = await packed('1.0.1-dev.2');
		expect(version).toBe('1.0.1-dev.2');
		expect(readdirSync(destination)).toEqual([path.basename(file)]);
		const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], {
			encoding: 'utf8',
		});
		expect(JSON.parse(manifest)).toEqual({ name: 'one', version });
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

describe('A commit', () => {
	it('contains no packages, not even as a link to those of another checkout', () => {
		const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'commit-'));
		const git = (...args: string[]) =>
			execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
		git('init', '--quiet');
		copyFileSync(path.join(projectFolder, '.gitignore'), path.join(folder, '.gitignore'));
		symlinkSync(folder, path.join(folder, 'node_modules'));
		expect(git('ls-files', '--others', '--exclude-standard')).toEqual(['.gitignore']);
	});
});
