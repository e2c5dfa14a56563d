import type { Resource } from '../../operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { removeScheduler } from './removeScheduler.operation';
import { setScheduler } from './setScheduler.operation';
import { update } from './update.operation';

export const template: Resource = {
	option: {
		name: 'Template',
		value: 'template',
		description: 'Definitions that generate accounting documents on a schedule',
	},
	operations: [create, get, removeScheduler, setScheduler, update],
	defaultOperation: 'get',
};
