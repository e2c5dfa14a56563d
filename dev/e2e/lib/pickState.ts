import { nodeNamed, withNode } from './example';
import type { RestSession } from './rest';
import type { WorkflowFile } from './types';

/** The published states; a document that was approved has another one, which the organization names. */
export const waiting = 'Waiting For Approval';
const published = ['Draft', waiting];

/**
 * Opens the list of **State** in the node *Change State*, as the editor does, and picks a state that the
 * organization has named itself. The node has its credential already.
 */
export async function withPickedState(
	session: RestSession,
	workflow: WorkflowFile,
): Promise<{ workflow: WorkflowFile; state: string }> {
	const {
		type: name,
		typeVersion: version,
		parameters,
		credentials,
	} = nodeNamed(workflow, 'Change State');
	const { results } = await session.request<{ results: Array<{ value: string }> }>(
		'POST',
		'/dynamic-node-parameters/resource-locator-results',
		{
			nodeTypeAndVersion: { name, version },
			path: 'parameters.state',
			methodName: 'searchStates',
			currentNodeParameters: parameters,
			credentials,
		},
	);
	const states = results.map(({ value }) => value);
	const state = states.find((value) => !published.includes(value));
	if (state === undefined) throw new Error(`No state to pick: ${states.join(', ')}`);
	const value = { __rl: true, mode: 'list', value: state };
	const picked = withNode(workflow, 'Change State', () => ({
		parameters: { ...parameters, state: value },
	}));
	return { workflow: picked, state };
}
