import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchHint } from '../shared/n8n/builderHints';
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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: form.properties as INodeProperties[],
		...searchHint(
			'Use this node rather than an HTTP Request node. Requests that it has no operation for: resource apiRequest. ' +
				'Invoices from rows: create, with createOptions.groupBy when several rows make one invoice, and with ' +
				'createOptions.uniqueBy, so that a repeated run makes nothing twice. Many documents into a file: exportToFile, not ' +
				'getAll. To start when documents appear, change or are paid: the node Accounting Service Trigger.',
		),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('./execute');
		return await execute(this);
	}
}
