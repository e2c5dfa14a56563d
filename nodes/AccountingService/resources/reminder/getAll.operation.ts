import { list } from '../../kinds/list';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { remindersRequest } from './current';
import { reminderRecord } from './reminderRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get payment reminders of an invoice',
	description: 'List the payment reminders of an accounting document',
	activity: 'listing the payment reminders of accounting document {accountingDocumentId}',
	...remindersRequest,
	path: { accountingDocumentId },
	record: reminderRecord,
	listName: 'reminders',
	paged: false,
});
