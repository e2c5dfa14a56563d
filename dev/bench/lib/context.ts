import type { N8nInstallation } from '../../e2e/lib/install';
import type { Target } from '../engine/job';
import type { EngineProcess } from './engine';
import type { BuiltPackage } from './package';
import type { Results } from './results';
import type { SandboxProcess } from './sandbox';

/** What every part of the benchmark is given. */
export interface BenchContext {
	/** The n8n that is measured, and the Node.js that it runs on. */
	installation: N8nInstallation;
	built: BuiltPackage;
	engine: EngineProcess;
	/** A small run that says whether all works, not how fast it is. */
	quick: boolean;
	/** The command line's own size of a part, where it asks for one. */
	documents?: number;
	/** What was measured earlier. */
	earlier: Readonly<Results>;
	say(line: string): void;
}

type Service = Pick<SandboxProcess, 'baseUrl' | 'appId' | 'appSecret'>;

export function targetOf({ built }: BenchContext, { baseUrl, appId, appSecret }: Service): Target {
	const insecure = baseUrl.startsWith('https:');
	return { packageFolder: built.folder, baseUrl, appId, appSecret, insecure };
}
