import {
	documentShape,
	simplifyDocument,
	simplifyTemplate,
} from '../../../nodes/AccountingService/kinds/simplify';
import { enumLabel, enums, type EnumField } from '../../../nodes/shared/client/dialect';

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

describe('simplifyDocument', () => {
	it('has ten flat fields, enums as labels', () => {
		expect(simplifyDocument(document)).toEqual({
			id: '9007199254740993',
			accountingDocumentNo: 'FV2026-000001',
			type: 'Invoice',
			direction: 'Issued',
			companyName: 'Dodavatel, s.r.o.',
			issueDate: '2026-11-20',
			dueDate: '2026-12-04',
			currency: 'CZK',
			total: 1210.5,
			permalinkToken: 'abc',
		});
	});

	it('shows the connectable amount when it was asked for, also when it is null', () => {
		const simplified = simplifyDocument({ ...document, connectableAmount: null });
		expect(simplified).toHaveProperty('connectableAmount', null);
		expect(simplified).not.toHaveProperty('permalinkToken');
		expect(Object.keys(simplified)).toHaveLength(10);
	});

	it('has the same columns for a record that leaves everything out', () => {
		const empty = simplifyDocument({});
		expect(Object.keys(empty)).toEqual(Object.keys(simplifyDocument(document)));
		expect(new Set(Object.values(empty))).toEqual(new Set([null]));
	});

	it('keeps zero, false and empty texts, and takes odd contacts for none', () => {
		expect(simplifyDocument({ ...document, total: 0, currency: '' })).toMatchObject({
			total: 0,
			currency: '',
		});
		for (const contact of [null, 'text', ['x'], 7]) {
			expect(simplifyDocument({ ...document, contact })).toHaveProperty('companyName', null);
		}
	});

	it('leaves the record itself as it came', () => {
		const before = structuredClone(document);
		simplifyDocument(document);
		expect(document).toEqual(before);
		expect(documentShape(false)(document)).toBe(document);
	});
});

describe('simplifyTemplate', () => {
	const schedule = {
		start: '2026-01-01',
		end: null,
		frequency: 3,
		generateMaxCount: 12,
		useWorkflow: false,
		generateOnEndOfMonth: true,
		emailRecipients: ['a@example.com'],
		emailTemplateId: 31,
	};
	const expected = {
		id: 701,
		name: 'Rent',
		accountingDocumentId: null,
		start: '2026-01-01',
		end: null,
		frequency: 'Monthly',
		generateMaxCount: 12,
		useWorkflow: false,
		generateOnEndOfMonth: true,
		emailTemplateId: 31,
	};

	it('is the same whether the schedule is nested or flat', () => {
		const own = { id: 701, name: 'Rent', content: { type: 0 } };
		expect(simplifyTemplate({ ...own, scheduler: schedule })).toEqual(expected);
		expect(simplifyTemplate({ ...own, ...schedule })).toEqual(expected);
	});

	it('has the same columns without a schedule', () => {
		expect(Object.keys(simplifyTemplate({ id: 1 }))).toEqual(Object.keys(expected));
	});
});

describe('enumLabel', () => {
	it.each(Object.keys(enums) as EnumField[])('knows every listed number of %s once', (field) => {
		const numbers = Object.keys(enums[field]).map(Number);
		const labels = numbers.map((number) => enumLabel(field, number));
		expect(new Set(labels).size).toBe(numbers.length);
		expect(labels.every((label) => typeof label === 'string' && label !== '')).toBe(true);
		expect(numbers.map((number) => enumLabel(field, String(number)))).toEqual(labels);
	});

	it('leaves what is not listed as it came', () => {
		for (const value of [4, '99', null, undefined, true, 'toString', 'constructor']) {
			expect(enumLabel('type', value)).toBe(value);
		}
	});
});
