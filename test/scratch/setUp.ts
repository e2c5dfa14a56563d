import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs once before all tests: the folder for whatever they write, exports of many megabytes among it. */
export default function setUp(): void {
	process.env.TEST_SCRATCH_FOLDER = mkdtempSync(join(tmpdir(), 'accounting-tests-'));
}
