import type { INodeProperties } from 'n8n-workflow';

import { documentRecord } from '../../../shared/documents/fields';
import { locatorOf } from '../../../shared/fields/recordForm';
import { requiredText } from '../../../shared/fields/values';
import type { PathField } from '../../kinds/declared';
import { oneRecord } from '../../kinds/oneRecord';

const described = {
	label: 'Document',
	description: 'The document to fetch',
	required: true,
} as const;
const locator = locatorOf('token', described, 'searchDocuments');
const [fromList] = locator.modes ?? [];

const property: INodeProperties = {
	...locator,
	modes: [
		fromList,
		{
			displayName: 'By Token',
			// n8n would show a mode named `id` as "By ID".
			name: 'permalink',
			type: 'string',
			placeholder: 'e.g. b7Qm2cW9',
			hint: 'The value of the field permalinkToken. To use an ID, choose the operation Get.',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link that ends with the permalink token of the document',
			// The last segment, without a query or fragment.
			extractValue: { type: 'regex', regex: '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$' },
		},
	],
};

const label = 'Permalink Token';

const token: PathField = {
	property,
	label,
	read: (form) => requiredText(form.get('token'), 'token', label),
};

export const getByToken = oneRecord({
	name: 'Get by Permalink Token',
	value: 'getByToken',
	action: 'Get invoice or other document by permalink token',
	description: 'Fetch one accounting document by its permalink token',
	doing: 'fetching the accounting document with this permalink token',
	request: 'GET /v2/accountingdocuments/tokens/{token}',
	basis: 'one-document [S]',
	path: { token },
	id: 'token',
	idField: 'permalinkToken',
	record: documentRecord,
});
