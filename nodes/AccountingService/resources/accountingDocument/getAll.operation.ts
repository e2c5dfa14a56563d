import { limit, listOptions, returnAll, simplify } from '../../../shared/fields/fields';
import { limitOf, readOptions } from '../../../shared/fields/listing';
import { collection, scopeOf } from '../../../shared/fields/values';
import { listDocuments } from './documents';
import { documentShape } from '../../kinds/simplify';
import type { Operation } from '../../operation';
import { readForAgent } from '../../kinds/forAgent';
import { readIntoItems } from '../../kinds/readInto';

/** GET /v2/accountingdocuments (specification section 4). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many accounting documents',
		description: 'List accounting documents such as invoices, advances and credit notes',
	},
	fields: [returnAll, limit, simplify, listOptions],
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const wanted = limitOf(form);
		if (forAgent)
			return await readForAgent(listDocuments(client, scopeOf(options)), options, wanted);
		return await readIntoItems(listDocuments(client, scopeOf(options)), {
			read: readOptions(options, wanted),
			limit: wanted,
			shape: documentShape(form.get('simplify') !== false),
			hint,
		});
	},
};
