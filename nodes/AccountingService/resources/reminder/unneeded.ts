import type { ServiceRecord } from '../../../shared/client/envelope';
import { textFrom } from '../../../shared/client/json';
import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import { nameOfDocument } from '../../../shared/documents/documentRecord';
import { dayAt, dayNumber, dayOf } from '../../../shared/fields/dates';
import { valueAt } from '../../../shared/fields/describe';
import type { Precondition } from '../../kinds/declared';
import { oncePerExecution } from '../../once/perExecution';
import { checkedDocument } from '../../once/readDocument';
import type { ItemPreview } from '../../operation';
import { asWord } from '../../sentence';

/**
 * Reads each document once. Another service sent reminders for paid invoices (docs/api/behaviours.md#healthy-services).
 * This one may not, so the node gives a hint and does not refuse.
 */
export const hintUnneeded: Precondition = async (call, { ids }, body) => {
	const id = ids.accountingDocumentId;
	const document = await oncePerExecution(
		call,
		`document of reminders ${id}`,
		async () => await checkedDocument(call, id, 'the reminder'),
	);
	if (!document) return;
	if (call.preview) describe(call.preview, id, document, Number(body.exceededDays));
	const reasons = [
		isPaid(paymentOf(document)) && 'is paid',
		document.direction === 0 && 'is a received document',
	].filter((reason) => reason !== false);
	if (reasons.length === 0) return;
	const name = nameOfDocument(document, id);
	call.hint(`${name} ${reasons.join(' and ')}. Check whether it needs a reminder.`, 'unneeded');
};

/** For the sentence of a preview. */
function describe(
	{ words, documents }: ItemPreview,
	id: string,
	document: ServiceRecord,
	days: number,
): void {
	documents.set(id, document);
	words.day = dayAt(dayNumber(dayOf(document.dueDate)) + days);
	// Recipients replace the address of the contact (docs/api/resources.md#payment-reminder).
	words.recipientEmails ??= asWord(textFrom(valueAt(document.contact, 'email')));
}
