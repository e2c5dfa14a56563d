import {
	dateTime,
	getOnly,
	id,
	type RecordDescription,
	type ServiceFields,
	text,
	whole,
	named,
} from '../../../shared/fields/describe';

/** A bank statement, as other clients describe it (docs/api/resources.md#bank-statement). */
const statementFields: ServiceFields = {
	id: id('ID', 'The ID of the bank statement', getOnly),
	name: text('Name', 'The name of the bank statement. Leave empty to use the file name.', {
		placeholder: 'e.g. 2026-01.gpc',
	}),
	bankAccountId: id('Bank Account ID', 'The bank account of the statement', getOnly),
	authorName: text('Author', 'Who uploaded it', getOnly),
	uploaded: dateTime('Uploaded', 'When it was uploaded', getOnly),
	processingState: whole('Processing State', 'How far the service has processed it', getOnly),
	processingMessage: text(
		'Processing Message',
		'The message of the service about processing',
		getOnly,
	),
};

export const statementRecord: RecordDescription = {
	one: 'bank statement',
	many: 'bank statements',
	fields: statementFields,
	simplified: named('id name bankAccountId authorName uploaded processingState processingMessage'),
};
