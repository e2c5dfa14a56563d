import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { scopes } from '../../../shared/client/dialect';
import { plainText, requiredText } from '../../../shared/fields/values';

/** Fields that the service calculates only when asked for (specification section 4, "scope"). */

export const scope: INodeProperties = {
	displayName: 'Extra Properties',
	name: 'scope',
	type: 'multiOptions',
	options: [
		{
			name: 'Connectable Amount',
			value: scopes.connectableAmount,
			description: 'The amount that can still be connected to another document',
		},
	],
	default: [],
	description: 'Fields that the service calculates only when asked for',
};

export const otherScopes: INodeProperties = {
	displayName: 'Other Extra Properties',
	name: 'otherScopes',
	type: 'string',
	default: '',
	placeholder: 'e.g. AB,CD',
	description: 'Codes of further fields that your service calculates on request, comma-separated',
};

/** The properties to ask for beyond the usual ones; goes out as a comma-separated list. */
export function scopeOf(options: IDataObject): string[] {
	const given = options.scope ?? [];
	const chosen = (Array.isArray(given) ? given : [given]).map((code) =>
		requiredText(code, 'scope', 'Extra Properties'),
	);
	const others = (plainText(options.otherScopes, 'otherScopes', 'Other Extra Properties') ?? '')
		.split(',')
		.map((scope) => scope.trim())
		.filter(Boolean);
	return [...new Set([...chosen, ...others])];
}
