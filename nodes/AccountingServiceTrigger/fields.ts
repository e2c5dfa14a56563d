import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { outputFields } from '../shared/fields/output';
import { documentRecord } from '../shared/documents/fields';
import { otherScopes, scope } from '../shared/documents/scope';
import { timeoutSeconds } from '../shared/fields/options';
import { filters as searchFilters, searchText } from '../shared/documents/searchFields';

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
				'The number, the state, the processing state, the payment, the paid amount, the total or the due date of a document changed',
		},
		{
			name: 'Document Created',
			value: 'created',
			description: 'A document is there that was not there before',
		},
		{
			name: 'Document Paid',
			value: 'paid',
			description: 'A document was marked as paid, or the whole total has been paid',
		},
		{
			name: 'Document State Changed',
			value: 'stateChanged',
			description: 'A document got another state, for example Approved instead of Draft',
		},
		{
			name: 'Processing Finished or Failed',
			value: 'processingFinished',
			description: 'The service has processed a document, or could not process it',
		},
	],
	default: ['created'],
	description: 'What starts the workflow. Each event is an item of its own.',
};

/** The choices of Events in words, as the node shows them under its name. */
const eventWords = Object.fromEntries(
	((event.options ?? []) as INodePropertyOptions[]).map(({ name, value }) => [value, name]),
);

/** The line below the node on the canvas. */
export const triggerSubtitle = `={{ [].concat($parameter["event"]).map((event) => (${JSON.stringify(eventWords)})[event]).join(", ") }}`;

const start: INodeProperties = {
	displayName: 'Start With',
	name: 'start',
	type: 'options',
	options: [
		{
			name: 'New Documents Only',
			value: 'now',
			description: 'Leave out the documents that exist when the workflow is first published',
		},
		{
			name: 'Existing Documents Too',
			value: 'existing',
			description: 'First go through all existing documents, oldest first, over several polls',
		},
	],
	default: 'now',
	description: 'Where to begin. Has no effect once the trigger has begun.',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		member(searchFilters, 'direction'),
		{
			...searchText,
			description: 'Text to look for in line items, descriptions and the whole contact',
		},
		member(searchFilters, 'type'),
	],
};

export const lookBack: INodeProperties = {
	displayName: 'Look Back',
	name: 'lookBack',
	type: 'number',
	typeOptions: { minValue: 10, maxValue: 1000 },
	default: 100,
	description:
		'How many of the newest documents to watch, 10 to 1000. Each 100 documents cost one request per poll.',
};

const changeEvents = ['changed', 'paid', 'processingFinished', 'stateChanged'];

const watch: INodeProperties = {
	displayName: 'Watch',
	name: 'watch',
	type: 'options',
	options: [
		{
			name: 'Newest Documents',
			value: 'newest',
			description: 'Payments of the newest documents, as many as Look Back says',
		},
		{
			name: 'All Unpaid Documents',
			value: 'unpaid',
			description:
				'Also payments of all older issued documents; of received ones where Direction says so. Costs more requests.',
		},
	],
	default: 'newest',
	description: 'Which documents to watch for payments',
	displayOptions: { show: { event: ['paid'] } },
};

const newestNotice: INodeProperties = {
	displayName:
		'Changes and payments are noticed for the newest documents only, as many as Look Back says. What happens to older documents starts nothing.',
	name: 'newestNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { event: changeEvents }, hide: { watch: ['unpaid'] } },
};

const unpaidNotice: INodeProperties = {
	displayName:
		'Payments of all documents are noticed, other changes for the newest ones only. Each poll also goes through 10 pages of older documents, so that 10,000 documents take about 10 polls. Up to 3,000 unpaid documents are watched.',
	name: 'unpaidNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { event: ['paid'], watch: ['unpaid'] } },
};

export const olderPages: INodeProperties = {
	displayName: 'Older Pages per Poll',
	name: 'olderPages',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: 10,
	description:
		'How many pages of 100 older documents to go through at each poll, 1 to 50. Each page is one request.',
	displayOptions: { show: { '/watch': ['unpaid'] } },
};

export const maxItemsPerPoll: INodeProperties = {
	displayName: 'Max Items per Poll',
	name: 'maxItemsPerPoll',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 500,
	description: 'How many items to hand on at once, 1 to 1000. The rest follows at the next poll.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Allow Any Order',
			name: 'allowAnyOrder',
			type: 'boolean',
			default: false,
			description:
				'Whether to go on when the service does not list the newest document first, by ID. New documents that stand further down than Look Back are then missed.',
		},
		scope,
		maxItemsPerPoll,
		olderPages,
		otherScopes,
		timeoutSeconds.property,
	],
};

export const triggerFields: INodeProperties[] = [
	event,
	watch,
	newestNotice,
	unpaidNotice,
	lookBack,
	start,
	...outputFields(documentRecord),
	filters,
	options,
];

/** A field that the action node has as well. */
function member(collection: INodeProperties, name: string): INodeProperties {
	const members = (collection.options ?? []) as INodeProperties[];
	const found = members.find((field) => field.name === name);
	return { ...(found ?? collection) };
}
