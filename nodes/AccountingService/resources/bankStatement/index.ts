import type { Resource } from '../../operation';
import { upload } from './upload.operation';

export const bankStatement: Resource = {
	option: {
		name: 'Bank Statement',
		value: 'bankStatement',
		description: 'Statements of your bank accounts',
	},
	operations: [upload],
	defaultOperation: 'upload',
};
