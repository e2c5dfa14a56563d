import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { execute } from './execute';
import { searchBankAccounts, searchDocumentIds, searchDocuments } from './methods/listSearch';
import { searchVatRates } from './methods/vatRates';
import { formProperties, subtitle } from './resources';

export class AccountingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Accounting Service',
		name: 'accountingService',
		icon: {
			light: 'file:../../icons/accountingService.svg',
			dark: 'file:../../icons/accountingService.dark.svg',
		},
		group: ['input'],
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: subtitle(),
		description:
			'Invoices and other accounting documents, templates, payment reminders, bank files and more',
		defaults: { name: 'Accounting Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: formProperties(),
	};

	methods = {
		listSearch: { searchBankAccounts, searchDocumentIds, searchDocuments, searchVatRates },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
