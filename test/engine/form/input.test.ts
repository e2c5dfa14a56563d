/** docs/reference/operations.md#items: values that expressions give instead of what a field expects. */
import type { IDataObject } from 'n8n-workflow';

import { parallelPagesLimits } from '../../../nodes/shared/fields/options';
import { send } from '../support/apiRequest';
import { create, line, lines } from '../support/create';
import { exportToFile } from '../support/exported';
import { smallService } from '../support/smallService';
import {
	bench,
	getAll,
	getByToken,
	getTemplate,
	search,
	type Parameters,
	byId,
} from '../support/withSandbox';

/** A parameter from the item, like most bad values; n8n checks only typed values. */
const fromItem = '={{ $json.value }}';
/** A number of that many digits, as JavaScript reads it. */
const inexact = '={{ 9007199254740993 }}';
const inexactInside = '={{ [{ id: 9007199254740993 }] }}';

/** A form, the message, and the values of {@link fromItem} that are refused. */
type Row = [parameters: Parameters, says: RegExp | string, ...values: unknown[]];

const of = (resource: string, operation: string, changes: Parameters = {}): Parameters => ({
	...{ resource, operation },
	...changes,
});
const document = (operation: string, changes: Parameters = {}) =>
	of('accountingDocument', operation, changes);
const extra = (...field: object[]) => ({ additionalFields: { extraFields: { field } } });
const added = (additionalFields: object) => create({ additionalFields });
const otherFilter = (name: string) =>
	search({ filters: { otherFilters: { filter: [{ name, value: '1' }] } } });
const query = (value: unknown) => send('x', { queryParameters: { field: [{ name: 'q', value }] } });
const post = (jsonBody: string) => send('x', { method: 'POST', body: 'json', jsonBody });
const byLink = (value: string) => ({ __rl: true, mode: 'url', value });
const newTemplate = (changes: Parameters) => of('template', 'create', changes);
const schedule = { start: '2026-12-01', frequency: 3, useWorkflow: true };
const scheduled = (scheduler: object) =>
	newTemplate({ accountingDocumentId: byId('7'), additionalFields: { scheduler } });
const rates = (changes: Parameters) =>
	of('vatRate', 'getAll', {
		...{ countryCode: 'CZ', date: '2026-11-20', vatCountryType: 1, accountingDocumentDirection: 1 },
		...changes,
	});
const order = (changes: Parameters) =>
	of('paymentOrder', 'create', { bankAccountId: '3', dueDate: '2030-01-31', ...changes });
const scans = (fileIds: string) => document('createFromScans', { filesFrom: 'ids', fileIds });

