import type { ServiceRecord } from '../../../shared/client/envelope';
import { textFrom } from '../../../shared/client/json';
import { creditNote, sideOf } from '../../../shared/documents/choices';
import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import { nameOfDocument } from '../../../shared/documents/documentRecord';
import { dayAt, dayNumber, dayOf, todayIn } from '../../../shared/fields/dates';
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
	const due = dayOf(document.dueDate);
	const day = due && dayAt(dayNumber(due) + Number(body.exceededDays));
	if (call.preview) describe(call.preview, id, document, day);
	const name = nameOfDocument(document, id);
	if (day && day < todayIn(call.form.timeZone)) {
		call.hint(
			`The payment reminder of ${name} is for ${day}, which has passed. Check in the service whether it sends the reminder. For a reminder today, enter the days overdue in Days After Due Date.`,
			'pastReminder',
		);
	}
	const reasons = [
		isPaid(paymentOf(document)) && 'is paid',
		sideOf(document.direction) === 'received' && 'is a received document',
		document.type === creditNote && 'is a credit note',
	].filter((reason) => reason !== false);
	if (reasons.length === 0) return;
	call.hint(`${name} ${reasons.join(' and ')}. Check whether it needs a reminder.`, 'unneeded');
};

/** For the sentence of a preview. */
function describe(
	{ words, documents }: ItemPreview,
	id: string,
	document: ServiceRecord,
	day: string,
): void {
	documents.set(id, document);
	words.day = day;
	// Recipients replace the address of the contact (docs/api/resources.md#payment-reminder).
	words.recipientEmails ??= asWord(textFrom(valueAt(document.contact, 'email')));
}
