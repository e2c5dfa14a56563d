import { requiredText } from '../../../shared/fields/values';
import { bulkOnDocuments } from './bulkOperation';
import { textField } from '../../../shared/fields/properties';

export const changeState = bulkOnDocuments({
	name: 'Change State',
	value: 'changeState',
	action: 'Change state of invoice or other document',
	description: 'Move accounting documents to another state of the workflow',
	doing: 'changing the state of accounting documents',
	fields: [
		textField(
			'State',
			'state',
			'The new state. To see its name, use Get for a document in that state (field state).',
			{ required: true, placeholder: 'e.g. Waiting For Approval' },
		),
	],
	output: { changed: 'flag', state: 'text', id: 'id' },
	change({ form }) {
		const state = requiredText(form.get('state'), 'state', 'State');
		return {
			operation: 'movewf',
			additionalData: { state },
			result: { changed: true, state },
			isDone: (record) => record?.state === state,
		};
	},
});
