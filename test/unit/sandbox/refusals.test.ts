import { type RunningSandbox, startSandbox } from '../../../dev/sandbox';
import { blamed, Caller, invoice } from './client';

/** What the specification forbids. If the sandbox accepted it, no engine test would notice that the node sends it. */
let sandbox: RunningSandbox;
let caller: Caller;
/** Values for {name} in a path: an open document, one connected to it, a processed one, a template. */
let ids: Record<string, unknown>;

beforeAll(async () => {
	sandbox = await startSandbox({ documents: 20 });
	caller = await Caller.of(sandbox);
	const created = async () => (await caller.create(invoice())).json.id as number;
	const [open, other, closed] = [await created(), await created(), await created()];
	sandbox.admin.connect(open, other, 10);
	sandbox.admin.connect(closed, other, 10);
	sandbox.admin.changeDocument(closed, { processingState: 1 });
	ids = { open, other, closed, template: sandbox.admin.templateIds()[0] };
});
afterAll(() => sandbox.close());

const send = async (request: string, body?: unknown) => {
	const [method, path] = request.split(' ');
	return await caller.send(
		method,
		path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name])),
		body,
	);
};

/** A body, or changes of a valid one, and the fields in the refusal. */
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

const reminder = { exceededDays: 7, emailTemplateId: 31 };
const reminders: Rows = [
	[{ exceededDays: undefined }, 'exceededDays'],
	[{ exceededDays: '7' }, 'exceededDays'],
	[{ emailTemplateId: undefined }, 'emailTemplateId'],
	[{ emailTemplateId: 99 }, 'emailTemplateId'],
	[{ id: 1 }, 'id'],
	[{ recipientEmails: ['nobody'] }, 'recipientEmails.0'],
];

const scheduler = { start: '2026-12-01', frequency: 3, useWorkflow: false };
const schedulers: Rows = [
	[{ start: undefined }, 'start'],
	[{ frequency: 5 }, 'frequency'],
	[{ useWorkflow: undefined }, 'useWorkflow'],
	[{ end: '2027-01-01', generateMaxCount: 1 }, 'end'],
	[{ generateOnEndOfMonth: true, frequency: 4 }, 'frequency'],
	[{ emailTemplateId: 32 }, 'emailTemplateId'],
	[{ emailRecipients: 'a@b.example' }, 'emailRecipients'],
	[{ more: 1 }, 'more'],
];

const content = { currency: 'CZK', vatCountryType: 1 };
const templates: Rows = [
	[{ accountingDocumentId: 10000001, content }, 'content'],
	[{ name: 'x' }, 'content'],
	[{ id: 1, content: { amountPaid: 1 } }, 'id', 'content.amountPaid'],
	[{ content, scheduler: { ...scheduler, frequency: 5 } }, 'scheduler.frequency'],
];

const documentOf = 'attachedAccountingDocumentIds';
const tasks: Rows = [
	[{ id: 1 }, 'id'],
	[{ created: '2026-01-01T00:00:00Z' }, 'created'],
	[{ dueDate: '2026-12-01' }, 'dueDate'],
	[{ priority: 3 }, 'priority'],
	[{ assigneeId: 1 }, 'assigneeId'],
	[{ attachedFiles: [{ fileId: 1 }] }, 'attachedFiles.0.fileId'],
	[{ [documentOf]: [{ accountingDocumentId: 1 }] }, `${documentOf}.0.accountingDocumentId`],
];

const order = { dueDate: '2026-12-01', amount: 5.5 };
const paid = (accountingDocumentId: number) => [{ accountingDocumentId }];
const orders: Rows = [
	[{ dueDate: undefined }, 'dueDate'],
	[{ accountingDocuments: paid(10000001) }, 'amount'],
	[{ accountingDocuments: [], amount: undefined }, 'amount'],
	[{ bankAccountId: 302 }, 'bankAccountId'],
	[
		{ accountingDocuments: paid(1), amount: undefined },
		'accountingDocuments.0.accountingDocumentId',
	],
];

const manual = {
	vatRecapCalculationMode: 2,
	total: 20,
	totalVatExcl: 16.5,
	vatRecap: [{ vatRate: 21, base: 16.5, vatAmount: 3.5, total: 20 }],
};
const recaps: Rows = [
	[{ total: undefined }, 'total'],
	[{ totalVatExcl: undefined }, 'totalVatExcl'],
	[{ vatRecap: undefined }, 'vatRecap'],
	[{ roundingAmount: 1 }, 'roundingAmount'],
];

const byField: Array<[request: string, valid: object, rows: Rows]> = [
	['POST /v2/accountingdocuments', invoice(), documents],
	['POST /v2/accountingdocuments/{open}/reminders', reminder, reminders],
	['PUT /v2/templates/{template}/scheduler', scheduler, schedulers],
	['POST /v2/templates', {}, templates],
	[
		'PUT /v2/templates/{template}',
		{ accountingDocumentId: 1 },
		[[{ content: undefined }, 'accountingDocumentId']],
	],
	['POST /v2/tasks', {}, tasks],
	['POST /v2/bankaccounts/302/paymentorders', order, orders],
	['PUT /v2/accountingdocuments/{open}/vatrecap', manual, recaps],
];

