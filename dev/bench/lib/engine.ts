import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import type { Job, JobResult } from '../engine/job';
import { benchFolder, projectFolder } from './paths';

/**
 * In MB. A new process has a small heap, and collects garbage in many runs, which then take 50 % longer. The heap of an
 * n8n that has run for a while is large.
 */
const grownHeap = '--initial-heap-size=2048';

/** The process of n8n's engine, which runs jobs in sequence; it starts with the first one. */
export class EngineProcess {
	private child?: ChildProcess;

	/**
	 * @param node the Node.js that n8n itself runs on
	 * @param packageFolder the package, compiled
	 */
	constructor(
		private readonly node: string,
		private readonly packageFolder: string,
	) {}

	private started(): ChildProcess {
		this.child ??= fork(path.join(benchFolder, 'engine', 'main.ts'), [this.packageFolder], {
			cwd: projectFolder,
			execPath: this.node,
			execArgv: ['--expose-gc', grownHeap, '--import', 'tsx'],
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		return this.child;
	}

	/** @throws Error with the message of the job, or if the process ends */
	async run(job: Job): Promise<JobResult> {
		const child = this.started();
		return await new Promise<JobResult>((resolve, reject) => {
			const ended = (code: number | null) => reject(new Error(`The engine ended with ${code}`));
			child.once('exit', ended);
			child.once('message', (answer: { result?: JobResult; failure?: string }) => {
				child.off('exit', ended);
				if (answer.result) resolve(answer.result);
				else reject(new Error(answer.failure));
			});
			child.send(job);
		});
	}

	async stop(): Promise<void> {
		const { child } = this;
		if (!child || child.exitCode !== null) return;
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.disconnect();
		await ended;
	}
}
