import { type RunningSandbox, startSandbox } from '../../../sandbox';
import { vatRecapInfo } from '../../../sandbox/resources/accountingDocuments/updateVatRecap';
import { vatRate } from '../../../sandbox/resources/vatRates';
import { blamed, Caller, invoice } from './client';

let sandbox: RunningSandbox;
let caller: Caller;
beforeEach(async () => {
	sandbox = await startSandbox({ documents: 20 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

const path = (id: unknown, rest: string): string => `/v2/accountingdocuments/${id}/${rest}`;

it('templates take back what was read', async () => {
	for (const id of sandbox.admin.templateIds()) {
		const { id: _id, ...given } = (await caller.send('GET', `/v2/templates/${id}`)).json;
		const { status, json } = await caller.send('PUT', `/v2/templates/${id}`, given);
		expect([status, json]).toEqual([200, { id: Number(id), ...given }]);
	}
});

describe('VAT rates', () => {
	const rates = (query: string) => caller.send('GET', `/v2/vatrates?${query}`);
	const query = 'countryCode=CZ&date=2026-11-01&vatCountryType=1&accountingDocumentDirection=1';

	it('come as a bare array, by country, date, VAT country type and direction', async () => {
		const { json } = await rates(`${query}&financialAccount=602100`);
		for (const one of json) vatRate.parse(one);
		const of = (list: Array<{ vatRate: number; type: number }>) =>
			list.map((one) => `${one.vatRate}/${one.type}`);
		expect(of(json)).toEqual(['21/1', '12/1', '0/5', '0/2', '0/3', '21/4', '12/4']);
		const earlier = (await rates(query.replace('2026', '2023'))).json;
		expect(of(earlier)).toEqual(['21/1', '15/1', '10/1', '0/5', '0/2', '0/3', '21/4']);
		const foreign = query.replace('Type=1', 'Type=2').replace('Direction=1', 'Direction=0');
		expect(of((await rates(foreign)).json).filter((one) => one === '21/4')).toHaveLength(2);
		expect(of((await rates(query.replace('CZ', 'SK'))).json)).toEqual(['23/1', '0/5']);
		expect((await rates(query.replace('CZ', 'XX'))).json).toEqual([]);
	});
});

describe('payment reminders', () => {
	const reminder = { exceededDays: 7, emailTemplateId: 31 };
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
	});
});
