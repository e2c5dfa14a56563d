import type { INodeProperties } from 'n8n-workflow';

import type { ServiceField } from './describe';

/** A link to a document. The token is its last segment, without a query or fragment. */
export const linkPattern = '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$';

/** The further choice of a picker of documents; `modes` around it, because n8n's lint reads a mode elsewhere as a field. */
const byUrl = {
	modes: [
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link that ends with the permalink token of the document',
			extractValue: { type: 'regex', regex: linkPattern },
		},
	],
} satisfies Pick<INodeProperties, 'modes'>;

/** An ID that is picked from a list or typed in. @param searchListMethod lists what can be picked */
export function locatorOf(
	name: string,
	{ label, description, placeholder, hint, required, byLink }: Omit<ServiceField, 'kind'>,
	searchListMethod: string,
): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		...(required && { required }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select...',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder, ...(hint && { hint }) },
			...(byLink ? byUrl.modes : []),
		],
	};
}
