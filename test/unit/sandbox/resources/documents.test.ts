import { type RunningSandbox, startSandbox, type SandboxOptions } from '../../../../sandbox';
import { accountingDocument } from '../../../../sandbox/resources/accountingDocuments/contract';
import { blamed, Caller, idsOf, invoice, type Reply } from '../client';

let sandbox: RunningSandbox;
let caller: Caller;

async function start(options: SandboxOptions = {}): Promise<void> {
	sandbox = await startSandbox({ documents: 60, ...options });
	caller = await Caller.of(sandbox);
}
beforeEach(() => start());
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

	it('recapitulates from the amounts without VAT, with VAT, or as the lines have it', async () => {
		const lines = [0.1, 0.1, 0.1].map((totalVatExcl) => ({ totalVatExcl, vatRateId: 321 }));
		const recap = async (vatRecapCalculationMode: number): Promise<unknown> => {
			const reply = await caller.create(invoice({ lineItems: lines, vatRecapCalculationMode }));
			return reply.json.vatRecap[0];
		};
		expect(await recap(0)).toMatchObject({ base: 0.3, vatAmount: 0.06, total: 0.36 });
		expect(await recap(1)).toMatchObject({ base: 0.3, vatAmount: 0.06, total: 0.36 });
		expect(await recap(2)).toMatchObject({ base: 0.3, vatAmount: 0.06, total: 0.36 });
		const coarse = [
			{ total: 9.99, vatRateId: 321 },
			{ total: 9.99, vatRateId: 321 },
		];
		const withVat = await caller.create(invoice({ lineItems: coarse, vatRecapCalculationMode: 1 }));
		expect(withVat.json.vatRecap[0]).toMatchObject({ base: 16.51, vatAmount: 3.47, total: 19.98 });
		const without = await caller.create(invoice({ lineItems: coarse }));
		expect(without.json.vatRecap[0]).toMatchObject({ base: 16.52, vatAmount: 3.47, total: 19.99 });
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

	it.each<[string, object, string[]]>([
		['a field that is unknown', { inventedField: 1 }, ['inventedField']],
		['a field that is GET only', { id: 1, amountPaid: null }, ['id', 'amountPaid']],
		['a line with its id', { lineItems: [{ id: 'x', total: 1 }] }, ['lineItems.0.id']],
		['paidConfirmed', { payments: { paidConfirmed: true } }, ['payments.paidConfirmed']],
		['no currency', { currency: undefined }, ['currency']],
		['no VAT country type', { vatCountryType: undefined }, ['vatCountryType']],
		['a type by its name', { type: 'Invoice' }, ['type']],
		['an id as text', { sequenceId: '100' }, ['sequenceId']],
		['an amount as text', { total: '1' }, ['total']],
		['a date with time', { issueDate: '2026-11-01T00:00:00Z' }, ['issueDate']],
		['a day that does not exist', { issueDate: '2026-02-30' }, ['issueDate']],
		['explicitNo with sequenceId', { explicitNo: 'A', sequenceId: 100 }, ['sequenceId']],
		['an unknown sequence', { sequenceId: 5 }, ['sequenceId']],
		['no cash register', { type: 8 }, ['cashRegisterId']],
		['an unknown cash register', { type: 8, cashRegisterId: 9 }, ['cashRegisterId']],
		[
			'a cash receipt paid by card',
			{ type: 7, cashRegisterId: 11, vatRecapCalculationMode: 2, paymentType: 4 },
			['paymentType'],
		],
		['an unknown category', { categoryId: 7 }, ['categoryId']],
		['a deleted signature', { signatureId: 72 }, ['signatureId']],
		['an unknown state', { state: 'Nowhere' }, ['state']],
		['an unknown contact', { contact: { contactId: 1 } }, ['contact']],
		[
			'an unknown related document',
			{ relatedAccountingDocumentId: 1 },
			['relatedAccountingDocumentId'],
		],
		['a total of five decimals', { total: 0.12345 }, ['total']],
		[
			'a VAT deduction on an issued document',
			{ lineItems: [{ total: 1, vatDeduction: true }] },
			['lineItems.0.vatDeduction'],
		],
		['an unknown VAT rate', { lineItems: [{ total: 1, vatRateId: 1 }] }, ['lineItems.0.vatRateId']],
		[
			'a VAT rate without its type',
			{ lineItems: [{ total: 1, vatRate: 21 }] },
			['lineItems.0.vatRateType'],
		],
		[
			'a pair that names several VAT rates',
			{ direction: 0, vatCountryType: 2, lineItems: [{ total: 1, vatRate: 21, vatRateType: 4 }] },
			['lineItems.0.vatRate'],
		],
		[
			'a VAT rate of another time',
			{ lineItems: [{ total: 1, vatRate: 15, vatRateType: 1 }] },
			['lineItems.0.vatRate'],
		],
	])('refuses %s', async (_name, changes, fields) => {
		const reply = await caller.create(invoice(changes));
		expect([reply.status, reply.json.code, blamed(reply)]).toEqual([
			400,
			'validation_failed',
			fields,
		]);
		expect(sandbox.admin.count()).toBe(60);
		expect(sandbox.admin.journal().entries.at(-1)).toMatchObject({ status: 400, committed: false });
	});

	it.each([7, 10, 11, 12])('demands manual recapitulation of type %d', async (type) => {
		const cash = { type, cashRegisterId: 11, paymentType: 2 };
		expect(blamed(await caller.create(invoice(cash)))).toEqual(['vatRecapCalculationMode']);
		expect((await caller.create(invoice({ ...cash, vatRecapCalculationMode: 2 }))).status).toBe(
			200,
		);
	});

	it('refuses parameters, no body and what is no JSON', async () => {
		const path = '/v2/accountingdocuments';
		const replies = [
			await caller.send('POST', `${path}?x=1`, invoice()),
			await caller.send('POST', path),
			await caller.create('{"type":0'),
			await caller.create([invoice()]),
			await caller.create('{"currency":"CZK","vatCountryType":1,"total":1e400}'),
		];
		expect(replies.map((reply) => reply.status)).toEqual([400, 400, 400, 400, 400]);
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

	it('knows no other document', async () => {
		expect((await caller.update(1, invoice())).status).toBe(404);
		expect((await caller.update('x', invoice())).status).toBe(400);
		expect((await caller.get(1)).status).toBe(404);
		expect((await caller.get('99999999999999999999')).status).toBe(400);
	});
});

describe('bulk', () => {
	const states = (reply: Reply): unknown[] =>
		reply.json.result.map((one: { id: number; state: number }) => [one.id, one.state]);

	it.each<[string, object, object]>([
		['movewf', { state: 'Schváleno' }, { state: 'Schváleno' }],
		['setcategory', { categoryId: 41 }, { categoryId: 41, categoryName: 'Materiál' }],
		['setpreferredbranch', { preferredBranchId: 'Brno' }, { preferredBranch: 'Brno' }],
		['setpreferredproject', { preferredProjectId: null }, { preferredProject: null }],
		['setcashregister', { cashRegisterId: 12 }, { cashRegisterId: 12 }],
		['setpaymenttype', { paymentType: 2 }, { paymentType: 2 }],
	])('%s changes what it names, and says so for each id', async (operation, data, expected) => {
		const ids = [3, 4].map((position) => sandbox.admin.documentAt(position).id);
		const reply = await caller.bulk(operation, [...ids, 1], data);
		expect(reply.json.operation).toBe(operation);
		expect(states(reply)).toEqual([...ids.map((id) => [id, 1]), [1, 2]]);
		expect(reply.json.result[2].validationError).toMatchObject({ code: 'not_found' });
		for (const id of ids) expect((await caller.get(id)).json).toMatchObject(expected);
	});

	it('removes documents, once', async () => {
		const [a, b] = idsOf(await caller.list());
		expect(states(await caller.bulk('remove', [a, b, a]))).toEqual([
			[a, 1],
			[b, 1],
			[a, 2],
		]);
		expect([(await caller.get(a)).status, sandbox.admin.count()]).toEqual([404, 58]);
		expect(idsOf(await caller.list())).not.toContain(b);
	});

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

	it.each<[string, unknown, object | undefined]>([
		['explode', [1], {}],
		['movewf', [1], undefined],
		['movewf', [1], { state: 'Draft', more: 1 }],
		['setcategory', [1], { categoryId: '41' }],
		['remove', [], undefined],
		['remove', ['1'], undefined],
		['remove', 1, undefined],
	])('refuses %s of %j with %j', async (operation, ids, data) => {
		expect((await caller.bulk(operation, ids as unknown[], data)).status).toBe(400);
	});
});

describe('ids beyond 2^53', () => {
	it('come and go with every digit', async () => {
		await sandbox.close();
		await start({ idBase: '9007199254740993' });
		const { id } = sandbox.admin.documentAt(5);
		const text = JSON.stringify(invoice({ relatedAccountingDocumentId: 0 }));
		const created = await caller.create(text.replace('Id":0', `Id":${id}`));
		expect(created.text).toContain(`"relatedAccountingDocumentId":${id}`);
		expect(created.text).toContain(`{"id":${created.json.id},`);
		expect(created.json.id > 9007199254740993n).toBe(true);
		const entry = sandbox.admin.journal().entries.at(-1);
		expect(entry?.rawBody).toContain(`:${id}}`);
		expect(entry?.body).toMatchObject({ relatedAccountingDocumentId: BigInt(id ?? 0) });
		const body = `{"operation":"remove","ids":[${id}]}`;
		const removed = await caller.send('POST', '/v2/bulk/accountingdocuments', body);
		expect(removed.text).toContain(`[{"id":${id},"state":1}]`);
		expect(() => sandbox.admin.document(id ?? 0)).toThrow();
	});
});
