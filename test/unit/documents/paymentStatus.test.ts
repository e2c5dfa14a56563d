import { isOverdue, isPaid, paymentOf } from '../../../nodes/shared/documents/paymentStatus';
import { parseJsonExactly } from '../../../nodes/shared/client/json';

describe('a document is paid', () => {
	it.each([
		['the flag, whatever the amounts are', { paid: true, total: 100, amountPaid: 0 }, true],
		['the flag, without amounts', { paid: true, total: undefined, amountPaid: undefined }, true],
		['the amount paid reaches the total', { paid: false, total: 100, amountPaid: 100 }, true],
		['the amount paid exceeds the total', { paid: null, total: 100, amountPaid: 100.01 }, true],
		['a part of the total', { paid: false, total: 100, amountPaid: 99.99 }, false],
		['nothing', { paid: false, total: 100, amountPaid: null }, false],
		['a credit note in full', { paid: false, total: -100, amountPaid: -100 }, true],
		['more than a credit note', { paid: false, total: -100, amountPaid: -101 }, true],
		['a part of a credit note', { paid: false, total: -100, amountPaid: -99.99 }, false],
		['the other sign', { paid: false, total: -100, amountPaid: 100 }, false],
		['the other sign of an invoice', { paid: false, total: 100, amountPaid: -100 }, false],
		['a total of zero: the flag alone', { paid: false, total: 0, amountPaid: 0 }, false],
		['a total of zero, paid something', { paid: false, total: 0, amountPaid: 5 }, false],
		['a missing total: the flag alone', { paid: false, total: null, amountPaid: 5 }, false],
		['no values at all', { paid: undefined, total: undefined, amountPaid: undefined }, false],
		['what is no amount', { paid: false, total: 100, amountPaid: 'much' }, false],
		['a flag that is only a word', { paid: 'true', total: 100, amountPaid: 0 }, false],
		['digits as text', { paid: false, total: '100.00', amountPaid: '100' }, true],
	])('%s', (_case, payment, expected) => {
		expect(isPaid(payment)).toBe(expected);
	});

	it('by amounts with more digits than a number can hold', () => {
		const total = parseJsonExactly('9007199254740993.01');
		expect(isPaid({ paid: false, total, amountPaid: '9007199254740993.00' })).toBe(false);
		expect(isPaid({ paid: false, total, amountPaid: '9007199254740993.01' })).toBe(true);
	});

	it('if its record has the mark', () => {
		expect(isPaid(paymentOf({ payments: { paid: true }, total: 5 }))).toBe(true);
		for (const payments of [undefined, null, {}, { paid: null }, { paid: false }]) {
			expect(isPaid(paymentOf({ payments, total: 5 }))).toBe(false);
			expect(isPaid(paymentOf({ payments, total: 5, amountPaid: 5 }))).toBe(true);
		}
	});
});

describe('a document is overdue', () => {
	it.each([
		['due yesterday', { dueDate: '2026-01-30', total: 5 }, true],
		['due yesterday, with a time', { dueDate: '2026-01-30T00:00:00', total: 5 }, true],
		['due today', { dueDate: '2026-01-31', total: 5 }, false],
		['without a due date', { total: 5 }, false],
		['with a due date that is none', { dueDate: 'soon', total: 5 }, false],
		['paid by the flag', { dueDate: '2026-01-30', total: 5, payments: { paid: true } }, false],
		['paid in full', { dueDate: '2026-01-30', total: 5, amountPaid: 5 }, false],
	])('%s', (_case, record, expected) => {
		expect(isOverdue(record, '2026-01-31')).toBe(expected);
	});
});