describe.each(byField)('%s', (request, valid, rows) => {
	it.each(rows)('is refused with %j', async (changes, ...fields) => {
		const before = sandbox.admin.count();
		const reply = await send(request, { ...valid, ...changes });
		expect([reply.status, blamed(reply)]).toEqual([400, fields]);
		expect(sandbox.admin.journal().entries.at(-1)).toMatchObject({ committed: false });
		expect(sandbox.admin.count()).toBe(before);
	});
});

const connection = { connectedAccountingDocumentId: undefined as unknown, amount: 42.5 };
const name = { companyName: 'X' };
const vatQuery = 'date=2026-11-01&vatCountryType=1&accountingDocumentDirection=1';

it.each<[status: number, request: string, body?: unknown]>([
	[400, 'POST /v2/accountingdocuments?x=1', invoice()],
	[400, 'POST /v2/accountingdocuments'],
	[400, 'POST /v2/accountingdocuments', '{"type":0'],
	[400, 'POST /v2/accountingdocuments', [invoice()]],
	[400, 'POST /v2/accountingdocuments', '{"currency":"CZK","vatCountryType":1,"total":1e400}'],
	[404, 'PUT /v2/accountingdocuments/1', invoice()],
	[400, 'PUT /v2/accountingdocuments/x', invoice()],
	[404, 'GET /v2/accountingdocuments/1'],
	[400, 'GET /v2/accountingdocuments/99999999999999999999'],
	[404, 'GET /v2/accountingdocuments/1/reminders'],
	[404, 'POST /v2/accountingdocuments/1/reminders', reminder],
	[400, 'PUT /v2/accountingdocuments/{open}/connections/{other}', { amount: 1 }],
	[404, 'PUT /v2/accountingdocuments/{open}/connections/1', connection],
	[400, 'PUT /v2/accountingdocuments/{open}/contact?createContact=1', name],
	[400, 'PUT /v2/accountingdocuments/{open}/contact?other=true', name],
	[400, 'PUT /v2/accountingdocuments/{open}/contact', { contactId: 1 }],
	[400, 'PUT /v2/accountingdocuments/{open}/contact', { name: 'X' }],
	[400, 'PUT /v2/accountingdocuments/{open}/contact'],
	[404, 'PUT /v2/templates/1/scheduler', scheduler],
	[400, `GET /v2/vatrates?${vatQuery}`],
	[400, `GET /v2/vatrates?countryCode=CZ&${vatQuery.replace('2026-11-01', 'x')}`],
	[400, `GET /v2/vatrates?countryCode=CZ&${vatQuery.replace('Type=1', 'Type=x')}`],
	[400, `GET /v2/vatrates?countryCode=CZ&${vatQuery}&page=1`],
	[400, 'GET /v2/bankaccounts/302/paymentorders?scope=CA'],
	[404, 'GET /v2/bankaccounts/1/paymentorders'],
	...[
		{ operation: 'explode', ids: [1], additionalData: {} },
		{ operation: 'movewf', ids: [1] },
		{ operation: 'movewf', ids: [1], additionalData: { state: 'Draft', more: 1 } },
		{ operation: 'setcategory', ids: [1], additionalData: { categoryId: '41' } },
		{ operation: 'remove', ids: [] },
		{ operation: 'remove', ids: ['1'] },
		{ operation: 'remove', ids: 1 },
	].map((body): [number, string, object] => [400, 'POST /v2/bulk/accountingdocuments', body]),
	// jest would pass its callback as the body of a row without one.
])('%i: %s %j', async (...[status, request, body]) => {
	expect((await send(request, body)).status).toBe(status);
});

it('a connection accepts one amount, of the document in its path', async () => {
	const connectedAccountingDocumentId = ids.other;
	const vatAmounts = [{ vatRate: 21, total: 7.3 }];
	for (const wrong of [
		{ connectedAccountingDocumentId },
		{ connectedAccountingDocumentId, amount: 1, vatAmounts },
		{ connectedAccountingDocumentId: ids.open, amount: 1 },
		{ connectedAccountingDocumentId, amount: 1, connectedAccountingDocumentNo: 'x' },
	]) {
		const path = 'PUT /v2/accountingdocuments/{open}/connections/{other}';
		expect((await send(path, wrong)).status).toBe(400);
	}
});

it('a processed document keeps its contact, its connections and its VAT recap', async () => {
	const amount = { connectedAccountingDocumentId: ids.other, amount: 1 };
	for (const [path, body] of [
		['contact', name],
		['connections/{other}', amount],
		['vatrecap', { vatRecapCalculationMode: 0 }],
	] as const) {
		const { status, json } = await send(`PUT /v2/accountingdocuments/{closed}/${path}`, body);
		expect([path, status, json.code]).toEqual([path, 400, 'document_processed']);
	}
});

it('creates documents from scans only if all of the scans exist', async () => {
	for (const [body, field] of [
		[[{ files: [1] }], '0.files.0'],
		[[{ files: [] }], '0.files'],
		[[{ files: [1], other: 1 }], '0.other'],
		[[{ files: [1], paymentType: 9 }], '0.paymentType'],
	] as const) {
		expect(blamed(await send('POST /v2/accountingdocuments/scans', body))).toContain(field);
	}
	expect((await send('POST /v2/accountingdocuments/scans', { files: [1] })).status).toBe(400);
	expect((await send('POST /v2/accountingdocuments/scans', [])).status).toBe(400);
});
