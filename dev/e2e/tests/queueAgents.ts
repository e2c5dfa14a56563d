/** docs/reference/queue-mode.md: workers run what an agent and an MCP client call. */
import { ok } from 'node:assert/strict';

import { correctByAgent } from '../lib/agentWorkflow';
import { approveAfter } from '../lib/approvalChat';
import type { Checks } from '../lib/checks';
import { publishable } from '../lib/learner';
import type { N8nQueue } from '../lib/n8nQueue';
import { executionsOf, type QueueStage } from '../lib/queueStage';
import { correctOverMcp } from './mcp';

const handful = publishable.filter((_lesson, index) => index % 3 === 0);

export function queueAgentChecks(checks: Checks, stage: QueueStage): void {
	const service = async (documents: number) => await stage.service({ documents }, {});

	for (const caller of ['an agent', 'a sub-agent', 'an MCP client']) {
		checks.add(`queue mode, agents: ${caller} corrects its wrong calls at once`, async () => {
			const queue = await stage.started();
			const runs = () => queue.workers.flatMap((worker) => executionsOf(worker).started).length;
			const before = runs();
			const { sandbox, credential } = await service(120);
			const { session } = queue;
			if (caller === 'an MCP client') await correctOverMcp(session, sandbox, credential, handful);
			else await correctByAgent(session, sandbox, credential, caller === 'a sub-agent', handful);
			ok(runs() > before, 'no worker did it');
		});
	}

	const review = async (restart: (queue: N8nQueue) => Promise<unknown>, refusal?: RegExp) => {
		const queue = await stage.started();
		const { sandbox, credential } = await service(40);
		await approveAfter(queue.session, sandbox, credential, () => restart(queue), refusal);
	};

	checks.add('queue mode, agents: a call is approved after the main process restarts', async () => {
		await review(async ({ mainAlone }) => await mainAlone.open());
	});

	// A worker reads its event log when it starts, and takes an execution that waits for one that crashed.
	checks.add('queue mode, agents: a call is refused after the workers restart', async () => {
		await review(async (queue) => await queue.restartWorkers(), /The button answered 409/);
	});
}
