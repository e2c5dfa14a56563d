import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { collection, formOf, wholeNumber, type Form } from '../form/values';
import { isAskedByAgent } from '../host/agent';
import { connect, type ConnectionSettings } from '../host/connection';
import { errorText, isCancelled, toNodeError } from '../host/failures';
import { searchDocuments } from './methods/listSearch';
import { findOperation, formProperties, subtitle } from './resources';
import { ItemWithFiles } from './resources/operation';

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
		subtitle: subtitle(),
		description:
			'List, search, fetch and export invoices and other accounting documents, and read templates',
		defaults: { name: 'Accounting Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'accountingServiceApi', required: true }],
		properties: formProperties(),
		hints: [
			{
				message: 'Only the main fields are shown. Turn off Simplify to get all of them.',
				displayCondition: '={{ $parameter["simplify"] === true }}',
				whenToDisplay: 'afterExecution',
				location: 'outputPane',
			},
		],
	};

	methods = { listSearch: { searchDocuments } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const itemCount = this.getInputData().length;
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			try {
				const form = formOf(this, itemIndex);
				const operation = findOperation(form.get('resource'), form.get('operation'));
				const client = await connect(this, connectionSettings(form));
				const items = await operation.run({
					form,
					client,
					host: this,
					itemIndex,
					forAgent: isAskedByAgent(this),
					hint: (message) =>
						this.addExecutionHints({ message, type: 'warning', location: 'outputPane' }),
				});
				for (const item of items) {
					const files = item instanceof ItemWithFiles ? item.binary : undefined;
					const json = item instanceof ItemWithFiles ? item.json : item;
					output.push({
						json,
						...(files && { binary: files }),
						pairedItem: { item: itemIndex },
					});
				}
			} catch (failure) {
				if (!this.continueOnFail() || isCancelled(failure))
					throw toNodeError(this.getNode(), failure, itemIndex);
				output.push({ json: { error: errorText(failure) }, pairedItem: { item: itemIndex } });
			}
		}
		return [output];
	}
}

function connectionSettings(form: Form): ConnectionSettings {
	const { timeoutSeconds, maxTries } = collection(form, 'options');
	return {
		...(timeoutSeconds !== undefined && {
			timeoutMs: wholeNumber(timeoutSeconds, 'timeoutSeconds', 'Timeout', 1, 3600) * 1000,
		}),
		...(maxTries !== undefined && {
			maxTries: wholeNumber(maxTries, 'maxTries', 'Max Tries', 1, 10),
		}),
	};
}
