import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pageSizeLimits } from '../client/settings';
import type { ReadOptions } from '../lists/listing';
import { collection, type Form } from './form';
import { isBlank, refuseEmpty, wholeNumber } from './values';

/** Fields that many operations have, and their reading. Names are a contract with users' workflows. */

/** A field that is there only while another one has one of these values. */
export const shownFor = (
	field: INodeProperties,
	name: string,
	...values: string[]
): INodeProperties => ({
	...field,
	displayOptions: {
		...field.displayOptions,
		show: { ...field.displayOptions?.show, [name]: values },
	},
});

/** A field that would have no effect where the node is the tool of an agent. */
export const notForAgent = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { '@tool': [true] } },
});

/** A number in a form, and the one place that reads it: both keep to the same limits. */
export interface WholeNumberField {
	property: INodeProperties;
	/**
	 * @returns undefined where nothing was entered
	 * @throws ServiceError (badInput) for anything but a whole number within the limits
	 */
	read(from: IDataObject): number | undefined;
}

export function wholeNumberField({
	minimum,
	maximum,
	...described
}: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'displayOptions'> & {
	minimum: number;
	maximum?: number;
	default: number;
}): WholeNumberField {
	const { name, displayName } = described;
	const typeOptions = { minValue: minimum, ...(maximum !== undefined && { maxValue: maximum }) };
	return {
		property: { ...described, type: 'number', typeOptions },
		read(from) {
			if (isBlank(from[name])) return undefined;
			const label = displayName.replace(/ \(.*\)$/, '');
			return wholeNumber(from[name], name, label, minimum, maximum);
		},
	};
}

/** How long to wait and how often to try: the options that every operation has. */
export const timeoutSeconds = wholeNumberField({
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	minimum: 1,
	maximum: 3600,
	default: 60,
	description:
		'How long to wait for each answer of the service. A file has 10 seconds more for each MB.',
});

const maxTries = wholeNumberField({
	displayName: 'Max Tries',
	name: 'maxTries',
	minimum: 1,
	maximum: 10,
	default: 5,
	description:
		'How often to send a request at most when the service is busy or the connection breaks. The first time counts.',
});

const maxAnswerSize = wholeNumberField({
	displayName: 'Max Answer Size (MB)',
	name: 'maxAnswerSize',
	minimum: 1,
	// Beyond it no text can hold an answer.
	maximum: 500,
	default: 64,
	description: 'How large one answer of the service may be, once it is unpacked',
});

/** @throws ServiceError (badInput) for values outside their limits */
export function readRequestOptions(form: Form): {
	timeoutMs?: number;
	maxTries?: number;
	maxAnswerBytes?: number;
} {
	const options = collection(form, 'options');
	const seconds = timeoutSeconds.read(options);
	const megabytes = maxAnswerSize.read(options);
	return {
		...(seconds !== undefined && { timeoutMs: seconds * 1000 }),
		...(megabytes !== undefined && { maxAnswerBytes: megabytes * 2 ** 20 }),
		maxTries: maxTries.read(options),
	};
}

/**
 * The collection "Advanced", which every operation has: what few workflows need. In alphabetical order as n8n wants it.
 */
export function advancedWith(...further: INodeProperties[]): INodeProperties {
	const requestOptions = [maxAnswerSize, maxTries, timeoutSeconds].map(({ property }) => property);
	return {
		displayName: 'Advanced',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...further, ...requestOptions].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit = wholeNumberField({
	displayName: 'Limit',
	name: 'limit',
	minimum: 1,
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** A language model reads every character that a tool answers, so more is not better. */
export const mostForAgent = 25;

/** Where the node is a tool, an agent gets few records whatever is asked for. */
const limitForAgent: INodeProperties = {
	...limit.property,
	default: mostForAgent,
	description: `At most ${mostForAgent}, simplified: more would not fit into the memory of an agent`,
	typeOptions: { minValue: 1, maxValue: mostForAgent },
	displayOptions: { show: { '@tool': [true] } },
};

/** How many records to return. */
export const limitFields = [notForAgent(returnAll), notForAgent(limit.property), limitForAgent];

/** @returns undefined for Return All @throws ServiceError (badInput) for a limit that is empty or below 1 */
export function limitOf(form: Form): number | undefined {
	if (form.get('returnAll') === true) return undefined;
	const given = { limit: form.get('limit') } as IDataObject;
	return limit.read(given) ?? refuseEmpty('limit', limit.property.displayName);
}

const pageSize = wholeNumberField({
	displayName: 'Page Size',
	name: 'pageSize',
	// See docs/api/requests.md#pagination.
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

/** What the collection "Advanced" of a list holds beyond what every operation has. */
export const listOptionFields: INodeProperties[] = [
	allowIncomplete,
	pageSize.property,
	parallelPages.property,
];

/**
 * How to read a list, from Return All, Limit and the options.
 * @param wanted undefined for Return All
 * @param filtered whether records are dropped after the fetch, so that the limit says nothing about
 * the number of pages
 * @throws ServiceError (badInput) for values outside their limits
 */
export function readOptions(options: IDataObject, wanted?: number, filtered = false): ReadOptions {
	const { minimum, maximum } = pageSizeLimits;
	const fitting = wanted === undefined || filtered ? maximum : Math.max(minimum, wanted);
	return {
		pageSize: pageSize.read(options) ?? Math.min(maximum, fitting),
		parallelPages: parallelPages.read(options) ?? Number(parallelPages.property.default),
		wanted: wanted === undefined || !filtered ? wanted : Number.POSITIVE_INFINITY,
		allowIncomplete: options.allowIncomplete === true,
	};
}
