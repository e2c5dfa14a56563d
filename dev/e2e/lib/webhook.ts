import { trigger } from './flow';
import type { WorkflowFile, WorkflowNode } from './types';
import { waitFor } from './wait';

/** Time enough on a machine that plays several years at once; fetch() waits no longer for a response. */
export const jobTakesMs = 300_000;

/** The node that starts a workflow when its webhook is called. */
export const start = 'Call';

export function webhook(name: string): WorkflowNode {
	return {
		id: 'call',
		name: start,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [-400, 0],
		webhookId: name,
		parameters: {
			...{ httpMethod: 'POST', path: name, responseMode: 'lastNode', responseData: 'noData' },
			options: {},
		},
	};
}

/** The workflow, with its manual trigger replaced by a webhook. */
export function behindWebhook({ name, nodes, connections, ...more }: WorkflowFile): WorkflowFile {
	const { [trigger]: targets, ...others } = connections;
	return {
		...{ ...more, name },
		nodes: nodes.map((node) => (node.name === trigger ? webhook(name) : node)),
		connections: { ...others, [start]: targets ?? {} },
	};
}

/** Calls a webhook of n8n; its status. */
export async function post(
	baseUrl: string,
	name: string,
	body: object,
	signal?: AbortSignal,
): Promise<number> {
	const over = AbortSignal.timeout(jobTakesMs);
	const send = async (): Promise<number> => {
		const response = await fetch(`${baseUrl}/webhook/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify(body),
			signal: signal ? AbortSignal.any([signal, over]) : over,
		});
		await response.text();
		return response.status;
	};
	// n8n registers its webhooks a moment after its start.
	return await waitFor(`The webhook ${name}`, jobTakesMs, async () => {
		const status = await send();
		return status === 404 ? undefined : status;
	});
}
