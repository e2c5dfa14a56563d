import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { AccountingDocument, RunningSandbox } from '../../sandbox';
import { bankFile, documentOf, makeBankDay, type BankDay, type Payment } from '../lib/bankDay';
import type { Checks } from '../lib/checks';
import { fieldsOf, readExample, type Changes } from '../lib/example';
import { examplesOf } from '../lib/stage';
import { itemsOf, type Item, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const size = { documents: 5_000, payments: 1_000 };
const mostReadings = 60;

interface Bank {
	sandbox: RunningSandbox;
	/** Executes the workflow with this bank file, after what else the user changes in it. */
	run(file: string | Buffer, changes?: Changes): Promise<RunResult>;
}

const switchOn: Changes = { Switch: { markInvoices: true } };

/** The example bank-day, step by step as its recipe says. */
export function bankDayChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);
	for (const [says, work] of Object.entries({
		'1,000 payments, 5,000 documents, no wrong match': marksWhatFits,
		'without unpaid documents, every payment is for a person': asksAPerson,
		'currencies without decimals, and with three': knowsDecimals,
		"another bank's columns, and a document that the service refuses": takesOtherColumns,
		'a Windows-1250 file with lines before its headings': readsCzechFile,
	}))
		example(
			'bank-day',
			says,
			async ({ sandbox, folder, run }) => {
				const runFile: Bank['run'] = async (file, changes) => {
					writeFileSync(path.join(folder, 'payments.csv'), file);
					return await run(changes);
				};
				await work({ sandbox, run: runFile });
			},
			{ documents: 0 },
		);
}

/** Before a judge that knows which payment pays which document: first as a trial, then for good, then once more. */
async function marksWhatFits({ sandbox, run }: Bank): Promise<void> {
	const day = makeBankDay(size);
	const { admin } = sandbox;
	const ids = day.documents.map((fields) => String(admin.createDocuments({ fields })[0]?.id));
	const read = () => ids.map((id) => admin.document(id));
	const before = read();

	const trial = await run(bankFile(day));
	judge(day, ids, trial, 'Would Be Marked');
	strictEqual(ran(trial, 'Mark as Paid'), false);
	deepStrictEqual(writesIn(sandbox), []);
	deepStrictEqual(read(), before);
	const readings = requestsIn(sandbox).length;
	ok(readings <= mostReadings, `${readings} requests`);

	admin.clearJournal();
	const real = await run(bankFile(day), switchOn);
	judge(day, ids, real, 'Switch Is On');
	const paid = new Set([...day.pays.values()].map((position) => ids[position]));
	const writes = [...paid].map((id) => `PUT /v2/accountingdocuments/${id}`);
	deepStrictEqual(writesIn(sandbox).sort(), writes.sort());
	ok(itemsOf(real, 'Marked').every(({ json }) => json.paid === true));
	for (const [position, document] of read().entries()) {
		const isPaid = paid.has(ids[position]);
		if (!isPaid) deepStrictEqual(document, before[position]);
		else deepStrictEqual(heart(document), { ...heart(before[position]), paid: true });
	}

	admin.clearJournal();
	const again = await run(bankFile(day), switchOn);
	strictEqual(ran(again, 'Mark as Paid'), false);
	deepStrictEqual(writesIn(sandbox), []);
}

async function asksAPerson({ sandbox, run }: Bank): Promise<void> {
	const fields = documentOf(1, { payments: { paid: true } });
	sandbox.admin.createDocuments({ fields });
	const rows = [
		`"P-1","${fields.variableSymbol}","${fields.total}","CZK"`,
		'"P-2","","1.00","CZK"',
	];
	const file = ['payment,variableSymbol,amount,currency', ...rows].join('\n');
	const result = await run(file, switchOn);
	deepStrictEqual(
		itemsOf(result, 'For a Person').map(({ json }) => [numberOf(json), json.result]),
		[
			['P-1', 'Unknown symbol'],
			['P-2', 'No symbol'],
		],
	);
	deepStrictEqual(writesIn(sandbox), []);
}

async function knowsDecimals({ sandbox: { admin }, run }: Bank): Promise<void> {
	const cases = [
		['1', 'JPY', 1210, '1210.00', 'Fits'],
		['2', 'JPY', 1210, '1211.00', 'Too high'],
		['3', 'KWD', 1.23, '1.23', 'Fits'],
		['4', 'KWD', 1.234, '1.23', 'Too low'],
		// As likely a thousand with a comma.
		['5', 'KWD', 1.234, '1,234', 'Unclear amount'],
	] as const;
	for (const [variableSymbol, currency, total] of cases)
		admin.createDocuments({ fields: documentOf(1, { variableSymbol, currency, total }) });
	const rows = cases.map(
		([symbol, currency, , amount]) => `${symbol},${symbol},"${amount}",${currency}`,
	);
	const result = await run(['payment,variableSymbol,amount,currency', ...rows].join('\n'));
	const items = ['Would Be Marked', 'For a Person'].flatMap((node) => itemsOf(result, node));
	deepStrictEqual(
		items.map(({ json }) => [numberOf(json), json.result]).sort(),
		cases.map(([symbol, , , , verdict]) => [symbol, verdict]),
	);
}

