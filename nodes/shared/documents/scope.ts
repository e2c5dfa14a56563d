import type { INodeProperties } from 'n8n-workflow';

import { scopes } from '../client/settings';
import type { RecordDescription } from '../fields/describe';
import { collection, type Form } from '../fields/readForm';
import { namesIn, plainText, requiredText } from '../fields/values';
import { documentRecord } from './record';
import { textField } from '../fields/properties';

/** See docs/api/requests.md#scope. */
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

export const otherScopes = textField(
	'Other Extra Properties',
	'otherScopes',
	'Comma-separated codes of other fields that your service calculates on request. The Raw output and NDJSON files show them.',
	{ placeholder: 'e.g. AB,CD' },
);

/** The field that each code adds to a document. */
const fieldOfCode: Readonly<Record<string, string>> = {
	[scopes.connectableAmount]: 'connectableAmount',
};

/**
 * The extra properties to request: those of the options, and those that an output field or a column needs.
 */
export function scopeOf(form: Form): string[] {
	const options = collection(form, 'options');
	const entered = options.scope ?? [];
	const chosen = (Array.isArray(entered) ? entered : [entered]).map((code) =>
		requiredText(code, 'scope', 'Extra Properties'),
	);
	const others = plainText(options.otherScopes, 'otherScopes', 'Other Extra Properties');
	const { otherColumns } = collection(form, 'exportOptions');
	const displayed = [form.get('outputFields'), form.get('columns'), otherColumns].flatMap(namesIn);
	const needed = Object.keys(fieldOfCode).filter((code) => displayed.includes(fieldOfCode[code]));
	return [...new Set([...chosen, ...namesIn(others), ...needed])];
}

/** The names of the fields that a scope adds to a document. */
export function fieldsOfScope(scope: string[]): string[] {
	return scope.flatMap((code) => fieldOfCode[code] ?? []);
}

/** The description of a document whose outputs all include the fields of the scope. */
export function recordWith(scope: string[]): RecordDescription {
	return { ...documentRecord, extra: fieldsOfScope(scope) };
}
