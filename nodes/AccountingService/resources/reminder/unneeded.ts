import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import { nameOfDocument } from '../../../shared/documents/documentRecord';
import { dayOf } from '../../../shared/fields/dates';
import type { Precondition } from '../../kinds/declared';
import { oncePerExecution } from '../../once/perExecution';
import { checkedDocument } from '../../once/readDocument';

/**
 * Reads each document once. Another service sent reminders for paid invoices (docs/api/behaviours.md#healthy-services).
 * This one may not, so the node gives a hint and does not refuse.
 */
export const hintUnneeded: Precondition = async (call, { ids }) => {
	const id = ids.accountingDocumentId;
	const document = await oncePerExecution(
		call,
		`document of reminders ${id}`,
		async () => await checkedDocument(call, id, 'the reminder'),
	);
	if (!document) return;
	if (call.preview) call.preview.words.dueDate = dayOf(document.dueDate);
	call.preview?.documents.set(id, document);
	const reasons = [
		isPaid(paymentOf(document)) && 'is paid',
		document.direction === 0 && 'is a received document',
	].filter((reason) => reason !== false);
	if (reasons.length === 0) return;
	const name = nameOfDocument(document, id);
	call.hint(`${name} ${reasons.join(' and ')}. Check whether it needs a reminder.`, 'unneeded');
};
