import { blamed, invoice, sandboxed } from './client';

/** What the specification forbids. Where the sandbox took it, no engine test would notice that the node sends it. */
const on = sandboxed({ documents: 20 });

/** Changes of a valid document, and the fields that the refusal blames. */
type Rows = Array<[body: object, ...fields: string[]]>;

const line = (changes: object) => ({ lineItems: [{ total: 1, ...changes }] });
const documents: Rows = [
	[{ inventedField: 1 }, 'inventedField'],
	[{ id: 1, amountPaid: null }, 'id', 'amountPaid'],
	[line({ id: 'x' }), 'lineItems.0.id'],
	[{ payments: { paidConfirmed: true } }, 'payments.paidConfirmed'],
	[{ currency: undefined }, 'currency'],
	[{ vatCountryType: undefined }, 'vatCountryType'],
	[{ type: 'Invoice' }, 'type'],
	[{ sequenceId: '100' }, 'sequenceId'],
	[{ total: '1' }, 'total'],
	[{ total: 0.12345 }, 'total'],
	[{ issueDate: '2026-11-01T00:00:00Z' }, 'issueDate'],
	[{ issueDate: '2026-02-30' }, 'issueDate'],
	[{ explicitNo: 'A', sequenceId: 100 }, 'sequenceId'],
	[{ sequenceId: 5 }, 'sequenceId'],
	[{ type: 8 }, 'cashRegisterId'],
	[{ type: 8, cashRegisterId: 9 }, 'cashRegisterId'],
	[{ type: 7, cashRegisterId: 11, vatRecapCalculationMode: 2, paymentType: 4 }, 'paymentType'],
	...[7, 10, 11, 12].map((type): Rows[number] => [
		{ type, cashRegisterId: 11, paymentType: 2 },
		'vatRecapCalculationMode',
	]),
	[{ categoryId: 7 }, 'categoryId'],
	[{ signatureId: 72 }, 'signatureId'],
	[{ state: 'Nowhere' }, 'state'],
	[{ contact: { contactId: 1 } }, 'contact'],
	[{ relatedAccountingDocumentId: 1 }, 'relatedAccountingDocumentId'],
	[line({ vatDeduction: true }), 'lineItems.0.vatDeduction'],
	[line({ vatRateId: 1 }), 'lineItems.0.vatRateId'],
	[line({ vatRate: 21 }), 'lineItems.0.vatRateType'],
	[line({ vatRate: 15, vatRateType: 1 }), 'lineItems.0.vatRate'],
	[
		{ direction: 0, vatCountryType: 2, ...line({ vatRate: 21, vatRateType: 4 }) },
		'lineItems.0.vatRate',
	],
];

it.each(documents)('a document is refused with %j', async (changes, ...fields) => {
	const { admin } = on.sandbox;
	const before = admin.count();
	const reply = await on.caller.create(invoice(changes));
	expect([reply.status, blamed(reply)]).toEqual([400, fields]);
	expect(admin.journal().entries.at(-1)).toMatchObject({ committed: false });
	expect(admin.count()).toBe(before);
});
