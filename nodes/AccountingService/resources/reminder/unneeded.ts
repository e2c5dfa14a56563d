import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import type { Precondition } from '../../kinds/declared';
import { checkedDocument, nameOfDocument } from '../../once/readDocument';

/** A hint instead of a refusal, because the documentation does not say whether the service sends such a reminder. */
export const hintUnneeded: Precondition = async (call, { ids }) => {
	const id = ids.accountingDocumentId;
	const document = await checkedDocument(call, id, 'the reminder');
	if (!document) return;
	const reasons = [
		isPaid(paymentOf(document)) && 'is paid',
		document.direction === 0 && 'is a received document',
	].filter((reason) => reason !== false);
	if (reasons.length === 0) return;
	const name = nameOfDocument(document, id);
	call.hint(`${name} ${reasons.join(' and ')}. Check whether it needs a reminder.`, 'unneeded');
};
