import { rmSync } from 'node:fs';

/** Runs once after all tests; a test's own process hears no exit in which it could do this. */
export default function tearDown(): void {
	const folder = process.env.TEST_SCRATCH_FOLDER;
	if (folder) rmSync(folder, { recursive: true, force: true });
}
