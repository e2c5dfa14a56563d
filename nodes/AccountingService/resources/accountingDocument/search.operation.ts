import { searchText } from '../../../shared/documents/criteria';
import { documentList } from './documentList';

export const search = documentList({
	notice:
		'To find a document by its number or a symbol, add a filter. For filters alone, use the operation Get Many.',
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search invoices and other documents',
		description: 'Search invoices and other documents by text. For filters alone, use Get Many.',
	},
	before: [searchText],
	isSearch: true,
});
