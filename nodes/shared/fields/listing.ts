import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pageSizeLimits } from '../client/settings';
import type { ReadOptions } from '../lists/listing';
import { refuseEmpty, type Form } from './values';
import { wholeNumberField } from './wholeNumberField';

/** Fields of every operation that reads a list, and their reading. Names are a contract with users' workflows. */

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField = wholeNumberField({
	displayName: 'Limit',
	name: 'limit',
	minimum: 1,
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

const limit = limitField.property;

/** A language model reads every character that a tool answers, so more is not better. */
export const mostForAgent = 25;

/** Where the node is a tool, an agent gets few records whatever is asked for. */
const limitForAgent: INodeProperties = {
	...limit,
	default: mostForAgent,
	description: `At most ${mostForAgent}, simplified: more would not fit into the memory of an agent`,
	typeOptions: { minValue: 1, maxValue: mostForAgent },
	displayOptions: { show: { '@tool': [true] } },
};

/** A field that would have no effect where the node is the tool of an agent. */
export const notForAgent = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { '@tool': [true] } },
});

/** How many records to return. */
export const limitFields = [notForAgent(returnAll), notForAgent(limit), limitForAgent];

const pageSize = wholeNumberField({
	displayName: 'Page Size',
	name: 'pageSize',
	// Specification section 8.
	...pageSizeLimits,
	default: 100,
	description:
		'How many records the service sends in one answer, 10 to 100. Fewer make answers shorter, and more of them are needed.',
});

const parallelPages = wholeNumberField({
	displayName: 'Parallel Pages',
	name: 'parallelPages',
	minimum: 1,
	maximum: 8,
	default: 8,
	description:
		'How many requests to send at the same time at most, 1 to 8. The node begins with few, and sends more while the service answers well.',
});

const allowIncomplete: INodeProperties = {
	displayName: 'Allow Incomplete Results',
	name: 'allowIncomplete',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the documents that were found, with a warning, when others may be missing. When off, the node stops with an explanation instead.',
};

/** What the collection "Options" of a list holds beyond what every operation has. */
export const listOptionFields: INodeProperties[] = [
	allowIncomplete,
	pageSize.property,
	parallelPages.property,
];

/**
 * How to read a list, from Return All, Limit and the options.
 * @param limit undefined for Return All
 * @param filtered whether records are dropped after the fetch, so that the limit says nothing about
 * the number of pages
 * @throws ServiceError (badInput) for values outside their limits
 */
export function readOptions(options: IDataObject, limit?: number, filtered = false): ReadOptions {
	const { minimum, maximum } = pageSizeLimits;
	const fitting = limit === undefined || filtered ? maximum : Math.max(minimum, limit);
	return {
		pageSize: pageSize.read(options) ?? Math.min(maximum, fitting),
		parallelPages: parallelPages.read(options) ?? Number(parallelPages.property.default),
		wanted: limit === undefined || !filtered ? limit : Number.POSITIVE_INFINITY,
		allowIncomplete: options.allowIncomplete === true,
	};
}

/** @returns undefined for Return All @throws ServiceError (badInput) for a limit that is empty or below 1 */
export function limitOf(form: Form): number | undefined {
	if (form.get('returnAll') === true) return undefined;
	const limit = form.get('limit') as IDataObject[string];
	return limitField.read({ limit }) ?? refuseEmpty('limit', limitField.property.displayName);
}
