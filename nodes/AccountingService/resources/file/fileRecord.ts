import {
	id,
	type RecordDescription,
	type ServiceFields,
	text,
	whole,
} from '../../../shared/fields/describe';

/** The service returns the ID (docs/api/resources.md#file). The node adds the rest from the uploaded file. */
const fileFields: ServiceFields = {
	id: id('ID', 'The ID of the file, to attach it to documents or tasks'),
	fileName: text('File Name', 'The name of the file'),
	mimeType: text('Type', 'The media type of the content'),
	bytes: whole('Bytes', 'The size of the file'),
};

export const fileRecord: RecordDescription = {
	one: 'file',
	many: 'files',
	fields: fileFields,
	simplified: { id: 'id', fileName: 'fileName', mimeType: 'mimeType', bytes: 'bytes' },
};
