import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Checks } from '../../e2e/lib/checks';
import { foreignEnvironment, lastLines, runOrFail } from '../../e2e/lib/command';
import { startServer } from '../../e2e/lib/server';
import { waitFor } from '../../e2e/lib/wait';
import { clone, filesIn, lendPackages } from '../clone';
import { projectFolder, readManifest } from '../manifest';
import type { NodeCli } from '../tools';

const timeoutMs = 3 * 60_000;
const { n8n } = readManifest();

/** Checks of n8n's own command line in a clone. */
export function nodeCliChecks(checks: Checks, scratch: string, { script: nodeCli }: NodeCli): void {
	const folder = path.join(scratch, 'their-build');

	checks.add(
		'n8n-node build gives the same files, and pictures of the docs beside them',
		async () => {
			lendPackages(clone(folder));
			const env = foreignEnvironment({ CI: 'true' });
			await runOrFail('n8n-node build', process.execPath, [nodeCli, 'build'], {
				cwd: folder,
				env,
				timeoutMs,
			});
			// The packed clone is already built; it is created only if this check runs alone.
			const own = path.join(scratch, 'one');
			if (!existsSync(own)) {
				lendPackages(clone(own));
				await runOrFail('npm run build', 'npm', ['run', 'build'], { cwd: own, env, timeoutMs });
			}
			const [theirs, ours] = [path.join(folder, 'dist'), path.join(own, 'dist')];
			// It copies every picture of the project; the published package has no docs.
			deepStrictEqual(
				filesIn(theirs).filter((file) => !file.startsWith('docs')),
				filesIn(ours),
			);
			for (const file of filesIn(ours)) {
				ok(readFileSync(path.join(ours, file)).equals(readFileSync(path.join(theirs, file))), file);
			}
		},
	);

	checks.add("n8n-node dev gives n8n's loader every node and credential", async () => {
		const userFolder = path.join(scratch, 'user');
		mkdirSync(userFolder);
		const custom = path.join(userFolder, '.n8n/custom');
		const args = [nodeCli, 'dev', '--external-n8n', '--custom-user-folder', userFolder];
		const logFile = path.join(userFolder, 'dev.log');
		const env = foreignEnvironment();
		const dev = startServer(process.execPath, args, { cwd: folder, env, logFile });
		const shown = () => readFileSync(logFile, 'utf8');
		try {
			await waitFor('n8n-node dev', timeoutMs, async () => {
				equal(dev.exitCode(), null, lastLines(shown()));
				return Promise.resolve(shown().includes('Watching for file changes') || undefined);
			});
		} finally {
			await dev.stop();
		}
		ok(existsSync(custom));
		const options = { cwd: projectFolder, env, timeoutMs };
		const loaded = path.join(projectFolder, 'dev/release/loaded.cjs');
		const { stdout } = await runOrFail('Loading', process.execPath, [loaded, custom], options);
		const nameIn = (file: string) =>
			path
				.basename(file)
				.split('.')[0]
				.replace(/^./, (letter) => letter.toLowerCase());
		deepStrictEqual(JSON.parse(stdout), {
			nodes: Object.fromEntries(
				n8n.nodes.map((file) => [nameIn(file), ['Finance & Accounting', 'Custom Nodes']]),
			),
			credentials: n8n.credentials.map(nameIn),
		});
	});
}
