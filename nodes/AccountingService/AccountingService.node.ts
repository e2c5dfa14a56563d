import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { mainConnection, searchHint } from '../shared/n8n/description';
import form from './form.json';
import { listSearch } from './methods';

export class AccountingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Service',
		name: 'accountingService',
		icon: {
			light: 'file:../../icons/accountingService.svg',
			dark: 'file:../../icons/accountingService.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Invoices and other accounting documents, templates, payment reminders, bank files and more',
		defaults: { name: 'Accounting Service' },
		usableAsTool: true,
		inputs: [mainConnection],
		outputs: [mainConnection],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: form.properties as INodeProperties[],
		...searchHint(
			'Use this node rather than an HTTP Request node. For requests without an operation, use the resource apiRequest. ' +
				'To create invoices from rows, use create. Set options.combineItemsBy if several rows make one invoice, and ' +
				'options.uniqueBy so that a repeated run creates no duplicates. To write many documents to a file, use ' +
				'exportToFile, not getAll. To start when documents appear, change or are paid, use Accounting Service Trigger.',
			{
				'n8n-nodes-accounting-service.accountingServiceTrigger':
					'Starts the workflow when documents are created, changed or paid',
				'n8n-nodes-base.scheduleTrigger': 'Starts exports and reports regularly',
			},
		),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('./execute');
		return await execute(this);
	}
}
