import { optionsOfChange } from '../../../shared/fields/options';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import { rawShape, outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import type { ItemOperation } from '../../operation';
import { fileRecord } from './fileRecord';
import { acceptedTypes } from './types';
import { forgetFiles, uploadFiles, uploadRequest } from './uploading';

export const upload: ItemOperation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description: `Upload ${acceptedTypes} files, for tasks and Create From Scans`,
	},
	fields: [fileProperty(true), ...outputFields(fileRecord), optionsOfChange()],
	requests: [uploadRequest],
	output: simplifiedKinds(fileRecord),
	changes: true,
	sentence: 'Upload {files}',
	async run(call) {
		const { form, host, itemIndex } = call;
		const shape = shapeOf(form, fileRecord);
		const files = await inputFiles(host, itemIndex, form.get(inputFieldName), true);
		const uploaded = await uploadFiles(call, files);
		forgetFiles(call, files);
		return uploaded.map(({ answer, name, mimeType, size }) =>
			shape(shape === rawShape ? answer : { ...answer, fileName: name, mimeType, bytes: size }),
		);
	},
};
