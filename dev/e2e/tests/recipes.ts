import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import type { AccountingDocument, DocumentFields, RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { triggerType, type StoredCredential } from '../lib/flow';
import { recipesOf } from '../lib/recipeStage';
import { codesOf, type Parameters } from '../lib/recipe';
import { simplifiedFields } from '../lib/simplifiedFields';
import { itemsOf, type WorkflowFile } from '../lib/types';
import type { Workbench } from '../lib/workbench';

/** A day as n8n sees it, which keeps New York's time unless told otherwise. */
const dayOf = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);

/** Recipes that no example carries out: their tables of fields are entered into the form as they are on the page. */
export function recipeChecks(checks: Checks, bench: Workbench): void {
	const check = recipesOf(checks, bench);

	check('unpaid-invoices', 'the items are the unpaid invoices of this month', async (stage) => {
		const [wanted] = oneOfEach(stage.sandbox, dayOf(Date.now()));
		const found = await bench.records(stage.parameters, stage.credential);
		deepStrictEqual(
			found.map(({ id }) => id),
			[wanted?.id],
		);
		deepStrictEqual(Object.keys(found[0] ?? {}), simplifiedFields);
	});

	check('unpaid-invoices', 'each change of it finds what it says', async (stage) => {
		const [wanted, , received, , old] = oneOfEach(stage.sandbox, dayOf(Date.now()));
		const find = async (title: string) =>
			await bench.records(stage.changedAs(title), stage.credential);
		for (const [title, expected] of Object.entries({
			'All unpaid invoices': [old, wanted],
			'Overdue invoices': [old],
			'Bills from suppliers': [received],
		})) {
			const ids = (await find(title)).map(({ id }) => id);
			deepStrictEqual(
				ids,
				expected.map((one) => one?.id),
				title,
			);
		}
		const [entire] = await find('More fields');
		deepStrictEqual([entire?.id, entire?.amountPaid], [wanted?.id, 0]);
	});

	check('last-month-as-file', 'a file with the invoices of last month', async (stage) => {
		const [year = 0, month = 0] = dayOf(Date.now()).split('-').map(Number);
		const lastMonth = new Date(Date.UTC(year, month - 2, 15)).toISOString().slice(0, 10);
		const invoices = oneOfEach(stage.sandbox, lastMonth).slice(0, 2);
		const result = await bench.service(stage.parameters, stage.credential);
		const [item] = itemsOf(result, 'Service');
		strictEqual(item?.json.documents, 2);
		match(String(item?.binary?.data?.fileName), /\.xlsx$/);
		const changed = async (title: string) => {
			const run = await bench.service(stage.changedAs(title), stage.credential);
			return itemsOf(run, 'Service')[0];
		};
		const perLine = await changed('One row per line item');
		const lines = invoices.flatMap(({ lineItems = [] }) => lineItems ?? []);
		deepStrictEqual([perLine?.json.documents, perLine?.json.rows], [2, lines.length]);
		const named = await changed('A file name with the month');
		strictEqual(named?.json.fileName, `invoices-${lastMonth.slice(0, 7)}.xlsx`);
		const csv = await changed('Commas and decimal points');
		match(String(csv?.json.fileName), /\.csv$/);
	});

	check(
		'invoice-paid',
		'the test event is an invoice that was paid',
		async ({ sandbox, credential, parameters }) => {
			const [, paid] = oneOfEach(sandbox, dayOf(Date.now()));
			const [message] = codesOf('invoice-paid', 'Connect the node that should run').slice(-1);
			const watched = watching(credential, parameters, `=${message}`);
			const id = await bench.session.createWorkflow(watched);
			const result = await bench.session.execute(id, 'Invoice Paid');
			strictEqual(result.status, 'success', result.data.resultData.error?.message);
			const documents = itemsOf(result, 'Invoice Paid').map(({ json }) => json.document);
			deepStrictEqual(
				documents.map((document) => (document as { id: unknown }).id),
				[paid?.id],
			);
			strictEqual(
				itemsOf(result, 'Message')[0]?.json.text,
				`Invoice ${paid?.accountingDocumentNo} was paid: 100 ${paid?.currency}`,
			);
		},
		triggerType,
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

/** The trigger, and a node that writes a message. */
function watching(
	{ id, name }: StoredCredential,
	parameters: Parameters,
	text: string,
): WorkflowFile {
	const node = {
		id: 'trigger',
		name: 'Invoice Paid',
		type: triggerType,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {
			...parameters,
			pollTimes: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
		},
		credentials: { accountingServiceApi: { id, name } },
	};
	const assignments = [{ id: 'text', name: 'text', type: 'string', value: text }];
	const message = {
		...{ id: 'message', name: 'Message', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		position: [200, 0] as [number, number],
		parameters: { assignments: { assignments }, options: {} },
	};
	const next = { main: [[{ node: 'Message', type: 'main' as const, index: 0 }]] };
	const connections = { 'Invoice Paid': next };
	return { name: 'Invoice paid', nodes: [node, message], connections };
}
