import type { INodeProperties } from 'n8n-workflow';

import { sourceFields } from '../../export/fields';
import { searchOf } from '../../export/form';
import { listRequests, sourceOf } from '../../export/range';
import { originOf, splitList } from '../../export/shares';
import {
	listOptionFields,
	advancedWith,
	readOptions,
	wholeNumberField,
} from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/form';
import type { ItemOperation } from '../../operation';

const shares = wholeNumberField({
	displayName: 'Shares',
	name: 'shares',
	minimum: 1,
	maximum: 1000,
	default: 4,
	description: 'How many exports the documents are to be split into',
});

const newDocuments: INodeProperties = {
	displayName: 'New Documents',
	name: 'newDocuments',
	type: 'options',
	options: [
		{
			name: 'In the Newest Share',
			value: 'newestShare',
			description: 'What is created while the shares are exported may be in the newest of them',
		},
		{
			name: 'Left to the Next Run',
			value: 'nextRun',
			description: 'The shares hold nothing that is newer than this split',
		},
	],
	default: 'newestShare',
	description: 'Where documents belong that are created from now on',
};

/** Looks at some pages of either list (docs/api/requests.md#document-lists) to split it by the ids of documents. */
export const splitForExport: ItemOperation = {
	option: {
		name: 'Split for Export',
		value: 'splitForExport',
		action: 'Split invoices and other documents for export',
		description:
			'Plan shares of equal size, so that several executions can export at the same time',
	},
	fields: [
		...sourceFields,
		shares.property,
		newDocuments,
		advancedWith(...listOptionFields.filter(({ name }) => name === 'pageSize')),
	],
	requests: listRequests,
	output: {
		share: 'whole',
		shares: 'whole',
		afterId: 'id',
		untilId: 'id',
		expected: 'whole',
		organization: 'text',
		search: 'text',
	},
	oncePerInput: true,
	async run(call) {
		const { form, client } = call;
		const { pageSize } = readOptions(collection(form, 'options'));
		const criteria = searchOf(form);
		const plan = await splitList(sourceOf(client, criteria, []), {
			pageSize,
			shares: shares.read({ shares: form.get('shares') as number }) ?? 4,
			isOpenToNew: form.get('newDocuments') !== 'nextRun',
			assumedDirection: criteria?.sortDirection === 'ASC' ? 1 : -1,
		});
		const origin = await originOf(call, criteria);
		return plan.map((share) => ({ ...share, ...origin }));
	},
};
