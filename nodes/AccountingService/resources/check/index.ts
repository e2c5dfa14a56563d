import type { Resource } from '../../operation';
import { run } from './run.operation';

export const check: Resource = {
	option: {
		name: 'Connection Check',
		value: 'check',
		description: 'Which assumptions about your service hold, and what to enter where they do not',
	},
	operations: [run],
	defaultOperation: 'run',
};
