import type { ServiceRecord } from '../../../shared/client/envelope';
import {
	limitFields,
	listOptionFields,
	notForAgent,
	optionsWith,
} from '../../../shared/fields/options';
import { listRecords } from '../../kinds/list';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
import type { ItemOperation } from '../../operation';
import { criteriaOf } from '../../../shared/documents/criteria';
import { searchDocuments } from '../../../shared/documents/sources';
import { filtersHere, meets } from '../../../shared/documents/filters';
import { documentRecord } from '../../../shared/documents/fields';
import { otherScopes, recordWith, scope, scopeOf } from '../../../shared/documents/scope';
import { filters, searchText, sortDirection } from '../../../shared/documents/searchFields';

export const search: ItemOperation = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search accounting documents',
		description: 'Find accounting documents by text, type, direction, date or value',
	},
	fields: [
		searchText,
		...limitFields,
		sortDirection,
		...outputFields(documentRecord).map(notForAgent),
		filters,
		optionsWith(...listOptionFields, scope, otherScopes),
	],
	requests: [
		{
			route: 'POST /v2/search/accountingdocuments',
			basis: 'specification 4',
			assumption: 'The names of its parameters; see the table of assumptions',
		},
	],
	output: simplifiedKinds(documentRecord),
	oncePerInput: true,
	async run(call) {
		const criteria = criteriaOf(call.form);
		const scope = scopeOf(call.form);
		return await listRecords(call, searchDocuments(call.client, criteria, scope), {
			record: recordWith(scope),
			listName: 'documents',
			...(filtersHere(criteria) && { keep: (one: ServiceRecord) => meets(one, criteria) }),
		});
	},
};
