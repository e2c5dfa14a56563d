import { limit, listOptions, returnAll, simplify } from '../../../shared/fields/fields';
import { filters, searchText, sortDirection } from './searchFields';
import { criteriaOf, limitOf, readOptions } from '../../../shared/fields/listing';
import { collection, scopeOf } from '../../../shared/fields/values';
import { filtersHere, meets, searchDocuments } from './documents';
import type { ServiceRecord } from '../../../shared/client/envelope';
import { documentShape } from '../../kinds/simplify';
import type { Operation } from '../../operation';
import { readForAgent } from '../../kinds/forAgent';
import { readIntoItems } from '../../kinds/readInto';

/** POST /v2/search/accountingdocuments (specification section 4). */
export const search: Operation = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search accounting documents',
		description: 'Find accounting documents by text, type, direction, date or value',
	},
	fields: [searchText, returnAll, limit, sortDirection, simplify, filters, listOptions],
	async run({ form, client, forAgent, hint }) {
		const options = collection(form, 'options');
		const criteria = criteriaOf(form);
		const wanted = limitOf(form);
		const source = searchDocuments(client, criteria, scopeOf(options));
		const keep = (record: ServiceRecord) => meets(record, criteria);
		if (forAgent) return await readForAgent(source, options, wanted, keep);
		return await readIntoItems(source, {
			read: readOptions(options, wanted, filtersHere(criteria)),
			limit: wanted,
			keep,
			shape: documentShape(form.get('simplify') !== false),
			hint,
		});
	},
};
