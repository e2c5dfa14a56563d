/**
 * The checks of a release: what is published, by n8n's own tools, and the workflows that publish it.
 * An argument keeps only the checks whose name contains it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Checks, type Tally } from '../e2e/lib/checks';
import { exitOnSignals } from '../e2e/lib/server';
import { lintChecks } from './checks/lint';
import { nodeCliChecks } from './checks/nodeCli';
import { packageChecks } from './checks/package';
import { rehearsalChecks } from './checks/rehearsal';
import { workflowChecks } from './checks/workflows';
import { ensureTools } from './tools';

async function main(): Promise<Tally> {
	await ensureTools();
	const scratch = mkdtempSync(path.join(tmpdir(), 'accounting-release-'));
	try {
		const checks = new Checks();
		workflowChecks(checks);
		packageChecks(checks, scratch);
		lintChecks(checks, scratch);
		nodeCliChecks(checks, scratch);
		rehearsalChecks(checks, scratch);
		return await checks.run(process.argv.slice(2).join(' '), () => '');
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

exitOnSignals();
main()
	.catch((error: unknown): Tally => {
		console.error(error instanceof Error ? error.message : error);
		return { passed: 0, failed: 1 };
	})
	.then(({ passed, failed }) => {
		console.log(`\n${passed} passed, ${failed} failed`);
		process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
	});
