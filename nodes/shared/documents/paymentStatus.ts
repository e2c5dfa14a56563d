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
		'Which documents to return by payment. A document is paid if it is marked as paid, or paid in full.',
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

/**
 * Marked as paid, or paid in full: a credit note by a negative amount. If the total is zero or missing, only the flag
 * counts. This is the only rule of payment: filters, reports and the trigger agree about every document.
 */
export function isPaid({ paid, total: full, amountPaid }: Payment): boolean {
	if (paid === true) return true;
	const total = Decimal.from(full) ?? Decimal.zero;
	const rest = Decimal.from(amountPaid ?? '0')?.minus(total);
	if (total.isZero || !rest) return false;
	const isNegative = total.compare(Decimal.zero) < 0;
	return isNegative ? rest.compare(Decimal.zero) <= 0 : rest.compare(Decimal.zero) >= 0;
}

/**
 * What is still to be paid: 0 if the document is paid, also if it is only marked as paid.
 * @returns undefined if the total is missing, or an amount is not a number
 */
export function amountDue(record: ServiceRecord): Decimal | undefined {
	const payment = paymentOf(record);
	if (isPaid(payment)) return Decimal.zero;
	const paid = Decimal.from(payment.amountPaid ?? '0');
	return paid && Decimal.from(payment.total)?.minus(paid);
}

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
