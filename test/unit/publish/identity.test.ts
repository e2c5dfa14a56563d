import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import {
	credentialPage,
	identityFaults,
	strayAddresses,
	writeAddresses,
} from '../../../release/identity';
import { projectFolder, readManifest, type Manifest } from '../../../release/manifest';

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
	it('is repeated everywhere as package.json says it', () => {
		expect(strayAddresses(projectFolder)).toEqual([]);
	});

	it('points to a page that exists', () => {
		expect(existsSync(path.join(projectFolder, credentialPage))).toBe(true);
	});

	it('may be published once it names an owner', () => {
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
		'git+https://github.example/owner/name.git',
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
	/** The files that carry addresses, in a folder of their own beside a copy of the scripts. */
	function copied(change: Partial<Manifest>): string {
		const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'identity-'));
		for (const part of ['release', 'credentials', 'nodes']) {
			mkdirSync(path.join(folder, part));
			cpSync(path.join(projectFolder, part), path.join(folder, part), {
				recursive: true,
				filter: (file) => !/node_modules|__schema__/.test(file),
			});
		}
		const content = JSON.stringify({ ...manifest, ...change }, null, '\t');
		writeFileSync(path.join(folder, 'package.json'), content);
		return folder;
	}

	const tsx = require.resolve('tsx/cli');
	const check = (folder: string) =>
		spawnSync(process.execPath, [tsx, 'release/identity.ts', '--check'], {
			cwd: folder,
			encoding: 'utf8',
			env: { ...process.env, GITHUB_REPOSITORY: undefined },
		});

	it('refuse placeholders, and what does not follow package.json, until it was written', () => {
		const placeholder = copied({
			repository: { type: 'git', url: 'git+https://github.example/owner/name.git' },
		});
		const refused = check(placeholder);
		expect(refused.status).toBe(1);
		expect(refused.stderr).toContain('"repository" in package.json is still a placeholder');

		const { repository, author } = owned('octocat');
		const folder = copied({ repository, author });
		expect(check(folder).stderr.match(/ instead of /g)).toHaveLength(strayAddresses(folder).length);
		execFileSync(process.execPath, [tsx, 'release/identity.ts'], { cwd: folder });
		expect(strayAddresses(folder)).toEqual([]);
		expect(check(folder)).toMatchObject({ status: 0, stderr: '' });
	});

	it('change the addresses and nothing else', () => {
		const folder = copied({});
		const files = ['package.json', 'credentials/AccountingServiceApi.credentials.ts'];
		const texts = () => files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
		const before = texts();
		writeAddresses(folder);
		expect(texts()).toEqual(before);
	});
});
