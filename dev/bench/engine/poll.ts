import type { IDataObject, INodeType } from 'n8n-workflow';

import { nodeOf } from '../../../test/engine/support/nodeInEngine';
import type { JobResult, PollJob } from './job';
import { PollContext, Workflow } from './n8n';
import { additionalData, nodeTypes } from './workflow';

/**
 * One poll of the trigger, in n8n's context.
 * @returns the number of documents that start a workflow, and the state for the next poll
 */
export async function poll({
	target,
	staticData,
}: PollJob): Promise<Pick<JobResult, 'documents' | 'staticData'>> {
	const node = nodeOf('Trigger', 'accountingServiceTrigger');
	const workflow = new Workflow({
		// The state of the trigger in this process belongs to one service.
		id: target.baseUrl,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		staticData: staticData as IDataObject,
	});
	const context = new PollContext(
		workflow,
		workflow.getNode('Trigger') ?? node,
		additionalData(workflow, target),
		'trigger',
		'activate',
	);
	const trigger = nodeTypes.getByName(node.type) as INodeType;
	const items = await trigger.poll?.call(context);
	return { documents: items?.[0]?.length ?? 0, staticData: workflow.staticData };
}
