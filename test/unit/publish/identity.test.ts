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

	it('can be published once it names an owner', () => {
		expect(identityFaults(owned('octocat'))).toEqual([]);
		const own = 'octocat/n8n-nodes-accounting-service';
		expect(identityFaults(owned('octocat'), own)).toEqual([]);
	});

	it('is refused when another repository publishes', () => {
		expect(identityFaults(owned('octocat'), 'someone/else')).toEqual([
			'"repository" names octocat/n8n-nodes-accounting-service, but someone/else publishes',
		]);
	});

	it.each([
		'git+https://git.example/owner/name.git',
		'git+https://gitlab.com/owner/name.git',
		'https://github.com/owner',
	])('is refused with the repository %s', (url) => {
		const changed = { ...owned('octocat'), repository: { type: 'git', url } };
		expect(identityFaults(changed).join()).toContain('"repository"');
	});

	it.each(['a@b.example', 'a@mail.invalid', 'a@host.test'])(
		'is refused with the address %s of nobody',
		(email) => {
			const changed = { ...owned('octocat'), author: { name: 'A', email } };
			expect(identityFaults(changed)).toEqual([
				`"author" in package.json is still a placeholder: ${email}`,
			]);
		},
	);
});

describe('npm run identity and npm run check:identity', () => {
	const scratch = () =>
		mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'identity-'));

	/** A clone of the project for a new owner. */
	function cloned(): string {
		const folder = clone(scratch());
		lendPackages(folder);
		return folder;
	}

	const tsx = require.resolve('tsx/cli');
	const identity = (folder: string, ...args: string[]) =>
		spawnSync(process.execPath, [tsx, 'dev/release/identity.ts', ...args], {
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, GITHUB_REPOSITORY: undefined },
		});

	it('refuse placeholders, and leave none once there is an owner and a name', () => {
		const folder = cloned();
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
