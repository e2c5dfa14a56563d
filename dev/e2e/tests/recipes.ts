/** docs/README.md#recipes: what the tables and expressions of recipes say is entered. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { AccountingDocument, DocumentFields, RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { chain, items, ourNode, trigger, triggerType } from '../lib/flow';
import { codesOf, operationNamed, sheetOf, type Parameters } from '../lib/recipe';
import { simplifiedFields } from '../lib/simplifiedFields';
import { dayOf, midOfMonth } from '../lib/n8nDays';
import { recipesOf, succeeded, type RecipeStage } from '../lib/stage';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

export function recipeChecks(checks: Checks, bench: Workbench): void {
	const recipe = recipesOf(checks, bench);

	recipe('unpaid-invoices', 'it and each change of it find what they say', findsUnpaid);
	recipe('last-month-as-file', 'it and each change of it make the file', exportsLastMonth);
	recipe(
		'invoice-paid',
		'the test event is an invoice that was paid',
		async (stage) => await watchesPaid(bench, stage),
		{ type: triggerType },
	);
	recipe(
		'vat-statement',
		'one row per document and rate, with its columns',
		async (stage) => await splitsVat(bench, stage),
	);
	recipe('rows-to-invoices', 'three rows are two invoices, once', createsOnce);
	recipe('rows-to-invoices', 'each change of it does what it says', createsOtherwise);
	recipe(
		'rows-to-invoices',
		'customers are found or created',
		async (stage) => await assignsCustomers(bench, stage),
	);
}

async function findsUnpaid({ sandbox, output }: RecipeStage): Promise<void> {
	const [wanted, , received, , old] = oneOfEach(sandbox, dayOf(Date.now()));
	const find = async (title?: string) => (await output(title)).map(({ json }) => json);
	const found = await find();
	deepStrictEqual(Object.keys(found[0] ?? {}), simplifiedFields);
	deepStrictEqual(
		found.map(({ id }) => id),
		[wanted?.id],
	);
	for (const [title, expected] of Object.entries({
		'All unpaid invoices': [old, wanted],
		'Overdue invoices': [old],
		'Bills from suppliers': [received],
	})) {
		const ids = (await find(title)).map(({ id }) => id);
		deepStrictEqual(
			ids,
			expected.map((document) => document?.id),
			title,
		);
	}
	const [entire] = await find('More fields');
	deepStrictEqual([entire?.id, entire?.amountPaid], [wanted?.id, 0]);
}

async function exportsLastMonth({ sandbox, output }: RecipeStage): Promise<void> {
	const lastMonth = midOfMonth();
	const invoices = oneOfEach(sandbox, lastMonth).slice(0, 2);
	const [item] = await output();
	strictEqual(item?.json.documents, 2);
	match(String(item?.binary?.data?.fileName), /\.xlsx$/);
	const changed = async (title: string) => (await output(title))[0]?.json;
	const perLine = await changed('One row per line item');
	const lines = invoices.flatMap(({ lineItems = [] }) => lineItems ?? []);
	deepStrictEqual([perLine?.documents, perLine?.rows], [2, lines.length]);
	const named = await changed('A file name with the month');
	strictEqual(named?.fileName, `invoices-${lastMonth.slice(0, 7)}.xlsx`);
	const csv = await changed('Commas and decimal points');
	match(String(csv?.fileName), /\.csv$/);
}

/** Step 2 and step 4 of the page. */
async function watchesPaid(
	{ session }: Workbench,
	{ sandbox, credential, fields }: RecipeStage,
): Promise<void> {
	const [, paid] = oneOfEach(sandbox, dayOf(Date.now()));
	const [message] = codesOf('invoice-paid', 'Connect the node that should run').slice(-1);
	const assignments = [{ id: 'text', name: 'text', type: 'string', value: `=${message}` }];
	const writing = {
		...{ name: 'Message', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { assignments: { assignments }, options: {} },
	};
	const pollTimes = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
	const more = { name: 'Invoice Paid', type: triggerType };
	const watching = ourNode(credential, { ...fields(), pollTimes }, more);
	const { nodes, ...workflow } = chain('Invoice paid', watching, writing);
	delete workflow.connections[trigger];
	const id = await session.createWorkflow({ ...workflow, nodes: nodes.slice(1) });
	const result = succeeded(await session.execute(id, 'Invoice Paid'));
	const documents = itemsOf(result, 'Invoice Paid').map(({ json }) => json.document);
	deepStrictEqual(
		documents.map((document) => (document as { id: unknown }).id),
		[paid?.id],
	);
	strictEqual(
		itemsOf(result, 'Message')[0]?.json.text,
		`Invoice ${paid?.accountingDocumentNo} was paid: 100 ${paid?.currency}`,
	);
}

/** Unpaid and paid invoices of a day; then, of that day too, what is received, a credit note, and an invoice of old. */
function oneOfEach({ admin }: RunningSandbox, issueDate: string): AccountingDocument[] {
	const unpaid = { payments: { paid: false }, amountPaid: 0, total: 100 };
	const invoice = { type: 0, direction: 1, issueDate, dueDate: issueDate, ...unpaid } as const;
	const others: DocumentFields[] = [
		invoice,
		{ ...invoice, payments: { paid: true } },
		{ ...invoice, direction: 0 },
		{ ...invoice, type: 3 },
		{ ...invoice, issueDate: '2020-02-29', dueDate: '2020-03-14' },
	];
	return others.flatMap((fields) => admin.createDocuments({ fields }));
}

/** Steps 1 to 3 of the page, for a document of last month and others that are not asked for. */
async function splitsVat(
	bench: Workbench,
	{ sandbox: { admin }, credential, fields }: RecipeStage,
): Promise<void> {
	const standard = { vatRateType: 1 } as const;
	const vatRecap = [
		{ ...standard, vatRate: 21, base: 100, vatAmount: 21, total: 121 },
		{ ...standard, vatRate: 12, base: 50, vatAmount: 6, total: 56 },
	];
	const contact = { companyName: 'Example Ltd', taxId: 'CZ12345678' };
	const amounts = { vatRecap, total: 177, currency: 'CZK' };
	const invoice = { ...amounts, type: 0, direction: 1, contact, taxDate: midOfMonth(1) } as const;
	const [wanted] = admin.createDocuments({ fields: invoice });
	for (const other of [
		{ direction: 0 },
		{ type: 1 },
		{ taxDate: midOfMonth(0) },
		{ taxDate: midOfMonth(2) },
	])
		admin.createDocuments({ fields: { ...invoice, ...other } as DocumentFields });
	const columns = codesOf('vat-statement', '| Column | Value |').filter(
		(code) => !code.includes('externalNo'),
	);
	const jsonOutput = `={{ JSON.stringify({ row: [${columns.map((code) => code.slice(2, -2)).join(', ')}] }) }}`;
	const splitting = {
		...{ name: 'Split Out', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
		parameters: { fieldToSplitOut: 'vatRecap', include: 'allOtherFields', options: {} },
	};
	const editing = {
		...{ name: 'Rows', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { mode: 'raw', jsonOutput, options: {} },
	};
	const result = await bench.run(ourNode(credential, fields()), splitting, editing);
	deepStrictEqual(
		itemsOf(result, 'Rows').map(({ json }) => json.row),
		vatRecap.map(({ vatRate, base, vatAmount }) => [
			...[contact.taxId, wanted?.accountingDocumentNo, midOfMonth(1)],
			...[vatRate, base, vatAmount, 177, 'CZK'],
		]),
	);
}

/** The rows of the page. */
const rows = () => sheetOf('rows-to-invoices');

async function createsOnce({ sandbox: { admin }, output }: RecipeStage): Promise<void> {
	for (const existed of [false, true]) {
		const outputs = (await output(undefined, items(rows()))).map(({ json }) => json.existed);
		deepStrictEqual(outputs, [existed, existed]);
	}
	deepStrictEqual(
		admin
			.createdDocuments()
			.map(({ orderNo, contact, total }) => [orderNo, contact?.companyName, total]),
		[
			['O-1', 'Example Ltd', 611.66],
			['O-2', 'Sample GmbH', 537.6],
		],
	);
}

async function createsOtherwise({ sandbox: { admin }, output }: RecipeStage): Promise<void> {
	/** The totals of the invoices that a changed node makes of rows with orders of their own. */
	const totalsAfter = async (title: string, ...inputs: Parameters[][]) => {
		const before = admin.createdDocuments().length;
		for (const input of inputs) {
			const own = input.map((row) => ({ ...row, order: `${title} ${row.order}` }));
			await output(title, items(own));
		}
		const created = admin.createdDocuments().slice(before);
		return created.map(({ total }) => total);
	};
	deepStrictEqual(await totalsAfter('Prices include VAT', rows()), [505.5, 480]);
	const dearer = rows().map((row) => ({ ...row, price: '1000' }));
	deepStrictEqual(await totalsAfter('Update invoices that exist', rows(), dearer), [6050, 1120]);
	const numbered = rows().map((row, index) => ({ ...row, order: index }));
	deepStrictEqual(await totalsAfter('One invoice per row', numbered), [580.8, 30.86, 537.6]);
}

async function assignsCustomers(bench: Workbench, stage: RecipeStage): Promise<void> {
	const { sandbox, credential, description, fields } = stage;
	const [document] = codesOf('rows-to-invoices', 'Find or create customers');
	const entered = {
		Document: `*By ID*, \`${document}\``,
		'Company Number': '`27074358`',
		'Create Contact': 'on',
	};
	const assign = operationNamed(description, 'Accounting Document', 'Assign Contact', entered);
	const result = await bench.run(
		items(rows()),
		ourNode(credential, fields()),
		ourNode(credential, assign, { name: 'Customer' }),
	);
	const found = itemsOf(result, 'Customer').map(({ json }) => json.contactId);
	ok(found[0]);
	// The first row creates the contact that the second one finds.
	deepStrictEqual(found, [found[0], found[0]]);
	const ofDocuments = sandbox.admin.createdDocuments().map(({ contact }) => contact?.contactId);
	deepStrictEqual(ofDocuments.map(String), found.map(String));
}
