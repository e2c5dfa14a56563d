import { parseJsonExactly } from '../../../nodes/shared/client/json';
import {
	amountDue,
	hasPaymentStatus,
	paymentWord,
} from '../../../nodes/shared/documents/paymentStatus';

const marked = { payments: { paid: true } };
const late = { dueDate: '2026-01-30', total: 5 };
/** More digits than a number can hold. */
const total = parseJsonExactly('9007199254740993.01');

it.each([
	['the flag, whatever the amounts are', { ...marked, total: 100, amountPaid: 0 }, 'Paid'],
	['the flag, without amounts', marked, 'Paid'],
	['a flag that is only a word', { payments: { paid: 'true' }, total: 100 }, 'Unpaid'],
	['a flag that is off', { payments: { paid: false }, total: 5 }, 'Unpaid'],
	['no flag in its place', { payments: {}, total: 5, amountPaid: 5 }, 'Paid'],
	['no place for a flag', { payments: null, total: 5, amountPaid: 5 }, 'Paid'],
	['the amount paid exceeds the total', { total: 100, amountPaid: 100.01 }, 'Paid'],
	['a part of the total', { total: 100, amountPaid: 99.99 }, 'Unpaid'],
	['nothing', { total: 100, amountPaid: null }, 'Unpaid'],
	['a credit note in full', { total: -100, amountPaid: -100 }, 'Paid'],
	['more than a credit note', { total: -100, amountPaid: -101 }, 'Paid'],
	['a part of a credit note', { total: -100, amountPaid: -99.99 }, 'Unpaid'],
	['the other sign', { total: -100, amountPaid: 100 }, 'Unpaid'],
	['the other sign of an invoice', { total: 100, amountPaid: -100 }, 'Unpaid'],
	['a total of zero: the flag alone', { total: 0, amountPaid: 0 }, 'Unpaid'],
	['a total of zero, paid something', { total: 0, amountPaid: 5 }, 'Unpaid'],
	['a missing total: the flag alone', { total: null, amountPaid: 5 }, 'Unpaid'],
	['no values at all', {}, 'Unpaid'],
	['what is no amount', { total: 100, amountPaid: 'much' }, 'Unpaid'],
	['digits as text', { total: '100.00', amountPaid: '100' }, 'Paid'],
	['all digits', { total, amountPaid: '9007199254740993.01' }, 'Paid'],
	['all digits but one', { total, amountPaid: '9007199254740993.00' }, 'Unpaid'],
	['due yesterday', late, 'Overdue'],
	['due yesterday, with a time', { ...late, dueDate: '2026-01-30T00:00:00' }, 'Overdue'],
	['due today', { ...late, dueDate: '2026-01-31' }, 'Unpaid'],
	['with a due date that is none', { ...late, dueDate: 'soon' }, 'Unpaid'],
	['due yesterday, paid by the flag', { ...late, ...marked }, 'Paid'],
	['due yesterday, paid in full', { ...late, amountPaid: 5 }, 'Paid'],
])('the payment status of %s: %j is %s', (_case, record, status) => {
	expect(paymentWord(record, '2026-01-31')).toBe(status);
	const filters = (['paid', 'unpaid', 'overdue'] as const).filter((filter) =>
		hasPaymentStatus(record, filter, '2026-01-31'),
	);
	const isOverdue = status === 'Overdue';
	expect(filters).toEqual(isOverdue ? ['unpaid', 'overdue'] : [status.toLowerCase()]);
});

it.each([
	['a document that is only marked as paid', { ...marked, total: 100, amountPaid: 0 }, '0'],
	['a document that is paid in full', { total: 100, amountPaid: 100 }, '0'],
	['more than the total', { total: 100, amountPaid: 100.01 }, '0'],
	['a part', { total: 0.3, amountPaid: 0.1 }, '0.2'],
	['nothing', { total: 1210.5 }, '1210.5'],
	['a credit note', { total: -100, amountPaid: -99.99 }, '-0.01'],
	['more digits than a number holds', { total, amountPaid: 0.01 }, '9007199254740993'],
	['a missing total', { amountPaid: 5 }, undefined],
	['what is no amount', { total: 100, amountPaid: 'much' }, undefined],
])('the amount due after payment of %s: %j is %s', (_case, record, due) => {
	expect(amountDue(record)?.toString()).toBe(due);
});
