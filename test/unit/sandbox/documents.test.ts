import { type RunningSandbox, startSandbox } from '../../../sandbox';
import { accountingDocument } from '../../../sandbox/resources/accountingDocuments/contract';
import { Caller, idsOf, invoice, type Reply } from './client';

let sandbox: RunningSandbox;
let caller: Caller;

beforeEach(async () => {
	sandbox = await startSandbox({ documents: 60 });
	caller = await Caller.of(sandbox);
});
afterEach(() => sandbox.close());

/** What a reader may send back: a record as it was read, without the fields that are GET only. */
function sendable(record: Record<string, any>): Record<string, any> {
	const getOnly =
		'id accountingDocumentNo processingState processingMessage categoryName relatedAccountingDocumentNo exchRateDefault authorName totalVatAmount connectableAmount roundingAmount amountPaid amountDrawn accountingDocumentNoPreview variableSymbolPreview';
	const kept = Object.entries(record).filter(([name]) => !getOnly.split(' ').includes(name));
	return {
		...Object.fromEntries(kept),
		payments: { paid: record.payments.paid },
		lineItems: record.lineItems.map(({ id: _id, ...line }: { id: string }) => line),
	};
}

describe('creating a document', () => {
	it('computes lines, VAT recapitulation and totals, and shows it everywhere at once', async () => {
		const { status, json } = await caller.create(invoice({ orderNo: 'A-1' }));
		expect(status).toBe(200);
		expect(accountingDocument.parse(json)).toMatchObject({
			total: 242,
			totalVatExcl: 200,
			totalVatAmount: 42,
			roundingAmount: 0,
			amountPaid: 0,
			payments: { paid: false },
			processingState: 0,
			state: 'Waiting For Approval',
			vatRecap: [{ vatRate: 21, vatRateType: 1, base: 200, vatAmount: 42, total: 242 }],
		});
		expect(json.lineItems).toMatchObject([
			{
				unitPrice: 121,
				unitPriceVatExcl: 100,
				total: 242,
				totalVatExcl: 200,
				vatValue: 42,
				vatRateId: 321,
			},
		]);
		expect((await caller.get(json.id)).json).toEqual(json);
		expect(idsOf(await caller.list())[0]).toBe(json.id);
		expect(idsOf(await caller.search({ orderNo: 'A-1' }))).toEqual([json.id]);
		expect(idsOf(await caller.search({ searchText: 'práce', pageSize: 100 }))).toContain(json.id);
		const byToken = await caller.send(
			'GET',
			`/v2/accountingdocuments/tokens/${json.permalinkToken}`,
		);
		expect(byToken.json).toEqual(json);
		expect(sandbox.admin.count()).toBe(61);
		expect(sandbox.admin.createdDocuments()).toEqual([json]);
		expect(sandbox.admin.document(json.id)).toEqual(json);
	});

	it.each([
		[{ unitPrice: 121 }, { total: 363, totalVatExcl: 300, vatValue: 63, unitPriceVatExcl: 100 }],
		[{ total: 100 }, { totalVatExcl: 82.64, vatValue: 17.36, unitPrice: 33.3333 }],
		[{ totalVatExcl: 10 }, { total: 12.1, vatValue: 2.1, unitPriceVatExcl: 3.3333 }],
		[{ unitPriceVatExcl: 0.1 }, { totalVatExcl: 0.3, total: 0.36, vatValue: 0.06 }],
		[{ unitPrice: -1.005 }, { total: -3.02, totalVatExcl: -2.5, vatValue: -0.52 }],
	])('computes a line of three from %j', async (given, expected) => {
		const line = { qt: 3, vatRateId: 321, ...given };
		const { json } = await caller.create(invoice({ lineItems: [line] }));
		expect(json.lineItems[0]).toMatchObject({ ...expected, vatRate: 21, vatRateType: 1 });
	});

	it.each([
		[1, 100.5, 0],
		[2, 101, 0.5],
		[3, 101, 0.5],
		[4, 100, -0.5],
	])('rounds with type %d', async (roundingType, total, roundingAmount) => {
		const lineItems = [{ total: 100.5, vatRateId: 300 }];
		expect((await caller.create(invoice({ lineItems, roundingType }))).json).toMatchObject({
			total,
			roundingAmount,
		});
	});

	it('computes nothing that is given', async () => {
		const given = {
			total: 7,
			totalVatExcl: 5,
			vatRecap: [{ vatRate: 21, base: 5, vatAmount: 1.05, total: 6.05 }],
		};
		expect((await caller.create(invoice(given))).json).toMatchObject(given);
	});

	it('numbers by sequence without gaps, or by explicitNo', async () => {
		const numbers: unknown[] = [];
		for (const changes of [{ sequenceId: 100 }, { sequenceId: 100 }, { explicitNo: 'X 1' }, {}])
			numbers.push((await caller.create(invoice(changes))).json.accountingDocumentNo);
		expect(numbers).toEqual(['FV2026/0001', 'FV2026/0002', 'X 1', null]);
	});

	it('loads what is empty from the contact that is meant', async () => {
		const other = sandbox.admin.documentAt(0).contact ?? {};
		const byId = await caller.create(
			invoice({ contact: { contactId: other.contactId, city: 'Jihlava' } }),
		);
		expect(byId.json.contact).toEqual({ ...other, city: 'Jihlava' });
		const stranger = { companyName: 'Nikdo', companyRegNo: '1' };
		expect((await caller.create(invoice({ contact: stranger }))).json.contact).toEqual(stranger);
	});
});

