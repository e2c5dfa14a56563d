import type { INodeProperties } from 'n8n-workflow';

import { simplify } from '../AccountingService/kinds/shape';
import { otherScopes, scope } from '../AccountingService/resources/accountingDocument/scope';
import { timeoutSeconds } from '../shared/fields/options';
import {
	filters as searchFilters,
	searchText,
} from '../AccountingService/resources/accountingDocument/searchFields';

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
				'The number, state, processing state, payment, paid amount, total or due date of a document changed',
		},
		{ name: 'Document Created', value: 'created', description: 'A new document appeared' },
		{
			name: 'Document Paid',
			value: 'paid',
			description: 'A document was marked as paid, or its paid amount reached its total',
		},
		{
			name: 'Document State Changed',
			value: 'stateChanged',
			description: 'A document moved to another state of your workflow in the service',
		},
		{
			name: 'Processing Finished or Failed',
			value: 'processingFinished',
			description: 'The service processed a document, or could not process it',
		},
	],
	default: ['created'],
	description: 'What starts the workflow. Each event is an item of its own.',
};

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
		'How many of the newest documents to watch for changes, 10 to 1000. Each 100 cost one request per poll.',
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
				'Whether to go on when the service does not list documents by ID. New documents that appear further down than Look Back are then missed.',
		},
		scope,
		lookBack,
		maxItemsPerPoll,
		otherScopes,
		timeoutSeconds.property,
	],
};

export const triggerFields: INodeProperties[] = [event, start, simplify, filters, options];

/** A field that the action node has as well. */
function member(collection: INodeProperties, name: string): INodeProperties {
	const members = (collection.options ?? []) as INodeProperties[];
	const found = members.find((field) => field.name === name);
	return { ...(found ?? collection) };
}
