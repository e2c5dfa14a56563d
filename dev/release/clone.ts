import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from './manifest';

/** The files of a clone if all current files were committed. */
export function clone(folder: string): string {
	const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const files = execFileSync('git', list, { cwd: projectFolder, encoding: 'utf8' });
	for (const file of files.split('\0').filter((name) => name !== '')) {
		const source = path.join(projectFolder, file);
		// Deleted, but not committed yet.
		if (!existsSync(source)) continue;
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		copyFileSync(source, path.join(folder, file));
	}
	return folder;
}

/** Links the packages that are installed here into a clone. */
export function lendPackages(folder: string): void {
	symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
}

/** The files below a folder, as paths from it. */
export function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
		.sort();
}
