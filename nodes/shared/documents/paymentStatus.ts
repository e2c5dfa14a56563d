import type { ServiceRecord } from '../client/envelope';
import { Decimal } from '../decimal';
import { dayOf } from '../fields/dates';
import { choice, valueAt } from '../fields/describe';
import { formField } from '../fields/formField';

/** As the filter offers it. */
export type PaymentStatus = 'paid' | 'unpaid' | 'overdue';

export const paymentStatus = formField(
	'paymentStatus',
	choice(
		'Payment Status',
		{
			any: ['Any', 'Do not filter by payment'],
			overdue: ['Overdue', "Unpaid, and due before today in the workflow's time zone"],
			paid: ['Paid', 'Marked as paid, or the amount paid reaches the total'],
			unpaid: ['Unpaid', 'Not paid'],
		},
		'Documents with this status. Paid means marked as paid, or paid in full.',
		{ usual: 'unpaid' },
	),
);

/** The values that decide whether a document is paid. */
export interface Payment {
	/** The flag of the service. Its default is false (docs/api/resources.md#parts-of-a-document). */
	paid: unknown;
	total: unknown;
	amountPaid: unknown;
}

export const paymentOf = ({ payments, total, amountPaid }: ServiceRecord): Payment => ({
	paid: valueAt(payments, 'paid'),
	total,
	amountPaid,
});

/** How far a document is paid. Amounts are undefined if they are missing or not numbers. */
interface Settlement {
	total?: Decimal;
	/** What is still to be paid: 0 if the document is paid, also if it is only marked as paid. */
	due?: Decimal;
	isPaid: boolean;
}

/** The name of {@link amountDue} on forms, in reports and in hints. */
export const amountDueLabel = 'Amount Due';

/**
 * Paid is what is marked as paid, or paid in full: a credit note by a negative amount. If the total is zero or missing,
 * only the flag counts. This is the only rule of payment: filters, reports and the trigger agree about every document.
 */
export function settlementOf({ paid, total: full, amountPaid }: Payment): Settlement {
	const total = Decimal.from(full);
	if (paid === true) return { total, due: Decimal.zero, isPaid: true };
	const received = Decimal.from(amountPaid ?? '0');
	const due = received && total?.minus(received);
	const isPaid =
		due !== undefined && total !== undefined && total.sign !== 0 && due.sign !== total.sign;
	return { total, due: isPaid ? Decimal.zero : due, isPaid };
}

export const isPaid = (payment: Payment): boolean => settlementOf(payment).isPaid;

/** See {@link Settlement}. */
export const amountDue = (record: ServiceRecord): Decimal | undefined =>
	settlementOf(paymentOf(record)).due;

/** Unpaid and due before today. @param today YYYY-MM-DD, of the workflow's time zone */
function isOverdue(record: ServiceRecord, today: string): boolean {
	const due = dayOf(record.dueDate);
	return due !== '' && due < today && !isPaid(paymentOf(record));
}

/** The status in words, as the filter offers it. @param today as for {@link isOverdue} */
export function paymentWord(record: ServiceRecord, today: string): string {
	if (isOverdue(record, today)) return 'Overdue';
	return isPaid(paymentOf(record)) ? 'Paid' : 'Unpaid';
}

export function hasPaymentStatus(
	record: ServiceRecord,
	status: PaymentStatus,
	today: string,
): boolean {
	if (status === 'overdue') return isOverdue(record, today);
	return isPaid(paymentOf(record)) === (status === 'paid');
}
