import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packFolder } from '../../release/pack';

/** Guarantees that can be broken on purpose, to test the comparisons. */
export const guarantees = {
	uniqueBy: 'orders are created without Unique By',
	manifest: 'each night the manifest is thrown away',
	retry: 'the package sends a POST again after a lost answer',
} as const;

export type Broken = keyof typeof guarantees;

/** @throws Error for an unknown guarantee */
export function readBroken(word: string | undefined): Broken | undefined {
	if (word === undefined) return undefined;
	const names = Object.keys(guarantees) as Broken[];
	const found = names.find((name) => name === word);
	if (found === undefined) throw new Error(`--break takes ${names.join(', ')}`);
	return found;
}

const rule = "return unsent.has(code) || handshake.test(code) ? 'none' : 'open';";

/**
 * Packs the package with a client that counts every failed connection as one without effect.
 * @param tarball as it is published
 * @returns the other tarball
 */
export async function packRetrying(tarball: string, destination: string): Promise<string> {
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-broken-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		const file = path.join(folder, 'package/dist/nodes/shared/client/retry.js');
		const code = readFileSync(file, 'utf8');
		const other = code.replace(rule, "return 'none';");
		if (other === code) throw new Error(`${file} has no such rule any more: ${rule}`);
		writeFileSync(file, other);
		const packed = await packFolder(path.join(folder, 'package'), destination);
		return packed.file;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
