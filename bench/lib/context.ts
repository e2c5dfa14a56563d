import type { Target } from '../engine/job';
import type { EngineProcess } from './engine';
import type { BuiltPackage } from './package';
import type { SandboxProcess } from './sandbox';

/** What every part of the benchmark is given. */
export interface BenchContext {
	/** The Node.js that n8n runs on. */
	node: string;
	built: BuiltPackage;
	engine: EngineProcess;
	/** A small run that says whether all works, not how fast it is. */
	quick: boolean;
	say(line: string): void;
}

export function targetOf(
	{ built }: BenchContext,
	{ baseUrl, appId, appSecret }: SandboxProcess,
): Target {
	const insecure = baseUrl.startsWith('https:');
	return { packageFolder: built.folder, baseUrl, appId, appSecret, insecure };
}
