import type {
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { mainConnection, searchHint } from '../shared/n8n/description';
import form from './form.json';

export class AccountingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Service Trigger',
		name: 'accountingServiceTrigger',
		icon: {
			light: 'file:../../icons/accountingService.svg',
			dark: 'file:../../icons/accountingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: form.subtitle,
		// n8n's node panel shows this description for both nodes.
		description:
			'Read, create and export invoices and other documents, and start workflows when they appear, change or are paid',
		defaults: { name: 'Accounting Service Trigger' },
		polling: true,
		inputs: [],
		outputs: [mainConnection],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: form.properties as INodeProperties[],
		...searchHint(
			'Starts a workflow when documents are created, changed or paid. It polls the service at pollTimes, so a webhook ' +
				'or Schedule Trigger is unnecessary. Each item has the fields event and document.',
			{
				'n8n-nodes-accounting-service.accountingService':
					'Reads and changes the documents that started the workflow',
			},
		),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { runTrigger: run } = await import('./poll');
		return await run(this);
	}
}
