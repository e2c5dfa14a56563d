import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import type { Job, JobResult } from '../engine/job';
import { benchFolder, projectFolder } from './paths';

/**
 * In MB. A young process has a small heap, and clears memory in the middle of many runs, which then
 * take half as long again; the heap of an n8n that has worked for a while is large.
 */
const grownHeap = '--initial-heap-size=2048';

/** The process that holds n8n's engine and runs one job after the other; it starts with the first. */
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

	/** @throws Error with the words of the job's own failure, or when the process ends */
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
