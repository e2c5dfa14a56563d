import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { DEFAULT_OPTIONS, help, parseOptions } from '../../../sandbox/options';

describe('command line options', () => {
	it('default to those of the code', () => expect(parseOptions([])).toEqual(DEFAULT_OPTIONS));

	it('read every option under its name in kebab-case', () => {
		const args =
			'--port 8123 --documents 7 --seed 3 --latency-ms 4 --token-lifetime-seconds 5 --envelope array --list-order asc --order-by issueDate --id-base 9007199254740993 --tls --names page=strana,pageSize=velikost --first-page 0 --search-parameters-in query --valid-tokens latest --expired-status 403 --unknown-parameters ignored --unknown-fields ignored --absent-fields kept --created-status 201 --new-state Draft --without-effect sortDirection,searchText --fixed-page-size 50 --app-id a --app-secret b';
		expect(parseOptions(args.split(' '))).toEqual({
			...DEFAULT_OPTIONS,
			port: 8123,
			documents: 7,
			seed: 3,
			latencyMs: 4,
			tokenLifetimeSeconds: 5,
			envelope: 'array',
			listOrder: 'asc',
			orderBy: 'issueDate',
			idBase: 9007199254740993n,
			tls: true,
			names: { page: 'strana', pageSize: 'velikost' },
			firstPage: 0,
			searchParametersIn: 'query',
			validTokens: 'latest',
			expiredStatus: 403,
			unknownParameters: 'ignored',
			unknownFields: 'ignored',
			absentFields: 'kept',
			createdStatus: 201,
			newState: 'Draft',
			withoutEffect: ['sortDirection', 'searchText'],
			fixedPageSize: 50,
			appId: 'a',
			appSecret: 'b',
		});
	});

	it.each([
		'--unknown 1',
		'word',
		'--port x',
		'--documents -5',
		'--envelope bag',
		'--names nonsense=x',
		'--names page',
		'--without-effect nonsense',
		'--created-status 202',
		'--id-base x',
	])('reject %s', (args) => {
		expect(() => parseOptions(args.split(' '))).toThrow();
	});
});

describe('the help', () => {
	it('names every option, its choices and what it is when not given', () => {
		const text = help();
		for (const name of Object.keys(DEFAULT_OPTIONS)) {
			const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
			expect(text).toMatch(new RegExp(`^  --${flag}( |$)`, 'm'));
		}
		expect(text).toContain('--documents <number>\n      Documents at the start (1000)');
		expect(text).toContain('--list-order desc|asc\n');
	});
});

describe('the command', () => {
	it('prints its options when asked, and ends', () => {
		const root = join(__dirname, '../../..');
		const command = ['--import', 'tsx', join(root, 'sandbox/main.ts'), '--help'];
		const { status, stdout } = spawnSync(process.execPath, command, { cwd: root });
		expect([status, String(stdout).trim()]).toEqual([0, help().trim()]);
	});

	it('says how to reach the sandbox and stops when interrupted', async () => {
		const root = join(__dirname, '../../..');
		const child = spawn(
			process.execPath,
			['--import', 'tsx', join(root, 'sandbox/main.ts'), '--documents', '12'],
			{ cwd: root },
		);
		let output = '';
		child.stdout.on('data', (chunk) => (output += String(chunk)));
		while (!output.includes('/_sandbox/journal')) await once(child.stdout, 'data');
		const baseUrl = /Base URL: +(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
		expect(output).toContain('sandbox-app');
		expect(output).toContain(`curl -s ${baseUrl}/auth/token`);
		expect((await fetch(`${baseUrl}/_sandbox/totals`)).status).toBe(200);
		child.kill('SIGTERM');
		const [code] = await once(child, 'exit');
		expect(code).toBe(0);
	});
});
