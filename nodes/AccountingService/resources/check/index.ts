import type { Resource } from '../../operation';
import { run } from './run.operation';

export const check: Resource = {
	option: {
		name: 'Connection Check',
		value: 'check',
		description: 'Find the credential settings for your service',
	},
	operations: [run],
	defaultOperation: 'run',
};
