import { bulk } from './bulk';

export const deleteDocuments = bulk({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete invoice or other document',
		description: 'Delete accounting documents',
	},
	sentence: 'Delete {document}[. Its State is {state}]',
	activity: 'deleting accounting documents',
	fields: [],
	output: { deleted: 'flag', id: 'id' },
	change: () => ({
		operation: 'remove',
		result: { deleted: true },
		isDone: (record) => record === undefined,
	}),
});
