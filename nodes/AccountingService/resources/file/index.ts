import {
	type RecordDescription,
	type ServiceFields,
	id,
	text,
	whole,
} from '../../../shared/fields/describe';
import { advancedWith } from '../../../shared/fields/options';
import { outputFields, rawShape, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import type { ItemOperation, Resource } from '../../operation';
import { forgetFiles, uploadFiles, uploadRequest } from './uploading';

/** The service returns the ID (docs/api/resources.md#file). The node adds the rest from the uploaded file. */
const fileFields: ServiceFields = {
	id: id('ID', 'The ID of the file, to attach it to documents or tasks'),
	fileName: text('File Name', 'The name of the file'),
	mimeType: text('Type', 'The media type of the content'),
	bytes: whole('Bytes', 'The size of the file'),
};

const fileRecord: RecordDescription = {
	one: 'file',
	many: 'files',
	fields: fileFields,
	simplified: { id: 'id', fileName: 'fileName', mimeType: 'mimeType', bytes: 'bytes' },
};

const upload: ItemOperation = {
	option: {
		name: 'Upload',
		value: 'upload',
		action: 'Upload file',
		description: 'Upload PDF, JPEG, PNG, XML or ISDOC files, to attach them to documents or tasks',
	},
	fields: [fileProperty(true), ...outputFields(fileRecord), advancedWith()],
	requests: [uploadRequest],
	output: simplifiedKinds(fileRecord),
	changes: true,
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

export const file: Resource = {
	option: {
		name: 'File',
		value: 'file',
		description: 'Files to attach to documents and tasks',
	},
	operations: [upload],
	defaultOperation: 'upload',
};
