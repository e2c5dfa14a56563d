import { refuseInput } from '../../../shared/client/errors';
import type { ItemOperation } from '../../operation';
import { list, nothing, oneRecord } from './answers';
import { file } from './file';
import { apiRequestFields } from './form';
import { changesSomething, requestOf } from './request';

/**
 * Any other operation of the service, by the path that its own documentation names (docs/api/writes.md#api-request):
 * the same token, tries, limits and proof of completeness as every operation.
 */
export const send: ItemOperation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send API request',
		description:
			'Reach any other operation by the path that the documentation of the service names',
	},
	fields: apiRequestFields,
	// The path is the user's.
	requests: [],
	// As the service answers.
	output: {},
	changes: ({ form }) => changesSomething(form),
	async run(call) {
		const request = await requestOf(call);
		switch (call.form.get('response') ?? 'record') {
			case 'record':
				return await oneRecord(call, request);
			case 'list':
				return await list(call, request);
			case 'file':
				return await file(call, request);
			case 'nothing':
				return await nothing(call, request);
			default:
				return refuseInput('response', 'There is no such Response', 'Choose one from the list.');
		}
	},
};
