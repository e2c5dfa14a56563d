import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { clone, lendPackages } from '../../dev/release/clone';
import { firstProblem } from '../../dev/scripts/check';

/** A copy of the project in which this is the only source. */
function projectWith(source: string): string {
	const folder = clone(mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'check-')));
	lendPackages(folder);
	for (const name of ['nodes', 'credentials', 'docs', 'test', 'examples'])
		rmSync(path.join(folder, name), { recursive: true });
	for (const name of ['nodes', 'credentials']) mkdirSync(path.join(folder, name));
	writeFileSync(path.join(folder, 'nodes/wrong.ts'), source);
	writeFileSync(path.join(folder, 'credentials/right.ts'), 'export const right = 1;\n');
	return folder;
}

it('npm run check names file and rule of each part that fails, and its verdict comes last', () => {
	const folder = projectWith("export const  wrong: number = setTimeout(() => 'x', 5) as string;\n");
	const check = [require.resolve('tsx/cli'), 'dev/scripts/check.ts'];
	const { status, stdout } = spawnSync(process.execPath, [...check, 'format:check', 'lint'], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, NODE_ENV: undefined },
	});
	const lines = stdout.trimEnd().split('\n');
	const failures = lines.filter((line) => line.startsWith('FAILED ')).sort();
	expect(failures).toEqual([
		expect.stringMatching(/^FAILED format:check \(.*\): nodes\/wrong\.ts$/),
		expect.stringMatching(
			/^FAILED lint \(.*\): nodes\/wrong\.ts:1:\d+: .*no-restricted-globals\)$/,
		),
	]);
	expect([status, lines.at(-1)]).toEqual([1, '0 passed, 2 failed']);
});

it.each([
	[
		'types',
		"nodes/a.ts(1,15): error TS2322: Type 'string' is not assignable to type 'number'.\n",
		"nodes/a.ts(1,15): error TS2322: Type 'string' is not assignable to type 'number'.",
	],
	[
		'build',
		"[02:59:59] 'compile' errored after 21 s\n[02:59:59] Error: nodes/a.ts(1,5): error TS1005: ';' expected.\n\n    at async compile (gulpfile.js:12:2)\n",
		"nodes/a.ts(1,5): error TS1005: ';' expected.",
	],
	[
		'lint:form',
		'AccountingService: Filters → Currency: The text begins or ends with a space (untrimmed)\n  placeholder:\n',
		'AccountingService: Filters → Currency: The text begins or ends with a space (untrimmed)',
	],
	['another tool', 'Reading\nNo space left on device\n\n', 'No space left on device'],
])('npm run check reads the first problem in the output of %s', (_, output, problem) => {
	expect(firstProblem(output)).toBe(problem);
});
