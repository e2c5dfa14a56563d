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
import { listForAgent } from '../../kinds/forAgent';
import { readIntoItems } from '../../kinds/readInto';
import { outputFields, shapeOf, simplifiedKinds } from '../../kinds/shape';
import type { ItemOperation } from '../../operation';
import { criteriaOf } from './criteria';
import { searchDocuments } from './documents';
import { filtersHere, meets } from './filters';
import { documentRecord } from './fields';
import { otherScopes, scope, scopeOf } from './scope';
import { filters, searchText, sortDirection } from './searchFields';
import { before } from './simplifiedBefore';

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
	outputBefore: before.fields,
	oncePerInput: true,
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const criteria = criteriaOf(form);
		const wanted = limitOf(form);
		const source = searchDocuments(client, criteria, scopeOf(options));
		const keep = (record: ServiceRecord) => meets(record, criteria);
		if (forAgent) {
			return await listForAgent(source, documentRecord, 'documents', options, wanted, keep);
		}
		return await readIntoItems(source, {
			read: readOptions(options, wanted, filtersHere(criteria)),
			limit: wanted,
			keep,
			shape: shapeOf(form, documentRecord, before.shape),
			many: documentRecord.many,
			hint,
		});
	},
};
