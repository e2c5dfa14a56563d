import {
	limitFields,
	listOptionFields,
	notForAgent,
	optionsWith,
} from '../../../shared/fields/options';
import { listRecords } from '../../kinds/list';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
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
	async run(call) {
		const scope = scopeOf(call.form);
		const [source, record] = [listDocuments(call.client, scope), recordWith(scope)];
		return await listRecords(call, source, { record, listName: 'documents' });
	},
};
