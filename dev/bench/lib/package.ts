import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pack } from '../../release/pack';
import { n8nPackage } from './paths';

/** The package for publishing, built from the current sources. */
export interface BuiltPackage {
	folder: string;
	/** The file that a user installs. */
	tarball: string;
	remove(): void;
}

/** Unpacks it next to n8n's own n8n-workflow, like an installed package. */
export async function buildPackage(): Promise<BuiltPackage> {
	const scratch = mkdtempSync(path.join(tmpdir(), 'accounting-bench-'));
	const { file } = await pack(scratch);
	execFileSync('tar', ['-xzf', file, '-C', scratch]);
	const folder = path.join(scratch, 'package');
	const modules = path.join(folder, 'node_modules');
	mkdirSync(modules);
	const workflow = path.join(path.dirname(n8nPackage), 'node_modules', 'n8n-workflow');
	symlinkSync(workflow, path.join(modules, 'n8n-workflow'), 'dir');
	return {
		folder,
		tarball: file,
		remove: () => rmSync(scratch, { recursive: true, force: true }),
	};
}
