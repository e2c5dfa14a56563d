import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { defaultRetryPolicy } from '../../../nodes/shared/client/retry';
import { pageSizeLimits } from '../../../nodes/shared/client/settings';
import { projectFolder, readManifest } from '../../../dev/release/manifest';
import { allFields } from '../support/descriptions';

const read = (file: string) =>
	readFileSync(path.join(projectFolder, file), 'utf8').replace(/\s+/g, ' ');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

describe.each(['CONTRIBUTING.md', '.github/SECURITY.md', 'CHANGELOG.md', 'README.md'])(
	'%s',
	(page) => {
		const text = read(page);

		it('names commands that exist', () => {
			const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
			expect(named.filter((script) => !(script in scripts))).toEqual([]);
		});

		it('names folders and files that exist', () => {
			const folders = /`((?:nodes|test|dev|credentials|kinds)\/[\w./-]+)`/g;
			const named = [...text.matchAll(folders)].map(([, file]) => file);
			const exists = (file: string) =>
				existsSync(path.join(projectFolder, file)) ||
				existsSync(path.join(projectFolder, 'nodes/AccountingService', file));
			expect(named.filter((file) => !exists(file))).toEqual([]);
		});
	},
);

describe('docs/internals/security.md', () => {
	const text = read('docs/internals/security.md');

	it('has the bounds of the code', () => {
		const field = (name: string) =>
			allFields.find(({ field: { name: own } }) => own === name)?.field;
		const { maxTries, maxTotalMs, maxDelayMs } = defaultRetryPolicy;
		expect(text).toContain(
			`${String(field('timeoutSeconds')?.default)} seconds until the last byte`,
		);
		expect(text).toContain(
			`unpacked | ${String(field('maxAnswerSize')?.default)} MB (**Max Answer Size (MB)**)`,
		);
		expect(text).toContain(`| ${maxTries} (**Max Tries**)`);
		expect(text).toContain(`at most ${maxTotalMs / 60_000} minutes from the first`);
		expect(text).toContain(`one wait before the next try | ${maxDelayMs / 1000} seconds`);
		expect(text).toContain(`documents in one request | ${pageSizeLimits.maximum} `);
		const parallel = field('parallelPages');
		const most = String(parallel?.typeOptions?.maxValue);
		expect(text).toContain(`requests at the same time | at most ${most} (**Parallel Pages**)`);
		expect(text).toContain(
			`at most ${String(field('maxItemsPerPoll')?.default)} items (**Max Items per Poll**)`,
		);
	});
});

describe('docs/internals/verification.md', () => {
	const file = path.join(projectFolder, 'docs/internals/verification.md');
	const rows = readFileSync(file, 'utf8').split('\n').slice(1);
	const checks = rows.filter((row) => row.startsWith('| ')).slice(2);

	it.each(checks)('%s names tests and commands that exist', (row) => {
		const named = [...String(row.split('|').at(-2)).matchAll(/`([^`]+)`/g)].map(([, name]) => name);
		const isThere = (name: string) =>
			name.startsWith('npm run ')
				? name.slice('npm run '.length) in scripts
				: existsSync(path.join(projectFolder, 'test', name));
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((name) => !isThere(name))).toEqual([]);
	});

	it('has a row for each guideline', () => expect(checks.length).toBeGreaterThan(10));
});

describe("CONTRIBUTING.md's table of versions", () => {
	const dependencyOf = (file: string, name: string) => {
		const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<
			'dependencies' | 'devDependencies',
			Record<string, string> | undefined
		>;
		return { ...dependencies, ...devDependencies }[name];
	};
	const text = read('CONTRIBUTING.md');

	it('names the versions that the tests install', () => {
		expect(text).toContain(`| n8n-core ${dependencyOf('package.json', 'n8n-core')}, in process |`);
		expect(text).toContain(
			`oldest n8n | n8n ${dependencyOf('dev/e2e/oldest/package.json', 'n8n')} |`,
		);
		expect(text).toContain(`the demo | n8n ${dependencyOf('dev/e2e/package.json', 'n8n')} |`);
	});

	it('names the Node.js versions of the workflow', () => {
		const [, list = ''] = /node: \[([\d, ]+)\]/.exec(read('.github/workflows/ci.yml')) ?? [];
		expect(text).toContain(
			`engine tests | n8n-core 2.8.1, in process | Node.js ${list.replace(/, (\d+)$/, ' and $1')} |`,
		);
	});
});

describe('What is published', () => {
	it('has no runtime dependency and no install script', () => {
		const manifest: object = readManifest();
		expect(manifest).not.toHaveProperty('dependencies');
		// npm refuses the folder (private), and a package without provenance.
		expect(manifest).toMatchObject({ private: true, publishConfig: { provenance: true } });
		const forbidden = /^(pre|post)?(install|prepare|publish)|^prepublish/;
		expect(Object.keys(scripts).filter((name) => forbidden.test(name))).toEqual([]);
	});
});
