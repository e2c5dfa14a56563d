import type { INodeType, IDataObject } from 'n8n-workflow';

import type { JobResult, PollJob } from './job';
import { PollContext, Workflow } from './n8n';
import { additionalData, fromPackage, nodeOf } from './workflow';

/**
 * One poll of the trigger, in the context that n8n gives it.
 * @returns how many documents it started a workflow with, and what n8n keeps for the next poll
 */
export async function poll({
	target,
	staticData,
}: PollJob): Promise<Pick<JobResult, 'documents' | 'staticData'>> {
	const { AccountingServiceTrigger } = fromPackage<{
		AccountingServiceTrigger: new () => INodeType;
	}>(target.packageFolder, 'nodes/AccountingServiceTrigger/AccountingServiceTrigger.node.js');
	const trigger = new AccountingServiceTrigger();
	const node = nodeOf('Trigger', 'accountingServiceTrigger');
	const workflow = new Workflow({
		// What the trigger keeps for this process it keeps for one service.
		id: target.baseUrl,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: {
			getByName: () => trigger,
			getByNameAndVersion: () => trigger,
			getKnownTypes: () => ({}),
		},
		staticData: staticData as IDataObject,
	});
	const context = new PollContext(
		workflow,
		workflow.getNode('Trigger') ?? node,
		additionalData(workflow, target),
		'trigger',
		'activate',
	);
	const items = await trigger.poll?.call(context);
	return { documents: items?.[0]?.length ?? 0, staticData: workflow.staticData };
}
