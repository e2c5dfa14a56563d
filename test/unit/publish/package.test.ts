import {
	chmodSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { foreignEnvironment, run } from '../../../e2e/lib/command';
import { contentFaults, expectedContents, loadingFaults } from '../../../release/contents';
import { projectFolder, readManifest } from '../../../release/manifest';
import { packFolder, stage } from '../../../release/pack';

const scratch = (name: string) =>
	mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), `${name}-`));

/** A project of the same layout, built, as small as can be. */
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

describe('What the package holds', () => {
	const whole = expectedContents(projectFolder);

	it('is what package.json names, with its codex, schemas and icons', () => {
		const { n8n } = readManifest();
		const codices = n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		expect(whole).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials, ...codices]));
		expect(whole.filter((file) => file.includes('/__schema__/')).length).toBeGreaterThan(5);
		expect(whole.filter((file) => file.endsWith('.svg'))).toHaveLength(2);
		expect(contentFaults(whole, projectFolder)).toEqual([]);
	});

	it('is missed when it is not there', () => {
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

	it('is not whole without what package.json names', () => {
		const named = { nodes: ['dist/nodes/A/B.node.js'], credentials: [] };
		expect(loadingFaults({ ...readManifest(), n8n: named }, smallProject())).toEqual([
			'dist/nodes/A/B.node.js is named in package.json and missing',
		]);
	});

	it('is not whole without an icon, a codex or the schemas of a node', () => {
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

describe('Packing', () => {
	it('gives the same bytes whatever the rights and times of the files are', async () => {
		const one = smallProject();
		const other = scratch('copy');
		cpSync(one, other, { recursive: true });
		for (const file of expectedContents(other)) {
			chmodSync(path.join(other, file), 0o700);
			utimesSync(path.join(other, file), 1, 1);
		}
		const packed = await Promise.all(
			[one, other].map(async (project) => {
				const staged = scratch('staged');
				stage(project, staged);
				return await packFolder(staged, scratch('packed'));
			}),
		);
		expect(packed[0].sha256).toBe(packed[1].sha256);
		expect(contentFaults(packed[0].contents, one)).toEqual([]);
	});
});

describe('npm publish', () => {
	/** A registry that takes everything and remembers what came. */
	async function publishTo(what: string, ...options: string[]) {
		const received: string[] = [];
		const server = createServer((request, response) => {
			if (request.method === 'PUT') received.push(String(request.url));
			request.resume().on('end', () => {
				response.writeHead(request.method === 'PUT' ? 201 : 404).end('{}');
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
		const access = ['--registry', `http://${host}/`, `--//${host}/:_authToken=any`];
		try {
			const { stderr } = await run('npm', ['publish', what, ...access, ...options], {
				cwd: scratch('publisher'),
				env: foreignEnvironment({ GITHUB_ACTIONS: '' }),
				timeoutMs: 60_000,
			});
			return { received, stderr };
		} finally {
			server.close();
		}
	}

	it.each(['built', 'as cloned'])('refuses the repository, %s', async (state) => {
		const folder = smallProject();
		if (state !== 'built') rmSync(path.join(folder, 'dist'), { recursive: true });
		const { received, stderr } = await publishTo(folder, '--provenance=false');
		expect(stderr).toContain('EPRIVATE');
		expect(received).toEqual([]);
	});

	it('refuses the packed file where nobody can prove how it was built', async () => {
		const staged = scratch('staged');
		stage(smallProject(), staged);
		const { file } = await packFolder(staged, scratch('packed'));
		const refused = await publishTo(file);
		expect(refused.stderr).toContain('provenance');
		expect(refused.received).toEqual([]);
		// The control: without that guard the same file goes out.
		const { received } = await publishTo(file, '--provenance=false');
		expect(received).toEqual([`/${readManifest().name}`]);
	});
});
