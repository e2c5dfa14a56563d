import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from './manifest';

/** The files that a commit of everything would contain: without packages, whose folders have half a million files. */
export function committedFiles(...folders: string[]): string[] {
	const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders];
	return (
		execFileSync('git', list, { cwd: projectFolder, encoding: 'utf8' })
			.split('\0')
			// Some are deleted, but not committed yet.
			.filter((file) => file !== '' && existsSync(path.join(projectFolder, file)))
			.sort()
	);
}

/** The files of a clone if all current files were committed. */
export function clone(folder: string): string {
	for (const file of committedFiles()) {
		const source = path.join(projectFolder, file);
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