describe('updating a document', () => {
	const generated = () => sandbox.admin.documentAt(17);

	it('takes back what was read, of every generated document', async () => {
		for (let position = 0; position < 60; position++) {
			const before = sandbox.admin.documentAt(position);
			const { status, json } = await caller.update(before.id, sendable(before));
			expect([status, json.fieldsAffected]).toEqual([200, undefined]);
			const lines = (record: Record<string, any>) =>
				record.lineItems.map(({ id: _id, ...line }: { id: string }) => line);
			expect({ ...json, lineItems: lines(json) }).toMatchObject({
				...before,
				lineItems: lines(before),
			});
		}
	});

	it('removes what is left out, and keeps what only the service writes', async () => {
		const before = generated();
		const { json } = await caller.update(before.id, invoice({ description: 'Nová' }));
		expect(json).toMatchObject({
			id: before.id,
			description: 'Nová',
			accountingDocumentNo: before.accountingDocumentNo,
			authorName: before.authorName,
			amountPaid: before.amountPaid,
			processingState: before.processingState,
			contact: null,
			total: 242,
		});
		expect(json.variableSymbol).toBeUndefined();
		expect(json.permalinkToken).toBe(before.permalinkToken);
		expect((await caller.get(before.id)).json).toEqual(json);
		expect(sandbox.admin.count()).toBe(60);
	});

	it('lets a deleted signature stay', async () => {
		const { id } = generated();
		sandbox.admin.changeDocument(id ?? 0, { signatureId: 72 });
		expect((await caller.update(id, invoice({ signatureId: 72 }))).status).toBe(200);
		expect((await caller.update(id, invoice({ signatureId: 71 }))).status).toBe(200);
		expect((await caller.update(id, invoice({ signatureId: 72 }))).status).toBe(400);
	});
});

describe('bulk', () => {
	const states = (reply: Reply): unknown[] =>
		reply.json.result.map((one: { id: number; state: number }) => [one.id, one.state]);

	it('says for each id what rule it breaks, and whether anything was changed', async () => {
		const { json: receipt } = await caller.create(
			invoice({ type: 7, cashRegisterId: 11, vatRecapCalculationMode: 2 }),
		);
		const reply = await caller.bulk('setpaymenttype', [receipt.id], { paymentType: 4 });
		expect(reply.json.result[0].validationError.fieldsAffected[0].name).toBe('paymentType');
		expect(sandbox.admin.journal().entries.at(-1)).toMatchObject({ status: 200, committed: false });
		const unknown = await caller.bulk('movewf', [receipt.id], { state: 'Nowhere' });
		expect(states(unknown)).toEqual([[receipt.id, 2]]);
	});
});
