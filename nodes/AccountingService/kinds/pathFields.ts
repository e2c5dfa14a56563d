import type { INodeProperties } from 'n8n-workflow';

import { positiveId } from '../../shared/fields/values';
import type { PathField } from './declared';

/** Fields whose values stand in the path of a request. */

/** An int64 id that is typed in. */
export function idField(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
): PathField {
	return {
		property: {
			displayName,
			name,
			type: 'string',
			default: '',
			required: true,
			placeholder,
			description,
		},
		label: displayName,
		read: (form) => positiveId(form.get(name), name, displayName),
	};
}

/**
 * An int64 id that is picked from a list or typed in.
 * @param searchListMethod the method of the node that lists what can be picked, with ids as values
 */
export function idLocator(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
	searchListMethod: string,
): PathField {
	const property: INodeProperties = {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select...',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
	const label = `${displayName} ID`;
	return { property, label, read: (form) => positiveId(form.get(name), name, label) };
}
