import { permalinkToken, simplify, singleOptions } from '../../../form/fields';
import { requiredText } from '../../../form/values';
import { documentByToken } from '../../../service/documents';
import { documentShape } from '../../../shape/simplify';
import type { Operation } from '../operation';

/** GET /v2/accountingdocuments/tokens/{token} (specification section 4). */
export const getByToken: Operation = {
	option: {
		name: 'Get by Permalink Token',
		value: 'getByToken',
		action: 'Get an accounting document by permalink token',
		description: 'Fetch the one accounting document that a permalink token belongs to',
	},
	fields: [permalinkToken, simplify, singleOptions],
	async run({ form, client }) {
		const token = requiredText(form.get('token'), 'token', 'Permalink Token');
		const shape = documentShape(form.get('simplify') !== false);
		return [shape(await documentByToken(client, token))];
	},
};
