import {
	filters,
	limit,
	listOptions,
	returnAll,
	searchText,
	simplify,
	sortDirection,
} from '../../../form/fields';
import { criteriaOf, limitOf, readOptions } from '../../../form/listing';
import { collection, scopeOf } from '../../../form/values';
import { filtersHere, meets, searchDocuments } from '../../../service/documents';
import { documentShape } from '../../../shape/simplify';
import type { Operation } from '../operation';
import { readIntoItems } from '../readInto';

/** POST /v2/search/accountingdocuments (specification section 4). */
export const search: Operation = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search accounting documents',
		description: 'Find accounting documents by text, type, direction, date or value',
	},
	fields: [searchText, returnAll, limit, sortDirection, simplify, filters, listOptions],
	async run({ form, client, hint }) {
		const options = collection(form, 'options');
		const criteria = criteriaOf(form);
		const wanted = limitOf(form);
		return await readIntoItems(searchDocuments(client, criteria, scopeOf(options)), {
			read: readOptions(options, wanted, filtersHere(criteria)),
			limit: wanted,
			keep: (record) => meets(record, criteria),
			shape: documentShape(form.get('simplify') !== false),
			hint,
		});
	},
};
