import { documentList } from './documentList';

export const getAll = documentList({
	notice: 'To search by text, use the operation Search.',
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many invoices and other documents',
		description:
			'List invoices and other documents, by filters such as Period and Payment Status. To find a text, use Search.',
	},
});
