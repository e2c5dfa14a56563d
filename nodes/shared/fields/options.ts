import type { INodeProperties } from 'n8n-workflow';

import { collection, type Form } from './values';
import { wholeNumberField } from './wholeNumberField';

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

export const requestOptions: INodeProperties[] = [
	maxAnswerSize.property,
	maxTries.property,
	timeoutSeconds.property,
];

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

/** The collection "Options" of an operation, in alphabetical order as n8n wants it. */
export function optionsWith(...further: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...further, ...requestOptions].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}
