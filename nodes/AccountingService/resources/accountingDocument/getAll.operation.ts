import {
	limitFields,
	limitOf,
	notForAgent,
	listOptionFields,
	readOptions,
} from '../../../shared/fields/listing';
import { optionsWith } from '../../../shared/fields/options';
import { collection } from '../../../shared/fields/values';
import { listForAgent } from '../../kinds/forAgent';
import { readIntoItems } from '../../kinds/readInto';
import { outputFields, shapeOf, simplifiedKinds } from '../../kinds/shape';
import type { ItemOperation } from '../../operation';
import { listDocuments } from './documents';
import { documentRecord } from './fields';
import { otherScopes, scope, scopeOf } from './scope';
import { before } from './simplifiedBefore';

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
	outputBefore: before.fields,
	oncePerInput: true,
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const wanted = limitOf(form);
		const source = listDocuments(client, scopeOf(options));
		if (forAgent) return await listForAgent(source, documentRecord, 'documents', options, wanted);
		return await readIntoItems(source, {
			read: readOptions(options, wanted),
			limit: wanted,
			shape: shapeOf(form, documentRecord, before.shape),
			many: documentRecord.many,
			hint,
		});
	},
};
