import { permalinkToken, simplify, singleOptions } from '../../../form/fields';
import { requiredText } from '../../../form/values';
import { documentByToken } from '../../../service/documents';
import { documentShape, simplifyDocument } from '../../../shape/simplify';
import type { Operation } from '../operation';
import { recordForAgent } from '../readForAgent';

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
