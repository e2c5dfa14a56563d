import type { INodeProperties } from 'n8n-workflow';

import type { Form } from '../../shared/fields/form';
import { criteriaOf, type SearchCriteria } from '../../shared/documents/criteria';
import { filters, searchText, sortDirection } from '../../shared/documents/searchFields';

/** Which documents an export is of. Names are a contract with users' workflows. */

/** Named like the operation that reads the same list. */
const allDocuments = 'getAll';

const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'All Documents',
			value: allDocuments,
			description: 'Every document of the service, in its own order',
		},
		{
			name: 'Documents That Match a Search',
			value: 'search',
			description: 'What the fields below search for',
		},
	],
	default: allDocuments,
	required: true,
	description: 'Which documents of the service to export',
};

const inputNotice: INodeProperties = {
	displayName:
		'Documents are read from the service. Input items are not exported: they start the export and give values to expressions.',
	name: 'inputNotice',
	type: 'notice',
	default: '',
};

const whenSearching = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { source: ['search'] } },
});

export const sourceFields: INodeProperties[] = [
	inputNotice,
	source,
	...[searchText, sortDirection, filters].map(whenSearching),
];

/** The search of the form; undefined for all documents. @throws ServiceError as {@link criteriaOf} */
export function searchOf(form: Form): SearchCriteria | undefined {
	return form.get('source') === 'search' ? criteriaOf(form) : undefined;
}
