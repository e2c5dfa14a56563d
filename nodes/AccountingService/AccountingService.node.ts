import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { collection, formOf, wholeNumber, type Form } from '../shared/fields/values';
import { isAskedByAgent } from '../shared/n8n/agent';
import { connect, type ConnectionSettings } from '../shared/n8n/connection';
import { errorText, isCancelled, toNodeError } from '../shared/n8n/failures';
import { Hints } from '../shared/n8n/hints';
import { searchDocuments } from './methods/listSearch';
import { findOperation, formProperties, subtitle } from './resources';
import { ItemWithFiles, type Operation } from './operation';

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
	};

	methods = { listSearch: { searchDocuments } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const hints = new Hints(this);
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
					hint: (message) => hints.warn(message),
				});
				if (items.length > 0 && isSimplified(form, operation)) hints.note(simplifiedNote);
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

const simplifiedNote = 'Only the main fields are shown. Turn off Simplify to get all of them.';

function isSimplified(form: Form, { fields }: Operation): boolean {
	return fields.some(({ name }) => name === 'simplify') && form.get('simplify') !== false;
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
