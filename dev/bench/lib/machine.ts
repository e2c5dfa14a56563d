import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

import { n8nPackage } from './paths';

/** What the numbers were measured on. */
export interface Machine {
	date: string;
	cpu: string;
	cores: number;
	memoryGb: number;
	system: string;
	/** Runs n8n's engine and all contestants. */
	engineNode: string;
	/** Runs the sandbox. */
	sandboxNode: string;
	n8n: string;
	/** Load of the last minute before the run; well below the number of cores on a quiet machine. */
	loadBefore: number;
}

export function describeMachine(node: string): Machine {
	const { version } = createRequire(n8nPackage)(n8nPackage) as { version: string };
	return {
		date: new Date().toISOString().slice(0, 10),
		cpu: cpus()[0]?.model.trim() ?? 'unknown',
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / 2 ** 30),
		system: `${platform()} ${arch()}`,
		engineNode: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
		sandboxNode: process.version,
		n8n: version,
		loadBefore: Number(loadavg()[0].toFixed(1)),
	};
}
