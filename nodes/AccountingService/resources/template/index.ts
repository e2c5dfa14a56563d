import type { Resource } from '../../operation';
import { get } from './get.operation';

export const template: Resource = {
	option: {
		name: 'Template',
		value: 'template',
		description: 'Definitions that generate accounting documents on a schedule',
	},
	operations: [get],
	defaultOperation: 'get',
};
