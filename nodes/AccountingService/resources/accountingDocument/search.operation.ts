import { searchText, sortDirection } from '../../../shared/documents/searchFields';
import { documentList } from './documentList';

export const search = documentList({
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search invoices and other documents',
		description: 'Find accounting documents by text, type, direction, date or value',
	},
	before: [searchText],
	after: [sortDirection],
	isSearch: true,
});
