import { meets } from '../../nodes/shared/documents/filters';

describe('filters that are applied here', () => {
	it('take what is missing for missing', () => {
		for (const missing of [null, undefined, '', [], false, {}]) {
			expect(meets({ id: 1, type: missing }, { types: [0] })).toBe(false);
			expect(meets({ id: 1, direction: missing }, { direction: 0 })).toBe(false);
			expect(meets({ id: 1, issueDate: missing }, { issueDateTo: '2026-12-31' })).toBe(false);
			expect(meets({ id: 1, currency: missing }, { currency: 'CZK' })).toBe(false);
			expect(meets({ id: 1, accountingDocumentNo: missing }, { documentNo: '1' })).toBe(false);
		}
	});

	it('take a payment flag that is missing for its default, unpaid', () => {
		for (const payments of [undefined, null, {}, { paid: null }, { paid: false }]) {
			expect(meets({ id: 1, payments }, { paid: false })).toBe(true);
			expect(meets({ id: 1, payments }, { paid: true })).toBe(false);
		}
		expect(meets({ id: 1, payments: { paid: true } }, { paid: true })).toBe(true);
	});

	it('take numbers that came as text', () => {
		expect(meets({ id: 1, type: '3', direction: '1' }, { types: [3], direction: 1 })).toBe(true);
		expect(meets({ id: 1, type: '3x' }, { types: [3] })).toBe(false);
	});
});
