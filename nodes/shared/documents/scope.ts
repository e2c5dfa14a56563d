import type { INodeProperties } from 'n8n-workflow';

import { scopes } from '../client/settings';
import type { RecordDescription } from '../fields/describe';
import { collection, type Form } from '../fields/form';
import { plainText, requiredText } from '../fields/values';
import type { SearchCriteria } from './criteria';
import { documentRecord } from './fields';

/** Fields that the service calculates only when asked for (docs/api/requests.md#scope). */

export const scope: INodeProperties = {
	displayName: 'Extra Properties',
	name: 'scope',
	type: 'multiOptions',
	options: [
		{
			name: 'Connectable Amount',
			value: scopes.connectableAmount,
			description: 'The amount that you can still connect to other documents',
		},
	],
	default: [],
	description: 'Fields that the service calculates only on request',
};

export const otherScopes: INodeProperties = {
	displayName: 'Other Extra Properties',
	name: 'otherScopes',
	type: 'string',
	default: '',
	placeholder: 'e.g. AB,CD',
	description:
		'Comma-separated codes of other fields that your service calculates on request. The Raw output and NDJSON files show them.',
};

/** The field that each code adds to a document. */
const fieldOfCode: Readonly<Record<string, string>> = {
	[scopes.connectableAmount]: 'connectableAmount',
};

/**
 * The properties to ask for beyond the usual ones: those of the options, and those that an output field
 * or a column shows. They go out as a comma-separated list.
 */
export function scopeOf(form: Form): string[] {
	const options = collection(form, 'options');
	const input = options.scope ?? [];
	const chosen = (Array.isArray(input) ? input : [input]).map((code) =>
		requiredText(code, 'scope', 'Extra Properties'),
	);
	const others = plainText(options.otherScopes, 'otherScopes', 'Other Extra Properties');
	const { otherColumns } = collection(form, 'exportOptions');
	const displayed = [form.get('outputFields'), form.get('columns'), otherColumns].flatMap(namesIn);
	const needed = Object.keys(fieldOfCode).filter((code) => displayed.includes(fieldOfCode[code]));
	return [...new Set([...chosen, ...namesIn(others), ...needed])];
}

/** The fields that a scope adds to a document, by name. */
export function fieldsOfScope(scope: string[]): string[] {
	return scope.flatMap((code) => fieldOfCode[code] ?? []);
}

/** A document with the fields of the scope, and of the filters, in every output. */
export function recordWith(scope: string[], { state }: SearchCriteria = {}): RecordDescription {
	const filtered = state === undefined ? [] : ['state'];
	return { ...documentRecord, extra: [...fieldsOfScope(scope), ...filtered] };
}

/** A list of names, or names with commas. */
function namesIn(value: unknown): string[] {
	return String(value ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
}
