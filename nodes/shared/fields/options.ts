import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { maxForAgent, notForAgent } from './agentForm';
import { defaultRetryPolicy } from '../client/retry';
import { defaultBounds, pageSizeFor, pageSizeLimits } from '../client/settings';
import type { ReadOptions } from '../lists/listing';
import { collection, numberIn, type Form } from './readForm';
import { refuseEmpty } from './values';
import { formField, formGroup } from './formField';
import { flag, whole, wholeWithin } from './describe';

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

export const timeoutSeconds = formField(
	'timeoutSeconds',
	whole(
		'Timeout (Seconds)',
		'How long to wait for each response. Files get 10 more seconds per MB.',
		{ minimum: 1, maximum: 3600, usual: defaultBounds.timeoutMs / 1000 },
	),
);

const maxTries = formField(
	'maxTries',
	whole(
		'Max Tries',
		'How often to send a request if the service is busy or the connection breaks, including the first try',
		{ minimum: 1, maximum: 10, usual: defaultRetryPolicy.maxTries },
	),
);

const maxResponseSize = formField(
	'maxResponseSize',
	whole('Max Response Size (MB)', 'Maximum size of one response after decompression', {
		minimum: 1,
		// A JavaScript string cannot hold more.
		maximum: 500,
		usual: defaultBounds.maxResponseBytes / 2 ** 20,
	}),
);

/** @throws ServiceError (badInput) for values outside their limits */
export function readRequestOptions(form: Form) {
	const options = collection(form, 'options');
	const [seconds, megabytes, tries] = [timeoutSeconds, maxResponseSize, maxTries].map(
		({ name }) => options[name] as number | undefined,
	);
	return {
		timeoutMs: seconds && seconds * 1000,
		maxResponseBytes: megabytes && megabytes * 2 ** 20,
		maxTries: tries,
	};
}

/** The collection "Options", which closes the form of every operation: what is no field of the record. */
export function optionsWith(...further: INodeProperties[]): INodeProperties {
	const members = [...further, maxResponseSize, maxTries, timeoutSeconds];
	return formGroup('Options', 'options', 'option', members);
}

export const previewOnly = formField(
	'preview',
	flag(
		'Preview Only',
		'Whether to check everything and show what would be sent, without changing anything',
		// Who adds it wants it.
		{ usual: true, decides: true },
	),
);

/** {@link optionsWith} for every operation that changes data. */
export const optionsOfChange = (...further: INodeProperties[]): INodeProperties =>
	optionsWith(previewOnly, ...further);

const returnAll = formField(
	'returnAll',
	flag('Return All', 'Whether to return all results or only up to a given limit'),
);

/** The default of Limit. */
export const usualLimit = 50;

const limit = formField(
	'limit',
	whole('Limit', 'Max number of results to return', { minimum: 1, usual: usualLimit }),
	{ displayOptions: { show: { returnAll: [false] } } },
);

/** Limit in the tool of an AI agent. */
const limitForAgent: INodeProperties = {
	...limit,
	default: maxForAgent,
	description: `Max number of results to return, at most ${maxForAgent}. More would fill the context of the agent.`,
	typeOptions: { minValue: 1, maxValue: maxForAgent },
	displayOptions: { show: { '@tool': [true] } },
};

/** How many records to return. */
export const limitFields = [notForAgent(returnAll), notForAgent(limit), limitForAgent];

/** @returns undefined for Return All @throws ServiceError (badInput) for a limit that is empty or below 1 */
export function limitOf(form: Form): number | undefined {
	if (form.get('returnAll') === true) return undefined;
	const entered = form.get('limit') as number | undefined;
	return entered ?? refuseEmpty('limit', limit.displayName);
}

const pageSize = formField(
	'pageSize',
	wholeWithin(
		'Page Size',
		'Number of records per request, {range}. A smaller page size means shorter responses but more requests.',
		{
			// See docs/api/requests.md#pagination.
			...pageSizeLimits,
			usual: pageSizeLimits.maximum,
		},
	),
);

export const parallelPagesLimits = { minimum: 1, maximum: 8 };

const parallelPages = formField(
	'parallelPages',
	wholeWithin(
		'Parallel Pages',
		'Maximum number of concurrent requests, {range}. The node starts with 2 and increases the number while the service responds quickly.',
		{ ...parallelPagesLimits, usual: parallelPagesLimits.maximum },
	),
);

const allowIncomplete = formField(
	'allowIncomplete',
	flag(
		'Allow Incomplete Results',
		'Whether to return the records with a warning if some may be missing. When off, the node stops with an error instead.',
	),
);

/** What Options has for a list in addition to every operation. */
export const listOptionFields: INodeProperties[] = [allowIncomplete, pageSize, parallelPages];

/**
 * How to read a list, from Return All, Limit and the options.
 * @param wanted undefined for Return All
 * @param filtered whether the node drops records itself. If so, the limit does not determine the number of pages.
 * @throws ServiceError (badInput) for values outside their limits
 */
export function readOptions(options: IDataObject, wanted?: number, filtered = false): ReadOptions {
	return {
		pageSize:
			(options.pageSize as number | undefined) ?? pageSizeFor(filtered ? undefined : wanted),
		parallelPages: numberIn(options, parallelPages),
		wanted: wanted === undefined || !filtered ? wanted : Number.POSITIVE_INFINITY,
		allowIncomplete: options.allowIncomplete === true,
	};
}
