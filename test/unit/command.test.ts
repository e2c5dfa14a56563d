import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { run } from '../../dev/e2e/lib/command';
import { startServer } from '../../dev/e2e/lib/server';

const bytes = 5_000_000;

const scratchFolder = () =>
	mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'command-'));

/** Keeps this process from reading, as on a busy machine. */
function sleepUntilThereIs(file: string): void {
	const nothing = new Int32Array(new SharedArrayBuffer(4));
	for (let looks = 0; !existsSync(file); looks++) {
		if (looks > 5000) throw new Error(`No ${file}`);
		Atomics.wait(nothing, 0, 0, 10);
	}
}

/** A script that writes 5 MB, marks this in a file, and exits at once. */
const writing = (stream: 'stdout' | 'stderr', file: string) =>
	`process.${stream}.write('x'.repeat(${bytes - 1}) + '\\n');
	require('node:fs').writeFileSync(${JSON.stringify(file)}, '');
	process.exit(3);`;

describe.each(['stdout', 'stderr'] as const)(
	'a child that writes 5 MB to its %s and exits while nobody reads',
	(stream) => {
		it('as a command: everything arrives', async () => {
			const cwd = scratchFolder();
			const written = path.join(cwd, 'written');
			const lines: number[] = [];
			const running = run(process.execPath, ['-e', writing(stream, written)], {
				cwd,
				env: process.env,
				timeoutMs: 60_000,
				onLine: (line) => lines.push(line.length),
			});
			sleepUntilThereIs(written);
			const result = await running;
			expect([result.code, result[stream].length]).toEqual([3, bytes]);
			expect(lines).toEqual([bytes - 1]);
		});

		it('as a server: everything is in its log', async () => {
			const cwd = scratchFolder();
			const [written, logFile] = ['written', 'log'].map((name) => path.join(cwd, name));
			const options = { cwd, env: process.env, logFile };
			const server = startServer(process.execPath, ['-e', writing(stream, written)], options);
			sleepUntilThereIs(written);
			await server.stop();
			expect(readFileSync(logFile, 'utf8')).toHaveLength(bytes);
		});
	},
);

it('passes on the lines of a command while it runs, and joins split characters', async () => {
	const cwd = scratchFolder();
	const seen = path.join(cwd, 'seen');
	const script = `const { existsSync } = require('node:fs');
		process.stdout.write(Buffer.from('first č').subarray(0, -1));
		process.stdout.write(Buffer.from([0x8d, 0x0a]));
		const timer = setInterval(() => {
			if (!existsSync(${JSON.stringify(seen)})) return;
			clearInterval(timer);
			process.stdout.write('second\\nrest');
		}, 10);`;
	const lines: string[] = [];
	const { stdout } = await run(process.execPath, ['-e', script], {
		cwd,
		env: process.env,
		timeoutMs: 60_000,
		onLine: (line) => {
			lines.push(line);
			if (lines.length === 1) writeFileSync(seen, '');
		},
	});
	expect(lines).toEqual(['first č', 'second']);
	expect(stdout).toBe('first č\nsecond\nrest');
});

it('ends a command that does not end in time', async () => {
	const args = ['-e', 'setInterval(() => undefined, 1000)'];
	const options = { cwd: scratchFolder(), env: process.env, timeoutMs: 1 };
	await expect(run(process.execPath, args, options)).rejects.toThrow(/did not end within 0 s/);
});
