import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { DEFAULT_OPTIONS, type RunningSandbox } from '../../sandbox';
import { credentialFor, runNode } from './support/engine';
import { exportToFile, onlyFile } from './support/exported';
import { LoopStretch } from './support/loopStretch';

const documents = Number(process.env.EXPORT_DOCUMENTS ?? 100_000);

let sandbox: ChildProcess | undefined;

/** A sandbox in a process of its own, so that its memory is not taken for the export's. */
async function startSandboxProcess(): Promise<string> {
	const root = join(__dirname, '..', '..');
	const script = join(root, 'sandbox', 'main.ts');
	const args = ['--import', 'tsx', script, '--documents', String(documents)];
	const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
	sandbox = child;
	return await new Promise((resolve, reject) => {
		let said = '';
		child.once('error', reject);
		child.once('exit', () => reject(new Error('The sandbox ended')));
		child.stdout.on('data', (text: Buffer) => {
			said += text.toString();
			const baseUrl = /^Base URL:\s+(\S+)$/m.exec(said)?.[1];
			if (baseUrl) resolve(baseUrl);
		});
	});
}

afterAll(() => sandbox?.kill());

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

describe('Export to File: memory', () => {
	const baseUrl = startSandboxProcess();

	it.each((process.env.EXPORT_FORMATS ?? 'csv,ndjson,xlsx').split(','))(
		`${documents} documents as %s: grows by less than 100 MB`,
		async (format) => {
			const { appId, appSecret } = DEFAULT_OPTIONS;
			const service = { baseUrl: await baseUrl, appId, appSecret } as RunningSandbox;
			const credentials = credentialFor(service);
			const run = async (changes: object) =>
				await runNode({ parameters: exportToFile({ format, ...changes }), credentials });
			// What every execution needs comes first, so that the growth is the export's own.
			await run({ options: { afterId: '10001000' } });
			setFlagsFromString('--expose-gc');
			(runInNewContext('gc') as () => void)();
			const idle = process.memoryUsage.rss();
			let peak = idle;
			const sampler = setInterval(() => {
				peak = Math.max(peak, process.memoryUsage.rss());
			}, 20);
			const stretch = new LoopStretch();
			const started = Date.now();
			const result = await run({});
			const seconds = (Date.now() - started) / 1000;
			clearInterval(sampler);
			const growth = megabytes(peak - idle);
			process.stdout.write(
				`${documents} documents as ${format}: ${seconds.toFixed(1)} s, ${megabytes(idle)} MB idle, ${growth} MB growth, longest stretch of the event loop ${stretch.text()}\n`,
			);
			expect(JSON.stringify(result.run).length).toBeLessThan(10_000);
			expect(growth).toBeLessThan(100);
			const { account } = await onlyFile(result);
			expect(account).toMatchObject({ documents, complete: true });
		},
		600_000,
	);
});
