import { equal, match } from 'node:assert/strict';
import {
	appendFileSync,
	cpSync,
	mkdirSync,
	readdirSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Checks } from '../../e2e/lib/checks';
import { foreignEnvironment, run } from '../../e2e/lib/command';
import { clone } from '../clone';
import { projectFolder } from '../manifest';
import { eslint, nodesBase2, type NodeCli } from '../tools';

const timeoutMs = 4 * 60_000;
/** Code that n8n must refuse; otherwise the checks prove nothing. */
const forbidden =
	"\nconsole.log(process.env);\nexport const a = { displayName: 'A', name: 'a', type: 'boolean', description: 'A' };\n";
const node = 'nodes/AccountingService/AccountingService.node.ts';

/** Links the packages that are installed here into a folder, with n8n's command line as a development dependency. */
export function lendWithNodeCli(folder: string, cli: NodeCli): string {
	const scope = '@n8n';
	for (const below of ['.', scope]) {
		const own = path.join(projectFolder, 'node_modules', below);
		const lent = path.join(folder, 'node_modules', below);
		mkdirSync(lent, { recursive: true });
		for (const name of readdirSync(own).filter((entry) => entry !== scope)) {
			symlinkSync(path.join(own, name), path.join(lent, name));
		}
	}
	symlinkSync(cli.folder, path.join(folder, 'node_modules/@n8n/node-cli'));
	return folder;
}

/** Each folder has its own configuration, as always in ESLint 10. n8n's command line contains ESLint 9. */
export const nodeCliEnvironment = foreignEnvironment({
	CI: 'true',
	ESLINT_FLAGS: 'unstable_config_lookup_from_file',
});

/** The output has no colors. */
async function inClone(cli: NodeCli, cwd: string, ...args: string[]) {
	const result = await run(process.execPath, [cli.script, ...args], {
		cwd,
		env: nodeCliEnvironment,
		timeoutMs,
	});
	return { ...result, stdout: stripVTControlCharacters(result.stdout) };
}

const withNodesBase2 = async (cwd: string, ...files: string[]) =>
	await run(
		process.execPath,
		[eslint, '--config', nodesBase2, '--no-inline-config', '--max-warnings', '0', ...files],
		{ cwd, env: foreignEnvironment(), timeoutMs },
	);

/** A project of one node with code that n8n forbids. */
function spoiltIn(folder: string, cli: NodeCli): string {
	for (const file of ['package.json', 'eslint.config.mjs', 'test/eslint.config.mjs', node]) {
		cpSync(path.join(projectFolder, file), path.join(folder, file));
	}
	appendFileSync(path.join(folder, node), forbidden);
	return lendWithNodeCli(folder, cli);
}

/** n8n's rules in n8n's own configuration, and those of a version that n8n does not use yet. */
export function lintChecks(checks: Checks, scratch: string, cli: NodeCli): void {
	const folder = path.join(scratch, 'linted');

	checks.add('n8n-node cloud-support reports the project as eligible', async () => {
		lendWithNodeCli(clone(folder), cli);
		const { code, stdout } = await inClone(cli, folder, 'cloud-support');
		equal(code, 0);
		match(stdout, /Status: eligible for n8n Cloud verification/);
	});

	checks.add('n8n-node lint finds nothing in the project', async () => {
		const { code, stdout, stderr } = await inClone(cli, folder, 'lint');
		equal(code, 0, `${stdout}\n${stderr}`);
	});

	checks.add(
		'n8n-node lint finds what is wrong in a node, and a changed configuration',
		async () => {
			const spoilt = spoiltIn(path.join(scratch, 'spoilt'), cli);
			const { code, stdout } = await inClone(cli, spoilt, 'lint');
			equal(code, 1);
			match(stdout, /Unexpected console statement/);
			match(stdout, /no-restricted-globals/);
			writeFileSync(path.join(spoilt, 'eslint.config.mjs'), 'export default [];\n');
			match((await inClone(cli, spoilt, 'lint')).stdout, /Strict mode violation/);
		},
	);

	checks.add('eslint-plugin-n8n-nodes-base 2 finds nothing in the sources', async () => {
		const published = ['package.json', 'credentials', 'nodes'];
		const { code, stdout, stderr } = await withNodesBase2(projectFolder, ...published);
		equal(code, 0, `${stdout}\n${stderr}`);
	});

	checks.add('eslint-plugin-n8n-nodes-base 2 finds what is wrong in a node', async () => {
		const { code, stdout } = await withNodesBase2(
			spoiltIn(path.join(scratch, 'spoilt-2'), cli),
			'nodes',
		);
		equal(code, 1);
		match(stdout, /n8n-nodes-base\/node-param-default-missing/);
	});
}
