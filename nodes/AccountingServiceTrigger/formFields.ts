import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { directions, documentTypes, documentTypeWords } from '../shared/documents/choices';
import { documentRecord } from '../shared/documents/record';
import { otherScopes, scope } from '../shared/documents/scope';
import { choicesOf } from '../shared/fields/check';
import { timeoutSeconds, wholeNumberField } from '../shared/fields/options';
import { outputFields } from '../shared/fields/output';
import { choiceField, collectionField, noticeField } from '../shared/fields/properties';

const event: INodeProperties = {
	displayName: 'Events',
	name: 'event',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Any Tracked Change',
			value: 'changed',
			description:
				'The number, state, processing state, payment, amount paid, total or due date of a document changed',
		},
		{
			name: 'Document Created',
			value: 'created',
			description: 'A document was created',
		},
		{
			name: 'Document Paid',
			value: 'paid',
			description: 'A document was marked as paid, or its total was paid in full',
		},
		{
			name: 'Document State Changed',
			value: 'stateChanged',
			description:
				'The state of a document changed, for example from Draft to Waiting For Approval',
		},
		{
			name: 'Processing Finished or Failed',
			value: 'processingFinished',
			description: 'The service finished processing a document, or failed to process it',
		},
	],
	default: ['created'],
	description: 'What starts the workflow. The node returns one item per event.',
};

/** The labels of Events under the name of the node. */
const eventWords = Object.fromEntries(
	((event.options ?? []) as INodePropertyOptions[]).map(({ name, value }) => [value, name]),
);

/** The line under the node on the canvas. */
export const triggerSubtitle = `={{ [].concat($parameter["event"]).map((event) => (${JSON.stringify(eventWords)})[event]).join(", ") }}`;

const start = choiceField(
	'Start With',
	'start',
	'Where to start. Changing it later has no effect.',
	'now',
	{
		now: ['New Events Only', 'Skip what happened before you first publish the workflow'],
		existing: [
			'Existing Documents Too',
			'Start with all existing documents, oldest first, over several polls',
		],
	},
);

const direction: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [{ name: 'Issued and Received', value: 'any' }, ...choicesOf(directions)],
	default: 'any',
	description: 'Documents issued to a customer, received from a supplier, or both',
};

const type: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'multiOptions',
	options: choicesOf(documentTypes, documentTypeWords),
	default: [],
	description: 'Types of document that start the workflow. Leave it empty for all types.',
};

export const lookBack = wholeNumberField({
	displayName: 'Look Back',
	name: 'lookBack',
	minimum: 10,
	maximum: 500,
	default: 100,
	description:
		'How many of the newest documents to watch for changes, 10 to 500. Every 100 documents cost one request per poll.',
});

const changeEvents = ['changed', 'paid', 'processingFinished', 'stateChanged'];

const watch: INodeProperties = {
	...choiceField('Watch', 'watch', 'Which documents to watch for payments', 'unpaid', {
		newest: ['Newest Documents', 'Only payments of the newest documents; Look Back sets how many'],
		unpaid: [
			'All Unpaid Documents',
			'Payments of up to 3,000 unpaid documents of any age, in the chosen Direction and Type. Uses more requests.',
		],
	}),
	displayOptions: { show: { event: ['paid'] } },
};

const newestNotice: INodeProperties = {
	...noticeField(
		'newestNotice',
		'The trigger watches only the newest documents. Look Back sets how many. Changes of older documents do not start the workflow.',
	),
	displayOptions: { show: { event: changeEvents }, hide: { watch: ['unpaid'] } },
};

const unpaidNotice: INodeProperties = {
	...noticeField(
		'unpaidNotice',
		'The trigger watches up to 3,000 unpaid documents of the chosen Direction and Type, however old they are. With 10,000 documents, it needs about 10 polls to find them. For other changes, it watches only the newest documents.',
	),
	displayOptions: { show: { event: ['paid'], watch: ['unpaid'] } },
};

export const olderPages = wholeNumberField({
	displayName: 'Older Pages per Poll',
	name: 'olderPages',
	minimum: 1,
	maximum: 50,
	default: 10,
	description:
		'How many pages of 100 older documents to read per poll, 1 to 50. Each page is one request.',
	displayOptions: { show: { '/watch': ['unpaid'] } },
});

export const maxItemsPerPoll = wholeNumberField({
	displayName: 'Max Items per Poll',
	name: 'maxItemsPerPoll',
	minimum: 1,
	maximum: 1000,
	default: 1000,
	description: 'How many items to return per poll, 1 to 1000. The next poll returns the rest.',
});

const options = collectionField('Advanced', 'options', 'option', [
	scope,
	maxItemsPerPoll.property,
	olderPages.property,
	otherScopes,
	timeoutSeconds.property,
]);

export const triggerFields: INodeProperties[] = [
	event,
	direction,
	type,
	watch,
	newestNotice,
	unpaidNotice,
	lookBack.property,
	start,
	...outputFields(documentRecord),
	options,
];