const forms: Record<string, Row[]> = {
	'what is read': [
		[getByToken(fromItem), /^Permalink Token is empty/, '', '   ', null],
		[
			getByToken(fromItem),
			/^Permalink Token is a link without a token$/,
			'https://app.example.com/',
		],
		[document('getByToken', { token: byLink(fromItem) }), /^Permalink Token is empty/, '', null],
		[getByToken(fromItem), /^Permalink Token is "\.\.?"/, '.', '..', ' .. '],
		[getByToken(fromItem), /^Permalink Token contains a damaged character/, 'abc\ud83d'],
		[
			document('get', { accountingDocumentId: byId(fromItem) }),
			/^Document ID must be a positive whole number, but is "kQ7-pT2_x9aB"$/,
			'kQ7-pT2_x9aB',
		],
		[
			getTemplate(fromItem),
			/^Template ID must be a positive whole number/,
			...[0, '0', -1, '-1', 1.5, '1.5'],
			...['abc', '7x', '1e3', '0x1f', '701/../702', '9'.repeat(20)],
		],
		[getTemplate(fromItem), /^Template ID has too many digits for a number/, 2 ** 53],
		[
			document('get', { accountingDocumentId: { mode: 'list', value: fromItem } }),
			/^Document is empty/,
			undefined,
		],
		[rates({ date: fromItem }), 'Date is not a date: "yesterday"', 'yesterday'],
	],
	lists: [
		[getAll({ limit: fromItem }), /^'Limit' expects a number but we got /, 'abc', {}, []],
		[getAll({ limit: fromItem }), /^Limit is empty/, '', null, undefined],
		[
			getAll({ options: { pageSize: fromItem } }),
			/^Page Size must be a whole number, 10 to 100/,
			9,
			101,
			10.5,
		],
		[
			getAll({ options: { parallelPages: fromItem } }),
			new RegExp(`^Parallel Pages must be a whole number, 1 to ${parallelPagesLimits.maximum}, `),
			0,
			parallelPagesLimits.maximum + 1,
		],
		[search({ filters: { type: fromItem } }), /^Type must be text, but is an object/, { type: 0 }],
		[
			search({ filters: { currency: fromItem } }),
			/^Currency must be an ISO 4217 code of three letters/,
			...['Euro', '€'],
		],
		[
			search({ filters: { valueFrom: fromItem } }),
			/^'Total From' expects a number but we got /,
			'1 000',
			'1,000',
			'12,5',
			'EUR 5',
			{},
		],
		[
			search({ filters: { valueFrom: fromItem } }),
			/^Total From must be a plain decimal number, but is "/,
			'1e3',
			'0x1f',
			'1e-17',
			'9'.repeat(16),
		],
		[
			search({ filters: { valueFrom: fromItem } }),
			'Total From must be a plain decimal number, but is 1e-17',
			1e-17,
		],
		[
			search({ filters: { value: '1', valueFrom: '1' } }),
			'Total cannot be combined with Total From or Total To',
		],
		[
			search({ filters: { value: 0, valueTo: 0 } }),
			'Total cannot be combined with Total From or Total To',
		],
		[
			search({ filters: { issueDateFrom: '2026-02-01', issueDateTo: '2026-01-31' } }),
			'Issued From (2026-02-01) is later than Issued To (2026-01-31)',
		],
		[
			search({ filters: { taxDateFrom: '2026-02-01', taxDateTo: '2026-01-31' } }),
			'Tax Date From (2026-02-01) is later than Tax Date To (2026-01-31)',
		],
		[otherFilter(fromItem), /^One of the Other Filters has no name/, '', '  '],
		[
			otherFilter(fromItem),
			/^The filter "\w+" is set twice/,
			'page',
			'PAGESIZE',
			'sortDirection',
			'ValueFrom',
			'scope',
		],
		[
			document('summarize', {
				report: 'custom',
				groupBy: ['paid', 'state', 'contact', 'issueYear'],
			}),
			/Group By has 4 fields/,
		],
		[document('summarize', { report: 'custom', groupBy: ['colour'] }), /unknown field "colour"/],
	],
	exports: [
		[
			exportToFile({ columns: fromItem }),
			/^Chosen Columns must be text/,
			{ a: 1 },
			[{ a: 1 }],
			true,
		],
		[exportToFile({ columns: fromItem }), /^Chosen Columns is empty/, '', []],
		[
			exportToFile({ options: { fileNamePattern: 'x-{year}' } }),
			/^File Name has the unknown placeholder \{year\}/,
		],
		[
			document('downloadPdf', { accountingDocumentId: byId('5'), outputBinaryField: fromItem }),
			/^Put Output File in Field is empty/,
			'',
			' ',
		],
		[exportToFile({ options: { maxDocumentsPerFile: 0 } }), /^Max Documents per File must be/],
	],
	Create: [
		[create({ uniqueBy: fromItem }), /^Unique By has no choice "ExternalNo"$/, 'ExternalNo'],
		[create(lines()), /^The document has no line items and no total/],
		[create({ vatCountryCode: fromItem }), /^VAT Country must be an ISO/, 203],
		[create({ currency: 'Kč' }), /^Currency must be an ISO 4217 code/],
		[create({ type: 8 }), /^Cash Register ID is missing.*Simplified Invoice/],
		[
			create({ type: 7, cashRegisterId: '11', additionalFields: { vatRecapCalculationMode: 0 } }),
			/^VAT Recap Mode must be Manually/,
		],
		[
			create({ type: 7, cashRegisterId: '11', additionalFields: { paymentType: 4 } }),
			/^Payment Type of a cash receipt must be Cash/,
		],
		[
			create({ lineItemsFrom: 'inputField', lineItemsField: 'rows' }),
			/^The input item has no field rows/,
		],
		[added({ orderNo: inexact }), /^Order Number has too many digits for a number/],
		[
			added({ explicitNo: 'X', sequenceId: '100' }),
			/^Explicit Number and Number Sequence ID cannot be used together$/,
		],
		[
			create(extra({ name: 'ledger', value: inexact })),
			/^ledger of Extra Fields has too many digits for a number/,
		],
		[
			create(extra({ name: 'ledger', value: inexactInside })),
			/^id of ledger of Extra Fields has too many digits for a number/,
		],
		[
			create(extra({ name: 'ledger', value: '={{ new Date("x") }}' })),
			/^ledger of Extra Fields is an invalid date$/,
		],
		[
			create({ lineItemsFrom: 'json', lineItemsJson: fromItem }),
			/^Line Items as JSON is empty/,
			'',
			null,
		],
		[
			create(extra({ name: 'ledger', value: '1' }, { name: ' ledger', value: '2' })),
			/^Extra Fields repeat ledger$/,
		],
		[
			create(extra({ name: 'bankAccounts', value: '[{"iban":"X"}]' })),
			/^The bank account of an issued document is not one of your accounts/,
		],
		[
			create({ direction: 0, ...extra({ name: 'bankAccounts', value: '[{"bankAccountId":1}]' }) }),
			/^A received document cannot have a bank account of your own/,
		],
	],
	'lines of Create': [
		[
			create(lines(line({ price: '12345678901234567.89' }))),
			/^Unit Price of Line Item 1 must be a plain decimal number, but is /,
		],
		[create(lines(line({ price: '={{ true }}' }))), /Unit Price of Line Item 1/],
		[create(lines(line({ price: '={{ new Date() }}' }))), /Unit Price of Line Item 1/],
		[
			create(lines(line({ colour: 'red' }))),
			/The service has no published field colour of Line Item 1$/,
		],
		[create(lines(line({ id: 'x' }))), /^Line Item ID of Line Item 1 is set by the service/],
		[create(lines(line(), line({ qt: undefined }))), /^Quantity of Line Item 2 is empty/],
		[
			create(lines(line({ qt: 'two' }))),
			/^'Quantity of Line Item 1' expects a number but we got 'two'/,
		],
		[
			create(lines(line({ vatRateType: undefined }))),
			/^VAT Country is empty, so the node cannot find the VAT rate of Line Item 1/,
		],
		[create(lines(line({ vatDeduction: true }))), /^VAT Deduction is for received documents only/],
	],
	'changes of documents': [
		[
			document('delete', { accountingDocumentId: byId(fromItem) }),
			/gives no value|is empty/,
			undefined,
		],
		[
			document('delete', { accountingDocumentId: byId(fromItem) }),
			/must be a positive whole number/,
			'1,2',
		],
		[
			document('updateMany', {
				accountingDocumentId: byId('1'),
				change: 'setcategory',
				categoryId: fromItem,
			}),
			/^Category ID is empty/,
			'',
		],
		[scans(inexact), /^File ID has too many digits for a number/],
		[scans('={{ [800001, 9007199254740993] }}'), /^File ID has too many digits for a number/],
		[scans('={{ [800001, null] }}'), /^File ID is empty/],
		[scans('={{ [] }}'), /^File IDs is empty/],
		[
			of('connection', 'update', {
				accountingDocumentId: byId('1'),
				connectedAccountingDocumentId: '2',
				updateFields: { amount: '1', vatAmounts: { row: [{ vatRate: '21', total: '121' }] } },
			}),
			'Amount and VAT Amounts cannot be used together',
		],
	],
	'other records': [
		[
			of('task', 'create', { title: 'Ask', dueDate: fromItem }),
			/^Due Date is not a date/,
			...['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01'],
		],
		[order({}), 'Documents, Document IDs and Order Amount are empty'],
		[order({ amount: 0 }), 'Order Amount must be above 0, but is 0'],
		[order({ accountingDocuments: '12,12' }), /contains 12 twice/],
		[
			newTemplate({ accountingDocumentId: byId('7'), additionalFields: { content: '{"type":0}' } }),
			'Document and Content cannot be used together',
		],
		[newTemplate({ name: 'Rent' }), 'Document is empty'],
		[
			newTemplate({ additionalFields: { content: { currency: ['CZK'] } } }),
			'Currency must be text, but is a list',
		],
		[
			scheduled({ ...schedule, end: '2027-01-01', generateMaxCount: 3 }),
			'End and Number of Documents cannot be used together',
		],
		[
			scheduled({ ...schedule, frequency: 1, generateOnEndOfMonth: true }),
			'End of Month is on, but Frequency is not Monthly',
		],
		[scheduled({ frequency: 3 }), 'Start and Move Out of Draft are missing'],
		[scheduled({ start: '2026-12-01', frequency: 3 }), 'Move Out of Draft is missing'],
		[
			of('template', 'setScheduler', { templateId: fromItem, start: fromItem }),
			'Template ID and Start are empty',
			undefined,
		],
	],
	'API Request': [
		[
			send(fromItem),
			/^Path /,
			...[
				'https://other.example/v2/contacts',
				'//other.example/contacts',
				'\\\\other.example\\contacts',
			],
			...[
				'contacts/../../admin',
				'contacts/%2e%2e/admin',
				'contacts/%252e%252e/admin',
				'contacts%2f..%2fadmin',
			],
			...[
				'contacts/%5c',
				'contacts/%zz',
				'contacts#17',
				'contacts?id=17',
				'contacts//17',
				'/v2/',
				'contacts/\n17',
			],
		],
		[send(fromItem), /^Path must be text, but is 17/, 17],
		[send(fromItem), /^Path must be text, but is true/, true],
		[send(fromItem), /^Path must be text, but is a list/, ['contacts']],
		[send(fromItem), /^Path contains a character/, 'a\ud800'],
		[query(fromItem), /^The query parameter "q" contains a damaged character/, 'abc\ud83d'],
		[query('={{ Number("x") }}'), /^q of Query Parameters is NaN$/],
		[post(fromItem), 'JSON is empty', undefined, null, ' '],
		[
			post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
			/^JSON is nested more than 200 levels deep/,
		],
		[post(inexactInside), /^id of JSON has too many digits for a number/],
		[post('={{ [new Date("x")] }}'), /^JSON is an invalid date$/],
		[post('={{ ({ due: DateTime.fromISO("x") }) }}'), /^due of JSON is an invalid date$/],
		[post('={{ ({ lines: [{ price: 1 / 0 }] }) }}'), /^price of JSON is Infinity$/],
		[query(inexact), /^q of Query Parameters has too many digits for a number/],
		[
			send('x', {
				method: 'POST',
				body: 'fields',
				bodyFields: { field: ['1', '2'].map((value) => ({ name: 'a', value })) },
			}),
			/^Body Fields repeat a$/,
		],
		[send('x', { body: 'json', jsonBody: '{}' }), /^A GET request cannot have a Body/],
		[
			send('x', { response: 'list', recordsField: fromItem, paged: false }),
			/^Records Field must be text/,
			['contacts'],
		],
	],
};

