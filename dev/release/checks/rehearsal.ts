import { deepStrictEqual, equal, match } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Checks } from '../../e2e/lib/checks';
import { foreignEnvironment, lastLines, run } from '../../e2e/lib/command';
import { clone, lendPackages } from '../clone';
import { readManifest } from '../manifest';
import { parseWorkflow, textOf, type Step } from '../workflow';

const timeoutMs = 4 * 60_000;

/** Steps for what already exists: the clone, and the Node.js that runs this. */
const given = /^actions\/(checkout|setup-node)@/;

/** The packages of the lock are installed already, because the checks run from them. */
const install = 'npm ci';

/** The folder of the workflow's artifacts between its jobs. */
class Rehearsal {
	constructor(
		private readonly artifacts: string,
		private readonly environment: NodeJS.ProcessEnv,
	) {}

	/** Runs a step. @returns the output of a command; undefined for an action */
	async take({ uses = '', run: command, with: inputs = {} }: Step, folder: string) {
		if (command === install) {
			lendPackages(folder);
			return undefined;
		}
		if (command !== undefined) {
			const options = { cwd: folder, env: this.environment, timeoutMs };
			// As GitHub runs it on Linux.
			return await run('bash', ['-e', '-c', command], options);
		}
		const place = path.join(this.artifacts, String(inputs.name));
		if (uses.startsWith('actions/upload-artifact@')) {
			cpSync(path.join(folder, path.dirname(String(inputs.path))), place, { recursive: true });
		} else if (uses.startsWith('actions/download-artifact@')) {
			cpSync(place, path.join(folder, String(inputs.path)), { recursive: true });
		} else if (!given.test(uses)) {
			throw new Error(`A step that cannot be rehearsed: ${uses}`);
		}
		return undefined;
	}
}

/** Sets the owner of a clone, as once before publishing, and marks its changes as released and its pictures as taken. */
function settle(folder: string): void {
	const owner = ['--author', 'Octo Cat', '--email', 'octocat@github.com'];
	const args = ['run', 'identity', '--', '--repository', repository, ...owner];
	execFileSync('npm', args, { cwd: folder, env: foreignEnvironment() });
	const changelog = path.join(folder, 'CHANGELOG.md');
	const newest = readFileSync(changelog, 'utf8').replace(
		/^## .+$/m,
		`## ${readManifest().version}`,
	);
	writeFileSync(changelog, newest);
	writeFileSync(path.join(folder, 'docs/images/due.json'), '[]\n');
	tag(folder, `v${readManifest().version}`);
}

/** As GitHub checks out a pushed tag. */
function tag(folder: string, name: string): void {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
	git('init', '--quiet');
	const person = ['-c', 'user.name=Octo Cat', '-c', 'user.email=octocat@github.com'];
	git(...person, 'commit', '--quiet', '--allow-empty', '--message', 'Release');
	git('tag', name);
}

const repository = 'octocat/n8n-nodes-accounting-service';

/** The commands of publish.yml in a new clone, up to the upload. */
export function rehearsalChecks(checks: Checks, scratch: string): void {
	const { jobs } = parseWorkflow(textOf('.github/workflows/publish.yml'));
	const { name, version } = readManifest();
	const folder = path.join(scratch, 'rehearsal');
	const environment = foreignEnvironment({
		CI: 'true',
		GITHUB_ACTIONS: 'true',
		GITHUB_REPOSITORY: repository,
		GITHUB_REF_NAME: `v${version}`,
	});
	const rehearsal = new Rehearsal(path.join(scratch, 'artifacts'), environment);
	const steps = jobs.pack?.steps ?? [];
	let next = 0;

	checks.add('publish.yml stops at placeholders', async () => {
		clone(folder);
		for (; next < steps.length; next++) {
			const result = await rehearsal.take(steps[next], folder);
			if (result === undefined || result.code === 0) continue;
			match(result.stderr, /is still a placeholder/);
			equal(steps[next].run, 'npm run check:identity');
			return;
		}
		throw new Error('nothing stopped it');
	});

	checks.add('publish.yml continues once the package has an owner, and packs it', async () => {
		settle(folder);
		for (; next < steps.length; next++) {
			const result = await rehearsal.take(steps[next], folder);
			equal(result?.code ?? 0, 0, lastLines(`${result?.stdout}\n${result?.stderr}`));
		}
	});

	checks.add('publish.yml would upload that package, and nothing else', async () => {
		const elsewhere = path.join(scratch, 'publisher');
		mkdirSync(elsewhere);
		const requests: string[] = [];
		const registry = createServer((request, response) => {
			requests.push(String(request.method));
			response.writeHead(404).end('{}');
		});
		await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
		const { port } = registry.address() as AddressInfo;
		const dry = new Rehearsal(path.join(scratch, 'artifacts'), {
			...environment,
			npm_config_dry_run: 'true',
			npm_config_registry: `http://127.0.0.1:${port}/`,
		});
		try {
			for (const step of jobs.publish?.steps ?? []) {
				const result = await dry.take(step, elsewhere);
				if (result === undefined) continue;
				equal(result.code, 0, lastLines(result.stderr));
				equal(result.stdout.trim(), `+ ${name}@${version}`);
				match(result.stderr, /public access \(dry-run\)/);
				match(result.stderr, /dist\/nodes\/AccountingService\/AccountingService\.node\.js/);
			}
			deepStrictEqual([...new Set(requests)], ['GET']);
		} finally {
			registry.close();
		}
	});
}
