import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isFromModel, notForAgent } from '../../../shared/fields/agentForm';
import type { ServiceRecord } from '../../../shared/client/envelope';
import { criteriaOf, searchText, sortDirection } from '../../../shared/documents/criteria';
import { documentRecord } from '../../../shared/documents/documentRecord';
import { recordWith, scope, scopeOf } from '../../../shared/documents/scope';
import { filters, filtersLocally, meets } from '../../../shared/documents/filters';
import { appliedByService, searchDocuments, sourceOf } from '../../../shared/documents/sources';
import { limitFields, listOptionFields, optionsWith } from '../../../shared/fields/options';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
import { listRecords } from '../../kinds/list';
import { listRequest, searchRequest } from '../../once/newestDocuments';
import type { DeclaredRequest, ItemOperation, OperationCall } from '../../operation';
import { formNotice } from '../../../shared/fields/formField';

const searchOfUser: DeclaredRequest = {
	...searchRequest,
	assumption: 'The names of its parameters; see the table of assumptions',
};

/** The requests of operations that read the list, or search if there are filters. */
export const listRequests: DeclaredRequest[] = [listRequest, searchOfUser];

/** Lists all documents, or searches if there are filters. */
export function documentList({
	option,
	notice,
	before = [],
	isSearch = false,
}: {
	option: INodePropertyOptions;
	/** When to use the other operation. */
	notice: string;
	/** Its own fields before the limit. */
	before?: INodeProperties[];
	/** Searches even without filters. */
	isSearch?: boolean;
}): ItemOperation {
	const output = outputFields(documentRecord).map(notForAgent);
	return {
		option,
		fields: [
			notForAgent(formNotice('otherList', notice)),
			...before,
			...limitFields,
			filters,
			optionsWith(...listOptionFields, scope, sortDirection, ...output),
		],
		requests: isSearch ? [searchOfUser] : listRequests,
		output: simplifiedKinds(documentRecord),
		oncePerInput: true,
		async run(call) {
			const { form, client } = call;
			const criteria = criteriaOf(form);
			const scope = scopeOf(form);
			const source = (isSearch ? searchDocuments : sourceOf)(client, criteria, scope);
			const keep = (one: ServiceRecord) => meets(one, criteria);
			return await listRecords(call, source, {
				record: recordWith(scope),
				listName: 'documents',
				...(filtersLocally(criteria) && { keep }),
				applied: appliedFromModel(call),
				...(/\d/.test(criteria.searchText ?? '') && { hintIfNone: numbersAreFilters }),
			});
		},
	};
}

/** The labels of what the model enters and the service applies. */
function appliedFromModel({ form: { entered }, client }: OperationCall): string[] {
	const names = appliedByService(client.connection.settings);
	const { searchText: text } = entered;
	const values: INodeParameters = { ...(entered.filters as INodeParameters), searchText: text };
	return [searchText, ...(filters.options as INodeProperties[])]
		.filter(({ name }) => names.includes(name) && isFromModel(values[name]))
		.map(({ displayName }) => displayName);
}

/** The service searches descriptions and the contact (docs/api/requests.md#search). */
const numbersAreFilters =
	'Nothing was found. Search Text is not compared with numbers and symbols of documents. Clear it and add a filter, such as Document Number or Variable Symbol.';
