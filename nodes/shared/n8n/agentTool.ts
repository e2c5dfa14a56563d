import type { IExecuteFunctions } from 'n8n-workflow';

import { refuseInput } from '../client/errors';

/**
 * Whether the node runs as the tool of an AI agent. Newer agents run tools as ordinary nodes, for which isToolExecution()
 * is false. The node type still ends with "Tool" then.
 */
export function isAgentTool(host: IExecuteFunctions): boolean {
	return host.isToolExecution() || host.getNode().type.endsWith('Tool');
}

/** For a credential with expressions. @throws ServiceError (badInput), because a model could choose the organization */
export function refuseChoiceOfOrganization(host: IExecuteFunctions): void {
	if (!isAgentTool(host)) return;
	refuseInput(
		'appId',
		'The credential has expressions, so an AI agent cannot use it',
		'Nothing was sent, because the model could choose the organization. Enter fixed values in the credential of the tool.',
	);
}
