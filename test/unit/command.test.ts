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

it.each(['stdout', 'stderr'] as const)(
	'nothing is lost of 5 MB that a child writes to its %s before it exits, while nobody reads',
	async (stream) => {
		const cwd = scratchFolder();
		const [written, served, logFile] = ['a', 'b', 'log'].map((name) => path.join(cwd, name));
		const options = { cwd, env: process.env };
		const lines: number[] = [];
		const running = run(process.execPath, ['-e', writing(stream, written)], {
			...options,
			timeoutMs: 60_000,
			onLine: (line) => lines.push(line.length),
		});
		sleepUntilThereIs(written);
		const result = await running;
		expect([result.code, result[stream].length, lines]).toEqual([3, bytes, [bytes - 1]]);

		const asServer = ['-e', writing(stream, served)];
		const server = startServer(process.execPath, asServer, { ...options, logFile });
		sleepUntilThereIs(served);
		await server.stop();
		expect(readFileSync(logFile, 'utf8')).toHaveLength(bytes);
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
