import {
	limitFields,
	limitOf,
	notForAgent,
	listOptionFields,
	readOptions,
} from '../../../shared/fields/listing';
import { optionsWith } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/values';
import { listForAgent } from '../../kinds/listForAgent';
import { readIntoItems } from '../../kinds/readInto';
import { outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/shape';
import type { ItemOperation } from '../../operation';
import { listDocuments } from '../../../shared/documents/sources';
import { documentRecord } from '../../../shared/documents/fields';
import { otherScopes, recordWith, scope, scopeOf } from '../../../shared/documents/scope';

export const getAll: ItemOperation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many accounting documents',
		description: 'List accounting documents such as invoices, advances and credit notes',
	},
	fields: [
		...limitFields,
		...outputFields(documentRecord).map(notForAgent),
		optionsWith(...listOptionFields, scope, otherScopes),
	],
	requests: [{ route: 'GET /v2/accountingdocuments', basis: 'specification 4' }],
	output: simplifiedKinds(documentRecord),
	oncePerInput: true,
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const wanted = limitOf(form);
		const scope = scopeOf(form);
		const [source, record] = [listDocuments(client, scope), recordWith(scope)];
		if (forAgent) return await listForAgent(source, record, 'documents', options, wanted);
		return await readIntoItems(source, {
			read: readOptions(options, wanted),
			limit: wanted,
			shape: shapeOf(form, record),
			many: record.many,
			hint,
		});
	},
};
