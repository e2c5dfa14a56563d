import type { INodeProperties } from 'n8n-workflow';

import { directions, typeChoices } from '../shared/documents/choices';
import { documentRecord } from '../shared/documents/documentRecord';
import { scope } from '../shared/documents/scope';
import { timeoutSeconds } from '../shared/fields/options';
import { outputFields } from '../shared/fields/output';
import { choicesOf, formField, formGroup, formNotice } from '../shared/fields/formField';
import { choice, choices, wholeWithin } from '../shared/fields/describe';
import { eventKinds } from './eventKinds';

const events = Object.entries(eventKinds);

const event = formField(
	'event',
	choices(
		'Events',
		Object.fromEntries(
			events.map(([name, { label, description }]) => [name, [label, description] as const]),
		),
		'What starts the workflow, one item per event. To select by amount, add a Filter node after this one, with a condition on document.total.',
		{ required: true, usual: ['created'] },
	),
);

/** The labels of Events under the name of the node. */
const eventWords = Object.fromEntries(events.map(([name, { label }]) => [name, label]));

/** The line under the node on the canvas. */
export const triggerSubtitle = `={{ [].concat($parameter["event"]).map((event) => (${JSON.stringify(eventWords)})[event]).join(", ") }}`;

const start = formField(
	'start',
	choice(
		'Start With',
		{
			now: ['New Events Only', 'Skip what happened before you first publish the workflow'],
			existing: [
				'Existing Documents Too',
				'Start the workflow for existing documents too, oldest first, over several polls',
			],
		},
		'Where to start. Changing it later has no effect.',
	),
);

const direction = formField(
	'direction',
	choice(
		'Direction',
		directions,
		'Documents issued to a customer, received from a supplier, or both',
		{ usual: 'any' },
	),
	{ options: [{ name: 'Issued and Received', value: 'any' }, ...choicesOf(directions)] },
);

const type = formField(
	'type',
	choices(
		'Type',
		typeChoices,
		'Types of document that start the workflow. Leave it empty for all types.',
	),
);

export const newestDocuments = formField(
	'newestDocuments',
	wholeWithin(
		'Newest Documents to Watch',
		'How many of the newest documents to watch for changes, {range}. A poll takes 1 request for 100, 3 for 200, and 6 for 500.',
		{ minimum: 10, maximum: 500, usual: 100 },
	),
);

const changeEvents = events.filter(([, { fields }]) => fields.length > 0).map(([name]) => name);

const watch: INodeProperties = formField(
	'watch',
	choice(
		'Watch',
		{
			newest: ['Newest Documents', 'Only payments of the newest documents'],
			unpaid: [
				'All Unpaid Documents',
				'Payments of up to 3,000 unpaid documents of any age, in the chosen Direction and Type. Uses more requests.',
			],
		},
		'Which documents to watch for payments',
		{ usual: 'unpaid' },
	),
	{ displayOptions: { show: { event: ['paid'] } } },
);

const newestNotice: INodeProperties = formNotice(
	'newestNotice',
	'The trigger watches only the newest documents, as many as Newest Documents to Watch says. Changes of older documents do not start the workflow.',
	{ displayOptions: { show: { event: changeEvents }, hide: { watch: ['unpaid'] } } },
);

const unpaidNotice: INodeProperties = formNotice(
	'unpaidNotice',
	'The trigger watches up to 3,000 unpaid documents of the chosen Direction and Type, however old they are. With 10,000 documents, it needs about 10 polls to find them. For other changes, it watches only the newest documents.',
	{ displayOptions: { show: { event: ['paid'], watch: ['unpaid'] } } },
);

export const maxItemsPerPoll = formField(
	'maxItemsPerPoll',
	wholeWithin(
		'Max Items per Poll',
		'How many items to return per poll, {range}. The next poll returns the rest.',
		{ minimum: 1, maximum: 1000, usual: 1000 },
	),
);

const options = formGroup('Options', 'options', 'option', [scope, maxItemsPerPoll, timeoutSeconds]);

export const triggerFields: INodeProperties[] = [
	event,
	direction,
	type,
	watch,
	newestNotice,
	unpaidNotice,
	newestDocuments,
	start,
	...outputFields(documentRecord),
	options,
];