/** Step 4: a file with semicolons, other names of its columns, and no currency. */
async function takesOtherColumns({ sandbox: { admin }, run }: Bank): Promise<void> {
	const [refused, marked] = ['1001', '1002'].flatMap((variableSymbol) =>
		admin.createDocuments({
			fields: documentOf(1, { variableSymbol, total: 1210.5, currency: 'CZK' }),
		}),
	);
	const url = `/v2/accountingdocuments/${refused?.id}`;
	admin.addFault({ kind: 'status', status: 400, match: { method: 'PUT', url } });
	const { symbol, paidAmount } = fieldsOf(readExample('bank-day'), 'Payments');
	const result = await run('payment;VS;Sum\nP-1;0000001001;1 210,50\nP-2;10-02;1210,5\n', {
		...switchOn,
		'Extract Rows': { options: { delimiter: ';' } },
		Payments: {
			symbol: String(symbol).replace('variableSymbol', 'VS'),
			paidAmount: String(paidAmount).replace('amount', 'Sum'),
			paidCurrency: 'CZK',
		},
	});
	const outcomes = ['Marked', 'Not Marked', 'For a Person'].map((node) =>
		ran(result, node) ? itemsOf(result, node).map(({ json }) => json.id) : [],
	);
	deepStrictEqual(outcomes, [[marked?.id], [refused?.id], []]);
	deepStrictEqual(
		[refused, marked].map((one) => admin.document(one?.id ?? '').payments?.paid),
		[false, true],
	);
}

/** With the headings as the page shows them. */
async function readsCzechFile({ sandbox: { admin }, run }: Bank): Promise<void> {
	const ids = ['1001', '1002', '1003'].map((variableSymbol) => {
		const fields = documentOf(1, { variableSymbol, total: 1210.5, currency: 'CZK' });
		return admin.createDocuments({ fields })[0]?.id;
	});
	const lines = [
		'Výpis z úètu;;;',
		'',
		'Variabilní symbol;Èástka;Mìna;Smìr',
		'1001;1 210,50;CZK;Pøíchozí úhrada',
		'1002;1 210,50;CZK;Odchozí úhrada',
		'1003;-1 210,50;CZK;',
	];
	// Latin1 writes the bytes of Windows-1250 for these characters.
	const file = Buffer.from(lines.join('\r\n'), 'latin1');
	const { symbol, paidAmount, paidCurrency } = fieldsOf(readExample('bank-day'), 'Payments');
	const result = await run(file, {
		...switchOn,
		'Extract Rows': { options: { delimiter: ';', encoding: 'latin1', fromLine: 3 } },
		Payments: {
			symbol: String(symbol).replace('.variableSymbol', "['Variabilní symbol']"),
			paidAmount: String(paidAmount).replace('.amount', "['Èástka']"),
			paidCurrency: String(paidCurrency).replace('.currency', "['Mìna']"),
		},
	});
	const marked = itemsOf(result, 'Marked').map(({ json }) => json.id);
	const others = itemsOf(result, 'For a Person').map(({ json }) => [json.symbol, json.result]);
	deepStrictEqual([marked, others], [[ids[0]], ['1002', '1003'].map((one) => [one, 'Outgoing'])]);
}

const ran = ({ data }: RunResult, node: string) => data.resultData.runData[node] !== undefined;

/** The bank's number of the payment that an item is about. */
const numberOf = (item: Item['json']) => String((item.payment as Payment).payment);

/** Every payment has the one answer that is right, and those that fit are with their document. */
function judge(day: BankDay, ids: string[], result: RunResult, fits: string): void {
	const fitting = itemsOf(result, fits).map(({ json }) => json);
	const others = itemsOf(result, 'For a Person').map(({ json }) => json);
	const answers = new Map<string, Set<unknown>>();
	for (const item of [...fitting, ...others]) {
		const known = answers.get(numberOf(item)) ?? new Set();
		answers.set(numberOf(item), known.add(item.result));
	}
	const withAnswers = (answersTo: (payment: string) => unknown[]) =>
		day.payments.map(({ payment, variableSymbol, amount }) =>
			[payment, variableSymbol, amount, ...answersTo(payment)].join(' | '),
		);
	deepStrictEqual(
		withAnswers((payment) => [...(answers.get(payment) ?? [])]),
		withAnswers((payment) => [day.verdicts.get(payment)]),
	);
	const pays = [...day.pays].map(([payment, position]) => `${payment} ${ids[position]}`);
	const paid = fitting.map((item) => `${numberOf(item)} ${String(item.id)}`);
	deepStrictEqual(paid.sort(), pays.sort());
}

/** What a bookkeeper sees of a document that was marked; the service fills in the rest anew when it is sent. */
function heart(document: AccountingDocument | undefined) {
	const { payments, lineItems, contact, currency, total, amountPaid, variableSymbol } =
		document ?? {};
	const lines = lineItems?.map((line) => line.total);
	return { paid: payments?.paid, lines, contact, currency, total, amountPaid, variableSymbol };
}

const requestsIn = ({ admin }: RunningSandbox) =>
	admin.journal().entries.filter((entry) => entry.path !== '/auth/token');

const writesIn = (sandbox: RunningSandbox): string[] =>
	requestsIn(sandbox)
		.filter(({ committed }) => committed !== undefined)
		.map((entry) => `${entry.method} ${entry.path}`);
