/**
 * The checks of a release: the published package, with n8n's own tools, and the workflows that publish it.
 * An argument keeps only the checks whose name contains it. `--node-cli latest` runs those of n8n's command line
 * with another version of it, and says which of its rules differ.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { Checks, endWithVerdict, type Tally } from '../e2e/lib/checks';
import { exitOnSignals } from '../e2e/lib/server';
import { lintChecks } from './checks/lint';
import { nodeCliChecks } from './checks/nodeCli';
import { pageChecks } from './checks/pages';
import { packageChecks } from './checks/package';
import { rehearsalChecks } from './checks/rehearsal';
import { workflowChecks } from './checks/workflows';
import { ruleDifferences } from './ruleDifferences';
import { ensureTools, lockedNodeCli, nodeCliName, otherNodeCli, type NodeCli } from './tools';

async function showDifferences(other: NodeCli, scratch: string): Promise<void> {
	const locked = lockedNodeCli();
	const differences = await ruleDifferences(locked, other, scratch);
	console.log(`${nodeCliName} ${other.version} instead of ${locked.version}`);
	console.log(differences.length === 0 ? 'Its rules are the same.' : 'Rules that differ:');
	for (const line of differences) console.log(`  ${line}`);
	console.log();
}

async function main(): Promise<Tally> {
	const { values, positionals } = parseArgs({
		options: { 'node-cli': { type: 'string' } },
		allowPositionals: true,
	});
	await ensureTools();
	const scratch = mkdtempSync(path.join(tmpdir(), 'accounting-release-'));
	try {
		const checks = new Checks();
		const other = values['node-cli'];
		const cli = other === undefined ? lockedNodeCli() : await otherNodeCli(other);
		if (other === undefined) {
			workflowChecks(checks);
			pageChecks(checks);
			packageChecks(checks, scratch);
			rehearsalChecks(checks, scratch);
		} else await showDifferences(cli, scratch);
		lintChecks(checks, scratch, cli);
		nodeCliChecks(checks, scratch, cli);
		return await checks.run(positionals.join(' '), () => '');
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

exitOnSignals();
endWithVerdict(main());
