/** docs/reference/install.md: n8n starts without a warning about the package. */
import { deepStrictEqual, ok } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { packageName } from '../lib/flow';
import type { Workbench } from '../lib/workbench';

/** Checks how n8n loaded the package. Add it first, while the log contains only the start. */
export function startChecks(checks: Checks, bench: Workbench): void {
	checks.add('n8n starts without a warning about the package', () => {
		const lines = bench.n8n.log().split('\n');
		ok(lines.some((line) => line.includes('Editor is now accessible')));
		const about = lines.filter((line) =>
			new RegExp(`${packageName}|accountingService`, 'i').test(line),
		);
		deepStrictEqual(
			about.filter((line) => /warn|error|fail|missing|deprecat|could not|invalid/i.test(line)),
			[],
		);
	});
}
