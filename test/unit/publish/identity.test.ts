import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { clone, lendPackages } from '../../../dev/release/clone';
import { identityFaults, strayAddresses } from '../../../dev/release/identity';
import { projectFolder, readManifest, type Manifest } from '../../../dev/release/manifest';

const manifest = readManifest();

function owned(by: string): Manifest {
	const web = `https://github.com/${by}/n8n-nodes-accounting-service`;
	return {
		...manifest,
		repository: { type: 'git', url: `git+${web}.git` },
		homepage: `${web}#readme`,
		bugs: { url: `${web}/issues` },
		author: { name: 'Octo Cat', email: 'octocat@github.com' },
	};
}

describe('The identity', () => {
	it('is the same everywhere as in package.json', () => {
		expect(strayAddresses(projectFolder)).toEqual([]);
	});

	it('can be published once it names an owner, by that one', () => {
		const own = 'octocat/n8n-nodes-accounting-service';
		for (const publisher of [undefined, own])
			expect(identityFaults(owned('octocat'), publisher)).toEqual([]);
		expect(identityFaults(owned('octocat'), 'someone/else')).toEqual([
			`"repository" names ${own}, but someone/else publishes`,
		]);
	});

	it.each([
		'git+https://git.example/owner/name.git',
		'git+https://gitlab.com/owner/name.git',
		'https://github.com/owner',
		...['a@b.example', 'a@mail.invalid', 'a@host.test'],
	])('is refused with %s, at which nobody of GitHub is', (place) => {
		const field = place.includes('@') ? 'author' : 'repository';
		const value = field === 'author' ? { name: 'A', email: place } : { type: 'git', url: place };
		const faults = identityFaults({ ...owned('octocat'), [field]: value });
		expect(faults.join()).toContain(`"${field}"`);
	});
});

describe('npm run identity and npm run check:identity', () => {
	const tsx = require.resolve('tsx/cli');
	const identity = (folder: string, ...args: string[]) =>
		spawnSync(process.execPath, [tsx, 'dev/release/identity.ts', ...args], {
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, GITHUB_REPOSITORY: undefined },
		});

	it('refuse placeholders, and leave none once there is an owner and a name', () => {
		const folder = clone(
			mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'identity-')),
		);
		lendPackages(folder);
		const refused = identity(folder, '--check');
		expect(refused.status).toBe(1);
		expect(refused.stderr).toContain('"repository" in package.json is still a placeholder');
		expect(refused.stderr).toContain('"author" in package.json is still a placeholder');

		const name = 'n8n-nodes-invented-books';
		const own = ['--repository', `octocat/${name}`, '--name', name];
		const author = ['--author', 'Octo Čat', '--email', 'octocat@github.com'];
		expect(identity(folder, ...own, ...author)).toMatchObject({ status: 0, stderr: '' });
		expect(identity(folder, '--check')).toMatchObject({ status: 0, stderr: '' });

		const { name: oldName, repository, author: oldAuthor } = manifest;
		const old = [oldName, repository.url.replace(/^git\+https:\/\/|\.git$/g, ''), oldAuthor.email];
		const left = spawnSync('grep', ['-rliF', ...old.flatMap((text) => ['-e', text]), '.'], {
			cwd: folder,
			encoding: 'utf8',
		});
		expect(left.stdout).toBe('');
		expect(readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toMatch(/ Octo Čat$/m);
		expect(readManifest(folder)).toMatchObject({ name, author: { name: 'Octo Čat' } });
		const example = readFileSync(path.join(folder, 'examples/nightly-export.json'), 'utf8');
		expect(example).toContain(`"${name}.accountingService"`);
	}, 120_000);
});
