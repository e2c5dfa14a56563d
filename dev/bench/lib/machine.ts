import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, cpus, platform, totalmem } from 'node:os';

import { n8nPackage, projectFolder } from './paths';

/** The machine, the date and the measured commit. @param node runs n8n's engine and all contestants */
export function describeMachine(node: string): string {
	const { version } = createRequire(n8nPackage)(n8nPackage) as { version: string };
	const engineNode = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
	const [{ model }, { length }] = [cpus()[0], cpus()];
	const git = ['rev-parse', '--short', 'HEAD'];
	const commit = execFileSync('git', git, { cwd: projectFolder, encoding: 'utf8' }).trim();
	const memory = Math.round(totalmem() / 2 ** 30);
	return (
		`${new Date().toISOString().slice(0, 10)}, commit ${commit}: ${length} cores of ${model.trim()}, ${memory} GB, ${platform()} ${arch()}, ` +
		`n8n ${version} on Node ${engineNode}, sandbox on Node ${process.version}.`
	);
}
