import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../shared/n8n/failures';
import { poll } from './poll';
import { fetchSample } from './sample';

/**
 * What n8n asks of the trigger: a poll, or an example for the person who builds the workflow.
 * @throws NodeApiError or NodeOperationError
 */
export async function run(host: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return host.getMode() === 'manual' ? await fetchSample(host) : await poll(host);
	} catch (failure) {
		throw toNodeError(host.getNode(), failure);
	}
}
