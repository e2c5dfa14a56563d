import { equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Checks } from '../../e2e/lib/checks';
import { foreignEnvironment, run, runOrFail } from '../../e2e/lib/command';
import { clone, lendPackages } from '../clone';
import { scanner } from '../tools';

const timeoutMs = 3 * 60_000;

/** Code of an attacker or a mistake; n8n must refuse it, or the scan proves nothing. */
const forbidden = '\nconsole.log(process.env);\n';

async function scan(folder: string, kind: 'sources' | 'package') {
	const options = { cwd: folder, env: foreignEnvironment(), timeoutMs };
	return await run(process.execPath, [scanner, folder, kind], options);
}

/** Packs a clone with the command of a release, with a different umask each time. */
async function packed(folder: string, umask: string): Promise<string> {
	const options = { cwd: folder, env: foreignEnvironment(), timeoutMs };
	const command = `umask ${umask} && npm run pack -- packed`;
	await runOrFail('Packing', 'bash', ['-c', command], options);
	const [file] = readdirSync(path.join(folder, 'packed'));
	return path.join(folder, 'packed', String(file));
}

/** Checks of the published package, in a scratch folder. */
export function packageChecks(checks: Checks, scratch: string): void {
	const [one, other] = ['one', 'other'].map((name) => path.join(scratch, name));
	const unpacked = path.join(scratch, 'unpacked');

	checks.add('two clones give the same package, byte for byte', async () => {
		const files: Buffer[] = [];
		for (const [folder, umask] of [
			[one, '022'],
			[other, '077'],
		]) {
			lendPackages(clone(folder));
			const file = await packed(folder, umask);
			files.push(readFileSync(file));
			mkdirSync(unpacked, { recursive: true });
			execFileSync('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1']);
		}
		ok(files[0].equals(files[1]));
	});

	checks.add("n8n's scanner accepts the sources", async () => {
		const { code, stderr } = await scan(one, 'sources');
		equal(code, 0, stderr);
	});

	checks.add("n8n's scanner accepts the package", async () => {
		const { code, stderr } = await scan(unpacked, 'package');
		equal(code, 0, stderr);
	});

	checks.add(
		"n8n's scanner catches what it forbids, in the sources and in the package",
		async () => {
			for (const [kind, folder, file] of [
				['sources', one, 'nodes/AccountingService/AccountingService.node.ts'],
				['package', unpacked, 'dist/nodes/AccountingService/AccountingService.node.js'],
			] as const) {
				const spoilt = path.join(scratch, `spoilt-${kind}`);
				const isOwn = (name: string) => !/\/(node_modules|dist|packed)(\/|$)/.test(name);
				cpSync(folder, spoilt, { recursive: true, filter: kind === 'sources' ? isOwn : undefined });
				appendFileSync(path.join(spoilt, file), forbidden);
				const { code, stderr } = await scan(spoilt, kind);
				equal(code, 1);
				match(stderr, /Unexpected console statement/);
				match(stderr, /Use of restricted global 'process'/);
			}
		},
	);
}
