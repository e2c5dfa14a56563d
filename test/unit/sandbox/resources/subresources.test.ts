import { type RunningSandbox, startSandbox } from '../../../../sandbox';
import { connection } from '../../../../sandbox/resources/connections';
import { paymentReminder } from '../../../../sandbox/resources/reminders';
import { vatRecapInfo } from '../../../../sandbox/resources/accountingDocuments/updateVatRecap';
import { blamed, Caller, invoice } from '../client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 80 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

const path = (id: unknown, rest: string): string => `/v2/accountingdocuments/${id}/${rest}`;
const processed = async (): Promise<unknown> => {
	const { json } = await caller.create(invoice());
	sandbox.admin.changeDocument(json.id, { processingState: 1 });
	return json.id;
};

describe('payment reminders', () => {
	const reminder = { exceededDays: 7, emailTemplateId: 31 };

	it('are listed bare, created, replaced and deleted', async () => {
		const { id } = sandbox.admin.documentAt(3);
		const all = path(id, 'reminders');
		expect((await caller.send('GET', all)).json).toEqual([]);
		const first = (await caller.send('POST', all, reminder)).json;
		expect(paymentReminder.parse(first)).toEqual({ id: first.id, ...reminder });
		const second = { exceededDays: -2, emailTemplateId: 32, recipientEmails: ['a@b.example'] };
		const { json } = await caller.send('POST', all, second);
		expect((await caller.send('GET', all)).json).toEqual([first, json]);
		const replaced = await caller.send('PUT', `${all}/${json.id}`, reminderOf(14));
		expect(replaced.json).toEqual({ id: json.id, ...reminderOf(14) });
		const deleted = await caller.send('DELETE', `${all}/${first.id}`);
		expect([deleted.status, deleted.text]).toEqual([204, '']);
		expect((await caller.send('DELETE', `${all}/${first.id}`)).status).toBe(404);
		expect(sandbox.admin.reminders(id ?? 0)).toEqual([replaced.json]);
	});
	const reminderOf = (exceededDays: number) => ({ exceededDays, emailTemplateId: 31 });

	it('allow one per day of a document', async () => {
		const [a, b] = [3, 4].map((position) =>
			path(sandbox.admin.documentAt(position).id, 'reminders'),
		);
		const { json } = await caller.send('POST', a, reminder);
		expect(blamed(await caller.send('POST', a, reminder))).toEqual(['exceededDays']);
		expect((await caller.send('POST', b, reminder)).status).toBe(200);
		const other = (await caller.send('POST', a, reminderOf(8))).json;
		expect((await caller.send('PUT', `${a}/${json.id}`, reminder)).status).toBe(200);
		expect((await caller.send('PUT', `${a}/${other.id}`, reminder)).status).toBe(400);
	});

	it.each([
		[{ emailTemplateId: 31 }, 'exceededDays'],
		[{ exceededDays: '7', emailTemplateId: 31 }, 'exceededDays'],
		[{ exceededDays: 7 }, 'emailTemplateId'],
		[{ exceededDays: 7, emailTemplateId: 99 }, 'emailTemplateId'],
		[{ ...reminder, id: 1 }, 'id'],
		[{ ...reminder, recipientEmails: ['nobody'] }, 'recipientEmails.0'],
	])('refuse %j', async (given, field) => {
		const all = path(sandbox.admin.documentAt(3).id, 'reminders');
		expect(blamed(await caller.send('POST', all, given))).toEqual([field]);
	});

	it('belong to a document that exists', async () => {
		expect((await caller.send('GET', path(1, 'reminders'))).status).toBe(404);
		expect((await caller.send('POST', path(1, 'reminders'), reminder)).status).toBe(404);
	});
});

describe('connections', () => {
	it('of generated documents show the drawn amount on both sides', async () => {
		const drawn = (await caller.all()).filter((one) => (one.amountDrawn ?? 0) > 0);
		expect(drawn.length).toBeGreaterThan(0);
		const [{ id, amountDrawn }] = drawn;
		const { json } = await caller.send('GET', path(id, 'connections'));
		const own = json
			.map((one: unknown) => connection.parse(one))
			.find((one: { amount: number }) => one.amount === amountDrawn);
		const back = await caller.send('GET', path(own.connectedAccountingDocumentId, 'connections'));
		expect(
			back.json.map(
				(one: { connectedAccountingDocumentId: unknown }) => one.connectedAccountingDocumentId,
			),
		).toContain(id);
	});

	it('change their amount, and with it what is drawn', async () => {
		const [a, b] = [
			(await caller.create(invoice())).json.id,
			(await caller.create(invoice())).json.id,
		];
		sandbox.admin.connect(a, b, 10);
		const one = path(a, `connections/${b}`);
		const given = { connectedAccountingDocumentId: b, amount: 42.5 };
		const reply = await caller.send('PUT', one, given);
		expect([reply.status, reply.json.id, reply.json.amountDrawn]).toEqual([200, a, 42.5]);
		expect(sandbox.admin.connections(b)).toMatchObject([
			{ connectedAccountingDocumentId: a, amount: 42.5, connectedAccountingDocumentType: 0 },
		]);
		const byRate = { connectedAccountingDocumentId: b, vatAmounts: [{ vatRate: 21, total: 7.3 }] };
		expect((await caller.send('PUT', one, byRate)).json.amountDrawn).toBe(7.3);
		for (const wrong of [
			{ ...given, vatAmounts: byRate.vatAmounts },
			{ connectedAccountingDocumentId: b },
			{ connectedAccountingDocumentId: a, amount: 1 },
			{ amount: 1 },
			{ ...given, connectedAccountingDocumentNo: 'x' },
		])
			expect((await caller.send('PUT', one, wrong)).status).toBe(400);
		expect((await caller.send('PUT', path(a, 'connections/1'), given)).status).toBe(404);
		sandbox.admin.changeDocument(a, { processingState: 1 });
		expect((await caller.send('PUT', one, given)).json.code).toBe('document_processed');
	});
});

