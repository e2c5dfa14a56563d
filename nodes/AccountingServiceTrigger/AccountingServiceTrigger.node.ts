import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { searchHint, withBuilderHints } from '../shared/n8n/builderHints';
import { toNodeError } from '../shared/n8n/failures';
import { eventWords, triggerFields } from './fields';
import { poll } from './poll';
import { fetchSample } from './sample';

export class AccountingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Service Trigger',
		name: 'accountingServiceTrigger',
		icon: {
			light: 'file:../../icons/accountingService.svg',
			dark: 'file:../../icons/accountingService.dark.svg',
		},
		group: ['trigger'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: `={{ [].concat($parameter["event"]).map((event) => (${JSON.stringify(eventWords)})[event]).join(", ") }}`,
		// n8n's panel merges both nodes into one entry and heads it with this sentence, never with the other node's.
		description:
			'Read, create and export invoices and other documents, and start workflows when they appear, change or are paid',
		defaults: { name: 'Accounting Service Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: withBuilderHints(triggerFields),
		...searchHint(
			'Starts a workflow when documents are created, change or are paid. It asks the service at the times of ' +
				'pollTimes, so neither a webhook nor a Schedule Trigger is needed. Each item holds event and document.',
		),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			return this.getMode() === 'manual' ? await fetchSample(this) : await poll(this);
		} catch (failure) {
			throw toNodeError(this.getNode(), failure);
		}
	}
}
