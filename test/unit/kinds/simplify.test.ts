import { simplified } from '../../../nodes/shared/fields/output';
import * as choices from '../../../nodes/shared/documents/choices';
import { documentRecord } from '../../../nodes/shared/documents/fields';
import { labelOf } from '../../../nodes/shared/fields/describe';

const document = {
	id: '9007199254740993',
	accountingDocumentNo: 'FV2026-000001',
	type: 0,
	direction: 1,
	issueDate: '2026-11-20',
	dueDate: '2026-12-04',
	currency: 'CZK',
	total: 1210.5,
	permalinkToken: 'abc',
	contact: { companyName: 'Dodavatel, s.r.o.', city: 'Brno' },
	lineItems: [{ id: 'x', total: 1210.5 }],
};

describe('a simplified document', () => {
	const shown = simplified(documentRecord);

	it('has the same columns for a record that leaves everything out', () => {
		const empty = shown({});
		expect(Object.keys(empty)).toEqual(Object.keys(shown(document)));
		expect(new Set(Object.values(empty))).toEqual(new Set([null]));
	});

	it('keeps zero, false and empty texts, and takes odd contacts for none', () => {
		const empty = { total: 0, currency: '', payments: { paid: false } };
		expect(shown(empty)).toMatchObject({ total: 0, currency: '', paid: false });
		for (const contact of [null, 'text', ['x'], 7]) {
			expect(shown({ contact })).toHaveProperty('contactName', null);
		}
	});
});

describe('labels', () => {
	it('leave what is not listed as it came', () => {
		for (const value of [4, '99', null, undefined, true, 'toString', 'constructor']) {
			expect(labelOf(choices.documentTypes, value)).toBe(value);
		}
	});
});