describe('assigning a contact', () => {
	it('pairs it, or creates it when told so', async () => {
		const { id } = (await caller.create(invoice())).json;
		const known = sandbox.admin.contacts()[0];
		const paired = await caller.send('PUT', path(id, 'contact'), {
			companyRegNo: known.companyRegNo,
		});
		expect([paired.status, paired.json]).toEqual([200, known]);
		expect(sandbox.admin.document(id)).toMatchObject({ contact: known, total: 242 });
		const stranger = { companyName: 'Nová', companyRegNo: '12345' };
		const alone = await caller.send('PUT', path(id, 'contact?createContact=false'), stranger);
		expect([alone.json, sandbox.admin.contacts().length]).toEqual([stranger, 400]);
		const created = await caller.send('PUT', path(id, 'contact?createContact=true'), stranger);
		expect(created.json).toMatchObject({ ...stranger, contactId: expect.any(Number) });
		expect(sandbox.admin.contacts()).toHaveLength(401);
		const again = await caller.send('PUT', path(id, 'contact?createContact=true'), stranger);
		expect([again.json, sandbox.admin.contacts().length]).toEqual([created.json, 401]);
	});

	it("takes the vendor's bank accounts off when told so", async () => {
		const { id } = (await caller.create(invoice({ direction: 0 }))).json;
		const given = { companyName: 'X' };
		await caller.send('PUT', path(id, 'contact'), given);
		expect(sandbox.admin.hasVendorBankAccounts(id)).toBe(true);
		await caller.send('PUT', path(id, 'contact?removeVendorBankAccounts=true'), given);
		expect(sandbox.admin.hasVendorBankAccounts(id)).toBe(false);
	});

	it('is refused for what is processed, unknown or unclear', async () => {
		const given = { companyName: 'X' };
		const refused = await caller.send('PUT', path(await processed(), 'contact'), given);
		expect([refused.status, refused.json.code]).toEqual([400, 'document_processed']);
		const { id } = (await caller.create(invoice())).json;
		for (const [rest, body] of [
			['contact?createContact=1', given],
			['contact?other=true', given],
			['contact', { contactId: 1 }],
			['contact', { name: 'X' }],
			['contact', undefined],
		] as const)
			expect((await caller.send('PUT', path(id, rest), body)).status).toBe(400);
	});
});

describe('the VAT recapitulation', () => {
	it('is computed anew, or taken as it is given', async () => {
		const lineItems = [
			{ total: 9.99, vatRateId: 321 },
			{ total: 9.99, vatRateId: 321 },
		];
		const { id } = (await caller.create(invoice({ lineItems }))).json;
		const recap = (body: object) => caller.send('PUT', path(id, 'vatrecap'), body);
		const included = await recap({ vatRecapCalculationMode: 1 });
		expect(vatRecapInfo.parse(included.json)).toMatchObject({
			vatRecapCalculationMode: 1,
			total: 19.98,
			totalVatExcl: 16.51,
			totalVatAmount: 3.47,
		});
		const manual = {
			vatRecapCalculationMode: 2,
			total: 20,
			totalVatExcl: 16.5,
			vatRecap: [{ vatRate: 21, base: 16.5, vatAmount: 3.5, total: 20 }],
		};
		expect((await recap(manual)).json).toMatchObject(manual);
		expect(sandbox.admin.document(id)).toMatchObject({ ...manual, lineItems: [{}, {}] });
		for (const name of ['total', 'totalVatExcl', 'vatRecap'])
			expect(blamed(await recap({ ...manual, [name]: undefined }))).toEqual([name]);
		expect(blamed(await recap({ ...manual, roundingAmount: 1 }))).toEqual(['roundingAmount']);
		expect(blamed(await recap({}))).toEqual(['vatRecapCalculationMode']);
	});

	it('is manual where it must be, and closed once the document is processed', async () => {
		const cash = { type: 12, cashRegisterId: 11, vatRecapCalculationMode: 2 };
		const { id } = (await caller.create(invoice(cash))).json;
		const computed = { vatRecapCalculationMode: 0 };
		expect(blamed(await caller.send('PUT', path(id, 'vatrecap'), computed))).toEqual([
			'vatRecapCalculationMode',
		]);
		const refused = await caller.send('PUT', path(await processed(), 'vatrecap'), computed);
		expect(refused.json.code).toBe('document_processed');
	});
});
