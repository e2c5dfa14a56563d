import { vatRate } from '../../../sandbox/resources/vatRates';
import { blamed, invoice, sandboxed } from './client';

const on = sandboxed({ documents: 60 });

const path = (id: unknown, rest: string): string => `/v2/accountingdocuments/${id}/${rest}`;

it.each([
	[{ unitPrice: 121 }, { total: 363, totalVatExcl: 300, vatValue: 63, unitPriceVatExcl: 100 }],
	[{ total: 100 }, { totalVatExcl: 82.64, vatValue: 17.36, unitPrice: 33.3333 }],
	[{ totalVatExcl: 10 }, { total: 12.1, vatValue: 2.1, unitPriceVatExcl: 3.3333 }],
	[{ unitPriceVatExcl: 0.1 }, { totalVatExcl: 0.3, total: 0.36, vatValue: 0.06 }],
	[{ unitPrice: -1.005 }, { total: -3.02, totalVatExcl: -2.5, vatValue: -0.52 }],
])('a line of three is computed from %j', async (given, expected) => {
	const lineItems = [{ qt: 3, vatRateId: 321, ...given }];
	const { json } = await on.caller.create(invoice({ lineItems }));
	expect(json.lineItems[0]).toMatchObject({ ...expected, vatRate: 21, vatRateType: 1 });
});

type Json = Record<string, any>;

const withoutIds = ({ lineItems, ...record }: Json): Json => ({
	...record,
	lineItems: lineItems.map(({ id: _id, ...line }: Json) => line),
});

/** What a reader may send back: a record as it was read, without the fields that are GET only. */
function sendable(record: Json): Json {
	const getOnly =
		'id accountingDocumentNo processingState processingMessage categoryName relatedAccountingDocumentNo exchRateDefault authorName totalVatAmount connectableAmount roundingAmount amountPaid amountDrawn accountingDocumentNoPreview variableSymbolPreview';
	const kept = Object.entries(withoutIds(record)).filter(
		([name]) => !getOnly.split(' ').includes(name),
	);
	return { ...Object.fromEntries(kept), payments: { paid: record.payments.paid } };
}

it('every generated document is taken back as it was read', async () => {
	for (let position = 0; position < 60; position++) {
		const before = on.sandbox.admin.documentAt(position);
		const { status, json } = await on.caller.update(before.id, sendable(before));
		expect([status, json.fieldsAffected]).toEqual([200, undefined]);
		expect(withoutIds(json)).toMatchObject(withoutIds(before));
	}
});

it('an update removes what is left out, and keeps what only the service writes', async () => {
	const before = on.sandbox.admin.documentAt(17);
	const { id, accountingDocumentNo, authorName, amountPaid, processingState } = before;
	const { json } = await on.caller.update(id, invoice({ description: 'Nová' }));
	expect(json).toMatchObject({
		...{ id, accountingDocumentNo, authorName, amountPaid, processingState },
		...{ description: 'Nová', contact: null, total: 242, permalinkToken: before.permalinkToken },
	});
	expect(json.variableSymbol).toBeUndefined();
	expect((await on.caller.get(id)).json).toEqual(json);
});

it('VAT rates come as a bare array, by country, date, VAT country type and direction', async () => {
	const query = 'countryCode=CZ&date=2026-11-01&vatCountryType=1&accountingDocumentDirection=1';
	const of = async (changed: string) => {
		const { json } = await on.caller.send('GET', `/v2/vatrates?${changed}`);
		return json.map((one: Json) => `${vatRate.parse(one).vatRate}/${one.type}`);
	};
	const standard = ['21/1', '12/1', '0/5', '0/2', '0/3', '21/4', '12/4'];
	expect(await of(`${query}&financialAccount=602100`)).toEqual(standard);
	expect(await of(query.replace('2026', '2023'))).toContain('15/1');
	const foreign = query.replace('Type=1', 'Type=2').replace('Direction=1', 'Direction=0');
	expect((await of(foreign)).filter((one: string) => one === '21/4')).toHaveLength(2);
	expect(await of(query.replace('CZ', 'SK'))).toEqual(['23/1', '0/5']);
});

it('a document has one reminder for a day', async () => {
	const reminder = (exceededDays: number) => ({ exceededDays, emailTemplateId: 31 });
	const [a, b] = [3, 4].map((place) => path(on.sandbox.admin.documentAt(place).id, 'reminders'));
	const { json } = await on.caller.send('POST', a, reminder(7));
	expect(blamed(await on.caller.send('POST', a, reminder(7)))).toEqual(['exceededDays']);
	expect((await on.caller.send('POST', b, reminder(7))).status).toBe(200);
	const other = (await on.caller.send('POST', a, reminder(8))).json;
	expect((await on.caller.send('PUT', `${a}/${json.id}`, reminder(7))).status).toBe(200);
	expect((await on.caller.send('PUT', `${a}/${other.id}`, reminder(7))).status).toBe(400);
});

it('a contact is paired with a known one, or created when the query says so', async () => {
	const { id } = (await on.caller.create(invoice())).json;
	const assign = async (query: string, contact: object) =>
		(await on.caller.send('PUT', path(id, `contact${query}`), contact)).json;
	const [known] = on.sandbox.admin.contacts();
	expect(await assign('', { companyRegNo: known.companyRegNo })).toEqual(known);
	expect(on.sandbox.admin.document(id)).toMatchObject({ contact: known, total: 242 });
	const stranger = { companyName: 'Nová', companyRegNo: '12345' };
	expect(await assign('?createContact=false', stranger)).toEqual(stranger);
	expect(on.sandbox.admin.contacts()).toHaveLength(400);
	const created = await assign('?createContact=true', stranger);
	expect(created).toMatchObject({ ...stranger, contactId: expect.any(Number) });
	expect(await assign('?createContact=true', stranger)).toEqual(created);
	expect(on.sandbox.admin.contacts()).toHaveLength(401);
});
