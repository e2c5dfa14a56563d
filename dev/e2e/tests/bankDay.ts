/** docs/recipes/mark-as-paid.md: a bank statement marks the right invoices as paid. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { AccountingDocument, DocumentFields, RunningSandbox } from '../../sandbox';
import { bankFile, documentOf, inFileOrder, makeBankDay, type BankDay } from '../lib/bankDay';
import type { Checks } from '../lib/checks';
import type { Changes } from '../lib/example';
import { examplesOf, writesIn } from '../lib/stage';
import { itemsOf, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const size = { documents: 5_000, payments: 1_000 };
const mostReadings = 60;

interface Bank {
	sandbox: RunningSandbox;
	/** Executes the workflow with this bank file, after what else the user changes in it. */
	run(file: string | Buffer, changes?: Changes): Promise<RunResult>;
}

const previewOff: Changes = { 'Mark as Paid': { options: {} } };

/** The example bank-day, step by step as its recipe says. */
export function bankDayChecks(checks: Checks, bench: Workbench): void {
	const example = examplesOf(checks, bench);
	for (const [says, work] of Object.entries({
		'1,000 payments, 5,000 documents, no wrong match': marksWhatFits,
		'without unpaid documents, every payment is for a person': asksAPerson,
		'doubles, combined and rounded payments, and money that came back': knowsPayments,
		'a document that the service refuses': continuesAfterRefusal,
		'files of Fio, Raiffeisenbank, KB and ČSOB': readsBanks,
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

/** Before a judge that knows which payment pays which document: first as a preview, then for good, then once more. */
async function marksWhatFits({ sandbox, run }: Bank): Promise<void> {
	const day = makeBankDay(size);
	const { admin } = sandbox;
	const ids = day.documents.map((fields) => String(admin.createDocuments({ fields })[0]?.id));
	const read = () => ids.map((id) => admin.document(id));
	const before = read();

	const trial = await run(bankFile(day));
	judge(day, ids, trial);
	deepStrictEqual(writesIn(sandbox), []);
	deepStrictEqual(read(), before);
	const lists = requestsIn(sandbox).filter(({ path: one }) => one === '/v2/accountingdocuments');
	ok(lists.length <= mostReadings, `${lists.length} requests`);

	admin.clearJournal();
	const real = await run(bankFile(day), previewOff);
	judge(day, ids, real);
	const paid = new Set([...day.pays.values(), ...day.together].map((position) => ids[position]));
	const writes = [...paid].map((id) => `PUT /v2/accountingdocuments/${id}`);
	deepStrictEqual(writesIn(sandbox).sort(), writes.sort());
	ok(itemsOf(real, 'Mark as Paid').every(({ json }) => json.paid === true));
	for (const [position, document] of read().entries()) {
		const isPaid = paid.has(ids[position]);
		if (!isPaid) deepStrictEqual(document, before[position]);
		else deepStrictEqual(heart(document), { ...heart(before[position]), paid: true });
	}

	admin.clearJournal();
	const again = await run(bankFile(day), previewOff);
	strictEqual(ran(again, 'Mark as Paid'), false);
	deepStrictEqual(writesIn(sandbox), []);
}

const heading = 'id,variableSymbol,amount,currency,message,kind';

/** The result of each row, and the documents that were marked. */
async function outcomeOf(
	{ sandbox: { admin }, run }: Bank,
	file: string | Buffer,
	more: Changes = {},
) {
	const result = await run(file, { ...previewOff, ...more });
	const results = itemsOf(result, 'Match Payments').map(({ json }) => json.result);
	const marked = ran(result, 'Mark as Paid')
		? itemsOf(result, 'Mark as Paid').map(({ json }) => String(json.id))
		: [];
	ok(marked.every((id) => admin.document(id).payments?.paid === true));
	return { results, marked };
}

const invoice = (
	{ sandbox: { admin } }: Bank,
	variableSymbol: string,
	more: DocumentFields = {},
) => {
	const fields = documentOf(1, { variableSymbol, total: 1210.5, currency: 'CZK', ...more });
	return String(admin.createDocuments({ fields })[0]?.id);
};

async function asksAPerson(bank: Bank): Promise<void> {
	invoice(bank, '1001', { payments: { paid: true } });
	const file = [heading, 'P-1,1001,1210.50,CZK,,', 'P-2,,1.00,CZK,,'].join('\n');
	const result = await bank.run(file, previewOff);
	deepStrictEqual(
		itemsOf(result, 'For a Person').map(({ json }) => [(json.row as Row).id, json.result]),
		[
			['P-1', 'alreadyPaid'],
			['P-2', 'noKey'],
		],
	);
	deepStrictEqual(writesIn(bank.sandbox), []);
}

type Row = Record<string, string>;

async function knowsPayments(bank: Bank): Promise<void> {
	const [double, first, second, rounded, returned] = ['1', '2', '3', '4', '5'].map((one) =>
		invoice(bank, `100${one}`, one === '4' ? { total: 1210.5004 } : {}),
	);
	const rows: Array<[row: string, result: string]> = [
		['P-1,1001,1210.50,CZK,,', 'matched'],
		['P-1,1001,1210.50,CZK,,', 'repeated'],
		['P-2,1001,1210.50,CZK,,', 'alreadyPaid'],
		['P-3,,"2 421,00",CZK,"VS 1002, VS 1003",', 'severalDocuments'],
		['P-4,1004,1210.5,CZK,,', 'matched'],
		['P-5,1005,1210.5,CZK,,', 'returned'],
		['P-6,1005,1210.5,CZK,,RC', 'returned'],
	];
	const { results, marked } = await outcomeOf(
		bank,
		[heading, ...rows.map(([row]) => row)].join('\n'),
	);
	deepStrictEqual(
		results,
		rows.map(([, result]) => result),
	);
	deepStrictEqual(marked.sort(), [double, first, second, rounded].sort());
	strictEqual(bank.sandbox.admin.document(returned ?? '').payments?.paid, false);
}

async function continuesAfterRefusal(bank: Bank): Promise<void> {
	const [refused, marked] = ['1001', '1002'].map((symbol) => invoice(bank, symbol));
	const url = `/v2/accountingdocuments/${refused}`;
	bank.sandbox.admin.addFault({ kind: 'status', status: 400, match: { method: 'PUT', url } });
	const rows = ['P-1,1001,1210.5,CZK,,', 'P-2,1002,1210.5,CZK,,'];
	const result = await bank.run([heading, ...rows].join('\n'), previewOff);
	const idsIn = (node: string) => itemsOf(result, node).map(({ json }) => String(json.id));
	deepStrictEqual(idsIn('Mark as Paid'), [marked]);
	strictEqual(itemsOf(result, 'Not Marked').length, 1);
	strictEqual(bank.sandbox.admin.document(refused ?? '').payments?.paid, false);
}

/** The columns of four banks, as their files had them. In Windows-1250, "Částka" is read as "Èástka". */
const banks: Array<{ lines: string[]; columns: string[]; encoding?: 'latin1' }> = [
	{
		lines: [
			'ID pohybu;Datum;Objem;Měna;Protiúčet;KS;VS;SS;Zpráva pro příjemce;Typ',
			'9001;14.07.2026;1 210,50;CZK;123/0800;0308;1001;;dekuji;Bezhotovostní příjem',
			'9002;14.07.2026;-1 210,50;CZK;123/0800;;1002;;;Bezhotovostní platba',
		],
		columns: ['Objem', 'Měna', 'VS', 'Zpráva pro příjemce', 'ID pohybu'],
	},
	{
		lines: [
			'Datum provedení;Číslo účtu;Typ transakce;Zpráva;VS;KS;SS;Zaúčtovaná částka;Měna účtu;Id transakce',
			'12.10.2026;1/5500;Příchozí úhrada;;0000001001;;;1 210,50;CZK;771',
			'13.10.2026;1/5500;Odchozí úhrada;;1002;;;-1 210,50;CZK;772',
		],
		columns: ['Zaúčtovaná částka', 'Měna účtu', 'VS', 'Zpráva', 'Id transakce'],
	},
	{
		lines: [
			'Datum splatnosti;Protiúèet a kód banky;Èástka;VS;KS;SS;Identifikace transakce;Popis pro pøíjemce',
			'02.09.2026;1/0800;1 210,50;1001;;;KB001;',
			'08.09.2026;1/0800;-1 210,50;1002;;;KB002;',
		],
		columns: ['Èástka', 'CZK', 'VS', 'Popis pro pøíjemce', 'Identifikace transakce'],
		encoding: 'latin1',
	},
	{
		lines: [
			'èíslo úètu;datum zaúètování;èástka;mìna;zùstatek;variabilní symbol;oznaèení operace;ID transakce;poznámka',
			'1/0300;19.02.2026;1210,5;CZK;5753,78;1001;Pøíchozí úhrada;6924891286;',
			'1/0300;19.02.2026;-1210,5;CZK;5877,48;1002;Odchozí úhrada;6924626436;',
		],
		columns: ['èástka', 'mìna', 'variabilní symbol', 'poznámka', 'ID transakce'],
		encoding: 'latin1',
	},
];

async function readsBanks(bank: Bank): Promise<void> {
	for (const { lines, columns, encoding = 'utf8' } of banks) {
		const [incoming, outgoing] = ['1001', '1002'].map((symbol) => invoice(bank, symbol));
		const column = (name = '') => (name === 'CZK' ? name : `={{ $json['${name}'] }}`);
		const file = Buffer.from(['Výpis', '', ...lines].join('\r\n'), encoding);
		const { results, marked } = await outcomeOf(bank, file, {
			'Extract Rows': { options: { delimiter: ';', encoding, fromLine: 3 } },
			'Match Payments': {
				paymentAmount: column(columns[0]),
				paymentCurrency: column(columns[1]),
				paymentSymbol: column(columns[2]),
				paymentMessage: column(columns[3]),
				paymentId: column(columns[4]),
			},
		});
		deepStrictEqual([results, marked], [['matched', 'notFound'], [incoming]]);
		for (const id of [incoming, outgoing]) bank.sandbox.admin.deleteDocument(id ?? '');
	}
}

const ran = ({ data }: RunResult, node: string) => data.resultData.runData[node] !== undefined;

/** Every payment has the one result that is right, and the documents to mark are those that the payments pay. */
function judge(day: BankDay, ids: string[], result: RunResult): void {
	const given = itemsOf(result, 'Match Payments').map(({ json }) => json);
	const payments = inFileOrder(day);
	const shown = (resultOf: (index: number) => unknown) =>
		payments.map(({ payment, variableSymbol, amount }, index) =>
			[payment, variableSymbol, amount, resultOf(index)].join(' | '),
		);
	deepStrictEqual(
		shown((index) => given[index]?.result),
		shown((index) => day.results.get(payments[index]?.payment ?? '')),
	);
	const paid = payments.flatMap(({ payment }, index) =>
		given[index]?.result === 'matched' ? [`${payment} ${String(given[index].id)}`] : [],
	);
	const pays = [...day.pays].map(([payment, position]) => `${payment} ${ids[position]}`);
	deepStrictEqual(paid.sort(), pays.sort());
	const together = given.filter((one) => one.result === 'matchedTogether' && one.id !== null);
	const expected = [...day.together].map((position) => ids[position]);
	deepStrictEqual(together.map(({ id }) => String(id)).sort(), expected.sort());
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
