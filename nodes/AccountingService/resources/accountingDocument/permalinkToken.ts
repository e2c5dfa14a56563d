import type { INodeProperties } from 'n8n-workflow';

import { locatorOf } from '../../../shared/fields/formField';
import { requiredTextIn } from '../../../shared/fields/readForm';
import { linkToken } from '../../../shared/fields/readValue';
import type { PathField } from '../../kinds/declared';

export const tokenRequest = {
	route: 'GET /v2/accountingdocuments/tokens/{token}',
	basis: 'one-document [S]',
} as const;

const label = 'Permalink Token';

const documentPicker = {
	label,
	description: 'The document to fetch, by its token, by a link to it, or from the list',
	required: true,
	byLink: true,
} as const;
const tokenLocator = locatorOf('token', documentPicker, 'searchDocuments');
const [fromList, , byUrl] = tokenLocator.modes ?? [];

const property: INodeProperties = {
	...tokenLocator,
	default: { mode: 'permalink', value: '' },
	modes: [
		{
			// n8n cuts off "By Token".
			displayName: 'Token',
			// n8n would show a mode named `id` as "By ID".
			name: 'permalink',
			type: 'string',
			placeholder: 'e.g. b7Qm2cW9',
			hint: 'The last part of the link, or the whole link. To use an ID, choose the operation Get.',
		},
		byUrl,
		fromList,
	],
};

/** Refuses an empty token or a link without one. `withExpectedId` (client/envelope.ts) checks that the response has this token. */
export const token: PathField = {
	property,
	label,
	read(form) {
		const text = requiredTextIn(form, property);
		return /^https?:/i.test(text) ? linkToken(text, 'token', label) : text;
	},
};
