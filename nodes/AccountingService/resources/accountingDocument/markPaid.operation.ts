import type { ServiceRecord } from '../../../shared/client/envelope';
import { outputOf } from '../../../shared/agents';
import {
	documentRecord,
	nameOfDocument,
	noPayment,
} from '../../../shared/documents/documentRecord';
import { isPaid, paymentOf } from '../../../shared/documents/paymentStatus';
import { optionsOfChange } from '../../../shared/fields/options';
import { outputFields, simplifiedKinds } from '../../../shared/fields/output';
import { idOf } from '../../../shared/lists/ids';
import type { ItemOperation, OperationCall } from '../../operation';
import { changeDocument, someFields, replaceRequest } from '../../send/change';
import { readRequest } from '../../once/readDocument';
import { accountingDocumentId } from './documentId';
import { formField } from '../../../shared/fields/formField';
import { flag } from '../../../shared/fields/describe';

const paidSwitch = formField(
	'paid',
	flag('Paid', 'Whether to mark the document as paid, or to remove the mark', {
		usual: true,
		decides: true,
		hint: noPayment,
	}),
);

/** Update for one field, under the name by which people look for it. */
export const markPaid: ItemOperation = {
	option: {
		name: 'Mark as Paid',
		value: 'markPaid',
		action: 'Mark invoice or other document as paid',
		description: 'Mark accounting documents as paid, or remove the mark',
	},
	fields: [
		accountingDocumentId.property,
		paidSwitch,
		...outputFields(documentRecord),
		optionsOfChange(),
	],
	requests: [readRequest, replaceRequest],
	output: simplifiedKinds(documentRecord),
	changes: true,
	sentence: (form) =>
		form.get(paidSwitch.name) === true
			? 'Mark {document} as paid'
			: 'Remove the mark as paid from {document}',
	async run(call) {
		const id = accountingDocumentId.read(call.form);
		const paid = call.form.get(paidSwitch.name) === true;
		const shape = outputOf(call, documentRecord);
		const isDone = (before: ServiceRecord) => isMarked(call, before, paid);
		const content = someFields({ payments: { paid } });
		const { after } = await changeDocument(call, id, { isDone, content });
		return [shape(after)];
	},
};

/** Whether the document has the mark already. Reports that, and a payment in full that needs no mark. */
function isMarked({ hint, preview }: OperationCall, before: ServiceRecord, paid: boolean): boolean {
	const payment = paymentOf(before);
	const isDone = (payment.paid === true) === paid;
	const name = `Document ${nameOfDocument(before, idOf(before))}`;
	if (isDone) {
		const status = paid ? 'marked as paid already' : 'not marked as paid';
		if (preview) preview.whyNothing = `{document} is ${status}`;
		const nothing = preview ? 'nothing would be sent' : 'nothing was sent';
		hint(`${name} was ${status}, so ${nothing}.`, 'alreadyPaid');
	} else if (paid && isPaid(payment)) {
		hint(`${name} was paid in full before it was marked as paid.`, 'alreadyPaid');
	}
	return isDone;
}
