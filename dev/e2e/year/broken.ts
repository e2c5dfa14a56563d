import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packFolder } from '../../release/pack';

/** Of the App IDs of an accounting office's companies. */
export const companyPrefix = 'company-';

/** Guarantees that can be broken on purpose, to test the comparisons. */
export const guarantees = {
	uniqueBy: 'orders are created without Unique By',
	manifest: 'each night the manifest is thrown away',
	retry: 'the package sends a POST again after a lost answer',
	preview: 'a preview shows another currency than the run sends',
	readOnly: "the auditor's credential lets it write",
	token: 'the package uses one token for several companies',
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

/** Code of the published package, and what breaks it. */
export const patches: Partial<Record<Broken, { file: string; code: string; instead: string }>> = {
	// Every failed connection counts as one without effect.
	retry: {
		file: 'retry.js',
		code: "return unsent.has(code) || handshake.test(code) ? 'none' : 'open';",
		instead: "return 'none';",
	},
	preview: {
		file: 'preview.js',
		code: 'call.body && (0, exports.plainJson)(call.body)',
		instead: "call.body && { ...(0, exports.plainJson)(call.body), currency: 'USD' }",
	},
	// All companies of the office are one holder.
	token: {
		file: 'token.js',
		code: 'key: fingerprint(Object.values(holder))',
		instead: `key: fingerprint(holder.appId.startsWith('${companyPrefix}') ? [] : Object.values(holder))`,
	},
};

/**
 * Packs the package with another client, if the guarantee is one of the package.
 * @param tarball as it is published
 * @returns the tarball to install
 */
export async function packBroken(
	tarball: string,
	destination: string,
	broken?: Broken,
): Promise<string> {
	const patch = broken && patches[broken];
	if (patch === undefined) return tarball;
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-broken-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		const file = path.join(folder, 'package/dist/nodes/shared/client', patch.file);
		const code = readFileSync(file, 'utf8');
		const other = code.replace(patch.code, patch.instead);
		if (other === code) throw new Error(`${file} has no such code any more: ${patch.code}`);
		writeFileSync(file, other);
		const packed = await packFolder(path.join(folder, 'package'), destination);
		return packed.file;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
