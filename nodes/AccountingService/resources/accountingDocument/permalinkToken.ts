import type { INodeProperties } from 'n8n-workflow';

import { requiredText } from '../../../shared/fields/values';
import type { PathField } from '../../kinds/declared';

const property: INodeProperties = {
	displayName: 'Document',
	name: 'token',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The document to fetch',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a document...',
			typeOptions: { searchListMethod: 'searchDocuments', searchable: true },
		},
		{
			displayName: 'By Token',
			// A mode named `id` is shown as "By ID"; workflows that hold it keep working, since n8n takes the value.
			name: 'permalink',
			type: 'string',
			placeholder: 'e.g. b7Qm2cW9',
			hint: 'The value of the field permalinkToken. With the ID of a document use the operation Get.',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link to the document that ends with its permalink token',
			// The last segment; what follows a ? or # belongs to the web page.
			extractValue: { type: 'regex', regex: '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$' },
		},
	],
};

const label = 'Permalink Token';

export const token: PathField = {
	property,
	label,
	read: (form) => requiredText(form.get('token'), 'token', label),
};
