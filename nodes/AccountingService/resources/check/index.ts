import type { Resource } from '../../operation';
import { run } from './run.operation';

export const check: Resource = {
	option: {
		name: 'Connection Check',
		value: 'check',
		description: 'Which settings your service needs in the credential',
	},
	operations: [run],
	defaultOperation: 'run',
};
