import { meets } from '../../nodes/shared/documents/filters';

describe('filters that the node applies', () => {
	it('match no document without the field', () => {
		for (const missing of [null, undefined, '', [], false, {}]) {
			expect(meets({ id: 1, type: missing }, { type: [0] })).toBe(false);
			expect(meets({ id: 1, direction: missing }, { direction: 0 })).toBe(false);
			expect(meets({ id: 1, issueDate: missing }, { issueDateTo: '2026-12-31' })).toBe(false);
			expect(meets({ id: 1, currency: missing }, { currency: 'CZK' })).toBe(false);
			expect(meets({ id: 1, accountingDocumentNo: missing }, { documentNo: '1' })).toBe(false);
		}
	});

	it('compare references exactly, and a variable symbol without leading zeros', () => {
		expect(meets({ variableSymbol: '0017' }, { variableSymbol: '17' })).toBe(true);
		expect(meets({ variableSymbol: 17 }, { variableSymbol: '17' })).toBe(true);
		expect(meets({ variableSymbol: '000' }, { variableSymbol: '0' })).toBe(true);
		expect(meets({ variableSymbol: '170' }, { variableSymbol: '17' })).toBe(false);
		expect(meets({ variableSymbol: null }, { variableSymbol: '0' })).toBe(false);
		for (const name of ['orderNo', 'externalNo']) {
			expect(meets({ [name]: ' A-017 ' }, { [name]: 'A-017' })).toBe(true);
			expect(meets({ [name]: 17 }, { [name]: '17' })).toBe(true);
			for (const other of ['a-017', 'A-17', 'A-0170', '', null, undefined])
				expect(meets({ [name]: other }, { [name]: 'A-017' })).toBe(false);
		}
	});

	it('accept numbers as text', () => {
		expect(meets({ id: 1, type: '3', direction: '1' }, { type: [3], direction: 1 })).toBe(true);
		expect(meets({ id: 1, type: '3x' }, { type: [3] })).toBe(false);
	});
});
