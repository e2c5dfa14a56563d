import { permalinkToken, simplify, singleOptions } from '../../../shared/fields/fields';
import { requiredText } from '../../../shared/fields/values';
import { documentByToken } from './documents';
import { documentShape, simplifyDocument } from '../../kinds/simplify';
import type { Operation } from '../../operation';
import { recordForAgent } from '../../kinds/forAgent';

/** GET /v2/accountingdocuments/tokens/{token} (specification section 4). */
export const getByToken: Operation = {
	option: {
		name: 'Get by Permalink Token',
		value: 'getByToken',
		action: 'Get an accounting document by permalink token',
		description: 'Fetch the one accounting document that a permalink token belongs to',
	},
	fields: [permalinkToken, simplify, singleOptions],
	async run({ form, client, forAgent }) {
		const token = requiredText(form.get('token'), 'token', 'Permalink Token');
		const shape = documentShape(form.get('simplify') !== false);
		const record = await documentByToken(client, token);
		return [forAgent ? recordForAgent(record, shape, simplifyDocument) : shape(record)];
	},
};
