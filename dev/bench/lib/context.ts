import type { N8nInstallation } from '../../e2e/lib/install';
import type { EngineProcess } from './engine';
import type { BuiltPackage } from './package';
import { SandboxProcess, type SandboxFlags } from './sandbox';

/** The input of every part of the benchmark. */
export interface BenchContext {
	/** The n8n that is measured, and the Node.js that it runs on. */
	installation: N8nInstallation;
	built: BuiltPackage;
	engine: EngineProcess;
	/** A small run that only tests that everything works. */
	quick: boolean;
	say(line: string): void;
}

/** A sandbox for one piece of work. */
export async function withSandbox<T>(
	flags: SandboxFlags,
	work: (sandbox: SandboxProcess) => Promise<T>,
): Promise<T> {
	const sandbox = await SandboxProcess.start(flags);
	try {
		return await work(sandbox);
	} finally {
		await sandbox.stop();
	}
}
