import { searchText, sortDirection } from '../../../shared/documents/criteria';
import { documentList } from './documentList';

export const search = documentList({
	notice: 'If you need only filters, use the operation Get Many.',
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search invoices and other documents',
		description:
			'Search invoices and other documents by text, and sort them. For filters alone, use Get Many.',
	},
	before: [searchText],
	after: [sortDirection],
	isSearch: true,
});
