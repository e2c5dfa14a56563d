import { documentList } from './documentList';

export const getAll = documentList({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many invoices and other documents',
		description: 'List accounting documents such as invoices, advances and credit notes',
	},
});
