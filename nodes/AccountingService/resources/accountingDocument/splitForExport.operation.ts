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
import { choiceField } from '../../../shared/fields/properties';

const shares = wholeNumberField({
	displayName: 'Shares',
	name: 'shares',
	minimum: 1,
	maximum: 1000,
	default: 4,
	description: 'The number of exports to split the documents into, e.g. 4',
});

const exportHint =
	'Connect Export to File with the same Source. It exports each share to its own file.';

const newDocuments = choiceField(
	'New Documents',
	'newDocuments',
	'What to do with documents that are created after the split',
	'newestShare',
	{
		newestShare: ['In the Newest Share', 'Include documents that are created during the export'],
		nextRun: ['Left for the Next Run', 'Exclude documents that are created after the split'],
	},
);

/** Reads some pages of the list or search (docs/api/requests.md#document-lists) to split it by IDs. */
export const splitForExport: ItemOperation = {
	option: {
		name: 'Split for Export',
		value: 'splitForExport',
		action: 'Split invoices and other documents for export',
		description:
			'Split documents into equal shares, so that several executions can export them at the same time',
	},
	fields: [
		...sourceFields,
		{ ...shares.property, hint: exportHint },
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
			shares: shares.readOrDefault({ shares: form.get('shares') as number }),
			isOpenToNew: form.get('newDocuments') !== 'nextRun',
			assumedDirection: criteria?.sortDirection === 'ASC' ? 1 : -1,
		});
		const origin = await originOf(call, criteria);
		return plan.map((share) => ({ ...share, ...origin }));
	},
};
