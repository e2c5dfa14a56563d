import type { ServiceRecord } from '../../../shared/client/envelope';
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
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const criteria = criteriaOf(form);
		const wanted = limitOf(form);
		const scope = scopeOf(form);
		const [source, record] = [searchDocuments(client, criteria, scope), recordWith(scope)];
		const keep = (one: ServiceRecord) => meets(one, criteria);
		if (forAgent) {
			return await listForAgent(source, record, 'documents', options, wanted, keep);
		}
		return await readIntoItems(source, {
			read: readOptions(options, wanted, filtersHere(criteria)),
			limit: wanted,
			keep,
			shape: shapeOf(form, record),
			many: record.many,
			hint,
		});
	},
};
