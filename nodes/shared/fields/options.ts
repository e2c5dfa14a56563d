import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { maxForAgent, notForAgent } from './agentForm';
import { pageSizeLimits } from '../client/settings';
import type { ReadOptions } from '../lists/listing';
import { collection, type Form } from './readForm';
import { isBlank, refuseEmpty, wholeNumber } from './values';
import { collectionField, switchField } from './properties';

/** Fields that many operations share. Saved workflows depend on their names. */

/** Shows a field only if another one has one of these values. */
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

/** A number field and its reader, with the same limits. */
interface WholeNumberField {
	property: INodeProperties;
	/**
	 * @returns undefined if the field is empty
	 * @throws ServiceError (badInput) for anything but a whole number within the limits
	 */
	read(from: IDataObject): number | undefined;
	/** The same, with the default for an empty field. */
	readOrDefault(from: IDataObject): number;
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
	const read = (from: IDataObject) => {
		if (isBlank(from[name])) return undefined;
		const label = displayName.replace(/ \(.*\)$/, '');
		return wholeNumber(from[name], name, label, minimum, maximum);
	};
	return {
		property: { ...described, type: 'number', typeOptions },
		read,
		readOrDefault: (from) => read(from) ?? described.default,
	};
}

export const timeoutSeconds = wholeNumberField({
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	minimum: 1,
	maximum: 3600,
	default: 60,
	description: 'How long to wait for each response. Files get 10 more seconds per MB.',
});

const maxTries = wholeNumberField({
	displayName: 'Max Tries',
	name: 'maxTries',
	minimum: 1,
	maximum: 10,
	default: 5,
	description:
		'How often to send a request if the service is busy or the connection breaks, including the first try',
});

const maxResponseSize = wholeNumberField({
	displayName: 'Max Response Size (MB)',
	name: 'maxResponseSize',
	minimum: 1,
	// A JavaScript string cannot hold more.
	maximum: 500,
	default: 64,
	description: 'Maximum size of one response after decompression',
});

/** @throws ServiceError (badInput) for values outside their limits */
export function readRequestOptions(form: Form) {
	const options = collection(form, 'options');
	const seconds = timeoutSeconds.read(options);
	const megabytes = maxResponseSize.read(options);
	return {
		timeoutMs: seconds && seconds * 1000,
		maxResponseBytes: megabytes && megabytes * 2 ** 20,
		maxTries: maxTries.read(options),
	};
}

/**
 * The collection "Advanced", which every operation has: what few workflows need.
 */
export function advancedWith(...further: INodeProperties[]): INodeProperties {
	const requestOptions = [maxResponseSize, maxTries, timeoutSeconds].map(
		({ property }) => property,
	);
	return collectionField('Advanced', 'options', 'option', [...further, ...requestOptions]);
}

export const previewOnly = switchField(
	'Preview Only',
	'preview',
	'Whether to check everything and show what would be sent, without changing anything',
);

/** {@link advancedWith} for every operation that changes data. */
export const advancedOfChange = (...further: INodeProperties[]): INodeProperties =>
	advancedWith(previewOnly, ...further);

const returnAll = switchField(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);

const limit = wholeNumberField({
	displayName: 'Limit',
	name: 'limit',
	minimum: 1,
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** Limit in the tool of an AI agent. */
const limitForAgent: INodeProperties = {
	...limit.property,
	default: maxForAgent,
	description: `Max number of results to return, at most ${maxForAgent}. More would fill the context of the agent.`,
	typeOptions: { minValue: 1, maxValue: maxForAgent },
	displayOptions: { show: { '@tool': [true] } },
};

/** How many records to return. */
export const limitFields = [notForAgent(returnAll), notForAgent(limit.property), limitForAgent];

/** @returns undefined for Return All @throws ServiceError (badInput) for a limit that is empty or below 1 */
export function limitOf(form: Form): number | undefined {
	if (form.get('returnAll') === true) return undefined;
	const input = { limit: form.get('limit') } as IDataObject;
	return limit.read(input) ?? refuseEmpty('limit', limit.property.displayName);
}

const pageSize = wholeNumberField({
	displayName: 'Page Size',
	name: 'pageSize',
	// See docs/api/requests.md#pagination.
	...pageSizeLimits,
	default: 100,
	description:
		'Number of records per request, 10 to 100. A smaller page size means shorter responses but more requests.',
});

const parallelPages = wholeNumberField({
	displayName: 'Parallel Pages',
	name: 'parallelPages',
	minimum: 1,
	maximum: 8,
	default: 8,
	description:
		'Maximum number of concurrent requests, 1 to 8. The node starts with 2 and increases the number while the service responds quickly.',
});

const allowIncomplete = switchField(
	'Allow Incomplete Results',
	'allowIncomplete',
	'Whether to return the records with a warning if some may be missing. When off, the node stops with an error instead.',
);

/** What Advanced has for a list in addition to every operation. */
export const listOptionFields: INodeProperties[] = [
	allowIncomplete,
	pageSize.property,
	parallelPages.property,
];

/**
 * How to read a list, from Return All, Limit and the options.
 * @param wanted undefined for Return All
 * @param filtered whether the node drops records itself. If so, the limit does not determine the number of pages.
 * @throws ServiceError (badInput) for values outside their limits
 */
export function readOptions(options: IDataObject, wanted?: number, filtered = false): ReadOptions {
	const { minimum, maximum } = pageSizeLimits;
	const fitting = wanted === undefined || filtered ? maximum : Math.max(minimum, wanted);
	return {
		pageSize: pageSize.read(options) ?? Math.min(maximum, fitting),
		parallelPages: parallelPages.readOrDefault(options),
		wanted: wanted === undefined || !filtered ? wanted : Number.POSITIVE_INFINITY,
		allowIncomplete: options.allowIncomplete === true,
	};
}
