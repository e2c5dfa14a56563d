import path from 'node:path';

import { runOrFail } from '../e2e/lib/command';
import { clone } from './clone';
import { lendWithNodeCli, nodeCliEnvironment } from './checks/lint';
import { eslint, type NodeCli } from './tools';

type Rules = Record<string, unknown>;

const names = ['off', 'warn', 'error'];

/** The rules of n8n's own configuration for a node, credentials and package.json. */
const files = [
	'nodes/AccountingService/AccountingService.node.ts',
	'credentials/AccountingServiceApi.credentials.ts',
	'package.json',
];

/** "off" for a missing rule too; options as JSON. */
function settingOf(rule: unknown): string {
	const [severity = 'off', ...options] = Array.isArray(rule)
		? (rule as unknown[])
		: [rule ?? 'off'];
	const name = typeof severity === 'number' ? names[severity] : String(severity);
	return [name, ...options.map((option) => JSON.stringify(option))].join(' ');
}

async function rulesOf(folder: string, file: string): Promise<Rules> {
	const args = [eslint, '--print-config', file];
	const options = { cwd: folder, env: nodeCliEnvironment, timeoutMs: 3 * 60_000 };
	const { stdout } = await runOrFail('eslint --print-config', process.execPath, args, options);
	return (JSON.parse(stdout) as { rules?: Rules }).rules ?? {};
}

/** One line for each rule that the two command lines set differently: "rule: from -> to". */
export async function ruleDifferences(
	from: NodeCli,
	to: NodeCli,
	scratch: string,
): Promise<string[]> {
	const found = new Set<string>();
	const folders = [from, to].map((cli, number) =>
		lendWithNodeCli(clone(path.join(scratch, `rules-${number}`)), cli),
	);
	for (const file of files) {
		const [before, after] = await Promise.all([
			rulesOf(folders[0], file),
			rulesOf(folders[1], file),
		]);
		for (const rule of Object.keys({ ...before, ...after }).sort()) {
			const settings = [before, after].map((rules) => settingOf(rules[rule]));
			if (settings[0] !== settings[1]) found.add(`${rule}: ${settings.join(' -> ')}`);
		}
	}
	return [...found];
}