describe.each(Object.entries(forms))(
	'bad input is refused before anything is sent: %s',
	(_, rows) => {
		const cases = rows.flatMap(([parameters, says, ...values]) =>
			(values.length > 0 ? values : [undefined]).map((value) => ({ parameters, says, value })),
		);

		it.each(cases)('$says: $value', async ({ parameters, says, value }) => {
			const { run, arrived, exchanges } = await smallService({ answer: () => [] });
			const { error, items } = await run(parameters, { items: [{ value } as IDataObject] });
			if (typeof says === 'string') expect(error?.message).toBe(says);
			else expect(error?.message).toMatch(says);
			expect(error?.description).toMatch(/[A-Z].+\.$/);
			expect([error?.name, error?.context?.itemIndex]).toEqual(['NodeOperationError', 0]);
			expect([items, arrived, exchanges]).toEqual([[], [], []]);
		});
	},
);

it.each([
	[5.5, 'Enter the ID. To find it, choose From List, or run Get Many.'],
	[2 ** 53, 'Pass Document ID as text, so that no digit is lost.'],
])('an ID that is %d is refused with what to do', async (value, description) => {
	const { run } = await smallService({ answer: () => [] });
	const { error } = await run(document('get', { accountingDocumentId: byId(value) }));
	expect(error?.description).toBe(description);
});

it('n8n checks typed values before the node runs', async () => {
	const { run, sandbox } = await bench({ documents: 1 });
	for (const parameters of [getByToken(''), getTemplate('')]) {
		await expect(run(parameters)).rejects.toThrow('The workflow has issues');
	}
	expect(sandbox.admin.journal().entries).toEqual([]);
});
