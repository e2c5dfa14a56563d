import type { Resource } from '../../operation';
import { upload } from './upload.operation';

export const file: Resource = {
	option: {
		name: 'File',
		value: 'file',
		description: 'Files to attach to documents and tasks',
	},
	operations: [upload],
	defaultOperation: 'upload',
};
