import type { INodeProperties } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { decoded } from '../../../shared/client/route';
import { locatorOf } from '../../../shared/fields/recordForm';
import { requiredText } from '../../../shared/fields/values';
import type { PathField } from '../../kinds/declared';

const label = 'Permalink Token';

/** The last segment, without a query or fragment. */
const link = '^https?://[^?#]*/([^/?#]+)/?(?:[?#].*)?$';

const documentPicker = {
	label,
	description: 'The document to fetch, by its token, by a link to it, or from the list',
	required: true,
} as const;
const tokenLocator = locatorOf('token', documentPicker, 'searchDocuments');
const [fromList] = tokenLocator.modes ?? [];

const property: INodeProperties = {
	...tokenLocator,
	default: { mode: 'permalink', value: '' },
	modes: [
		{
			displayName: 'By Token',
			// n8n would show a mode named `id` as "By ID".
			name: 'permalink',
			type: 'string',
			placeholder: 'e.g. b7Qm2cW9',
			hint: 'The last part of the link, or the whole link. To use an ID, choose the operation Get.',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/permalink/b7Qm2cW9',
			hint: 'A link that ends with the permalink token of the document',
			extractValue: { type: 'regex', regex: link },
		},
		fromList,
	],
};

/** Refuses an empty token or a link without one. `withExpectedId` (client/envelope.ts) checks that the response has this token. */
export const token: PathField = {
	property,
	label,
	read(form) {
		const text = requiredText(form.get('token'), 'token', label);
		if (!/^https?:/i.test(text)) return text;
		const [, inLink] = new RegExp(link, 'i').exec(text) ?? [];
		if (inLink !== undefined) return decoded(inLink);
		return refuseInput('token', `${label} is a link without a token`, 'Enter the whole link.');
	},
};
