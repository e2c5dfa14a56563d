import type { INodeProperties } from 'n8n-workflow';

import { longestPollMs } from '../../nodes/AccountingServiceTrigger/poll';
import { triggerFields } from '../../nodes/AccountingServiceTrigger/formFields';
import { maxRefusalBytes, slowestBytesPerMs } from '../../nodes/shared/client/exchange';
import { defaultRetryPolicy } from '../../nodes/shared/client/retry';
import { pageSizeLimits } from '../../nodes/shared/client/settings';
import { maxExchangeTries, tokenTimeoutMs } from '../../nodes/shared/client/tokenExchange';
import { formProperties } from './generateForm';
import { resources } from './resources';
import { compactTable } from './table';

const seconds = (ms: number) => `${Math.floor(ms / 1000)} seconds`;

/** The first field of this name, also inside of collections. */
function fieldNamed(fields: INodeProperties[], name: string): INodeProperties {
	const inner = fields.flatMap(({ options = [] }) => options).filter((one) => 'type' in one);
	const found = [...fields, ...inner].find((field) => field.name === name);
	if (found === undefined) throw new Error(`The form has no field ${name}`);
	return found as INodeProperties;
}

/** The table of bounds in docs/internals/security.md. */
export function boundsTable(): string {
	const form = [...formProperties(resources), ...triggerFields];
	/** "60 seconds (**Timeout**: at most 600)" */
	const usual = (name: string, unit = '') => {
		const { displayName, default: value, typeOptions } = fieldNamed(form, name);
		const most = typeOptions?.maxValue;
		const limit = most === undefined || most === value ? '' : `: at most ${most}`;
		return `${String(value)}${unit} (**${displayName}**${limit})`;
	};
	const { maxTotalMs, maxDelayMs } = defaultRetryPolicy;
	const rows = [
		[
			'one request',
			`${usual('timeoutSeconds', ' seconds until the last byte')}; ${seconds(2 ** 20 / slowestBytesPerMs)} more per MB of a file; ${seconds(tokenTimeoutMs)} for the token`,
		],
		[
			'one response, unpacked',
			`${usual('maxResponseSize', ' MB')}; an error response ${maxRefusalBytes / 1024} kB`,
		],
		[
			'tries of one request',
			`${usual('maxTries')}, ${maxExchangeTries} for the token; at most ${maxTotalMs / 60_000} minutes from the first to the last`,
		],
		['one wait before the next try', `${seconds(maxDelayMs)}, unless the service asks for more`],
		['documents in one request', String(pageSizeLimits.maximum)],
		['requests at the same time', `at most ${usual('parallelPages')}`],
		[
			'a poll of the trigger',
			`${seconds(longestPollMs)}, or less if n8n allows less; ${usual('maxItemsPerPoll', ' items')}`,
		],
	];
	return compactTable([['What', 'Bound'], ...rows]);
}
