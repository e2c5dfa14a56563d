import {
	id,
	type RecordDescription,
	type ServiceFields,
	text,
	whole,
} from '../../../shared/fields/describe';

/** The service answers the id (docs/api/resources.md#file); the rest is known from the file that was sent. */
const fileFields: ServiceFields = {
	id: id('ID', 'The number of the file, to attach it elsewhere'),
	fileName: text('File Name', 'What the file is called'),
	mimeType: text('Type', 'What the content is'),
	bytes: whole('Bytes', 'The size of the file'),
};

export const fileRecord: RecordDescription = {
	one: 'file',
	many: 'files',
	fields: fileFields,
	simplified: { id: 'id', fileName: 'fileName', mimeType: 'mimeType', bytes: 'bytes' },
};
