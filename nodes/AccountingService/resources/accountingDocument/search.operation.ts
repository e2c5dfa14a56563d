import { searchText, sortDirection } from '../../../shared/documents/searchFields';
import { documentList } from './documentList';

export const search = documentList({
	notice: 'To list documents without a text, use the operation Get Many. It has the same filters.',
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search invoices and other documents',
		description:
			'Find invoices and other documents by a text, and choose their order. For filters without a text, use Get Many.',
	},
	before: [searchText],
	after: [sortDirection],
	isSearch: true,
});
