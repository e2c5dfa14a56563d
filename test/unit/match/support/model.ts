import {
	keyOf,
	readAmount,
	readCurrency,
	readMoney,
	readPaymentId,
	standsIn,
	symbolsInMessage,
	textCell,
} from './cells';
import { decimal, decimalsOf, equal, type Exact, minus, plus, round, show } from './exact';
import type { Cells, DocumentRecord, Expected, Options } from './records';

/**
 * A model of Match Payments, written from its contract by someone who had read no code. Slow and obvious on purpose:
 * every row is compared with every document.
 */

type Known = ReturnType<typeof readDocument>;

type Row = ReturnType<typeof readRow> & {
	result?: string;
	named?: Known[];
	document?: Known;
	several?: Known[];
	last?: Row;
};

/** As Simplified has it: the flag, or the amount paid reaches the total. */
function isPaid({ payments, total, amountPaid }: DocumentRecord): boolean {
	if (payments.paid) return true;
	if (total === null || total === 0) return false;
	const paid = amountPaid ?? 0;
	return total < 0 ? paid <= total : paid >= total;
}

function readDocument(record: DocumentRecord, place: number) {
	const currency = readCurrency(record.currency) ?? '';
	const total = decimal(record.total ?? 'none');
	const amountPaid = decimal(record.amountPaid ?? 0);
	const number = record.direction === 1 ? record.accountingDocumentNo : record.externalNo;
	const decimals = decimalsOf(currency);
	return {
		place,
		id: record.id,
		type: record.type,
		direction: record.direction,
		currency,
		total: total && round(total, decimals),
		due: total && amountPaid && round(minus(total, amountPaid), decimals),
		paid: isPaid(record),
		paidByRow: false,
		symbolKey: keyOf(record.variableSymbol),
		number: textCell(number) ?? '',
		variableSymbol: textCell(record.variableSymbol) ?? '',
	};
}

function readRow(cells: Partial<Cells>, index: number) {
	const currency = readCurrency(cells.paymentCurrency);
	const read = readAmount(cells.paymentAmount, currency);
	const way = readMoney(cells.money);
	const bySign = read && (read.minus ? 'outgoing' : 'incoming');
	const money = way?.by === 'sign' ? bySign : way?.direction;
	const symbol = textCell(cells.paymentSymbol);
	const message = textCell(cells.paymentMessage);
	const id = textCell(cells.paymentId);
	const isContrary = way?.direction === 'incoming' && read?.minus === true;
	const texts = [currency, read, way, symbol, message, id];
	const row = {
		index,
		isUnclear: texts.includes(undefined) || isContrary,
		currency: currency ?? '',
		amount: read?.amount ?? { n: 0n, s: 0 },
		money: money ?? null,
		reversal: way?.reversal === true,
		id: readPaymentId(cells.paymentId) ?? '',
		symbols: new Set<string>(),
		messages: message ? [message] : [],
	};
	// "Variable Symbol if it has only digits; else it is read as Message."
	if (symbol && /^[0-9]+$/.test(symbol.replace(/[\s\p{Pd}\u2212]/gu, ''))) {
		if (keyOf(symbol) !== '') row.symbols.add(keyOf(symbol));
	} else if (symbol) row.messages.push(symbol);
	for (const text of row.messages) for (const key of symbolsInMessage(text)) row.symbols.add(key);
	return row;
}

/** The documents that a row names, each once, in the order of the list. */
function namedBy(row: Row, documents: Known[]): Known[] {
	const named = new Set<Known>();
	for (const symbol of row.symbols) {
		const bySymbol = documents.filter((one) => one.symbolKey === symbol);
		const byNumber = documents.filter((one) => keyOf(one.number) === symbol && symbol.length >= 4);
		for (const one of bySymbol.length > 0 ? bySymbol : byNumber) named.add(one);
	}
	for (const message of row.messages)
		for (const one of documents)
			if (standsIn(one.number, message) || standsIn(one.variableSymbol, message)) named.add(one);
	return documents.filter((one) => named.has(one));
}

const sum = (list: Exact[]) => list.reduce(plus, { n: 0n, s: 0 });

const dueOf = ({ due }: Known): Exact => due ?? { n: 0n, s: 0 };

const openOf = ({ named = [] }: Row) => named.filter(({ paid }) => !paid);

function fits(row: Row): boolean {
	const open = openOf(row);
	const isPayable = (one: Known) => one.currency === row.currency && dueOf(one).n > 0n;
	return open.length > 0 && open.every(isPayable) && equal(sum(open.map(dueOf)), row.amount);
}

const inDoubt = (row: Row, reusedSymbols: boolean) =>
	!reusedSymbols &&
	(row.named ?? []).some(
		({ paid, currency, total }) =>
			paid && currency === row.currency && total !== null && equal(total, row.amount),
	);

function findRepeated(rows: Row[]): void {
	const isSame = (row: Row, other: Row) =>
		other.index < row.index &&
		other.id === row.id &&
		equal(other.amount, row.amount) &&
		other.currency === row.currency &&
		other.money === row.money;
	for (const row of rows)
		if (row.id !== '' && rows.some((other) => isSame(row, other))) row.result = 'repeated';
}

function findReturned(rows: Row[]): void {
	for (const row of rows) if (row.reversal) row.result = 'returned';
	for (const a of rows) {
		for (const b of rows) {
			if (a.money !== 'incoming' || b.money !== 'outgoing') continue;
			if (a.currency !== b.currency || !equal(a.amount, b.amount)) continue;
			if ([...a.symbols].some((symbol) => b.symbols.has(symbol))) a.result = b.result = 'returned';
		}
	}
}

function payTogether(rest: Row[], document: Known, reusedSymbols: boolean): void {
	if (document.paid || document.due === null) return;
	const naming = rest.filter((row) => !row.result && row.named?.includes(document));
	if (naming.length < 2) return;
	if (naming.some((row) => openOf(row).length > 1)) return;
	if (naming.some((row) => row.currency !== document.currency || inDoubt(row, reusedSymbols)))
		return;
	if (!equal(sum(naming.map(({ amount }) => amount)), document.due)) return;
	const mayBeSame = (a: Row, b: Row) =>
		a !== b && equal(a.amount, b.amount) && (a.id === '' || b.id === '' || a.id === b.id);
	if (naming.some((a) => naming.some((b) => mayBeSame(a, b)))) return;
	document.paid = document.paidByRow = true;
	for (const row of naming)
		Object.assign(row, { result: 'matchedTogether', document, last: naming.at(-1) });
}

/** Whether another row pays the only document that was unpaid, which this row cannot have paid. */
function isOfOtherCurrency(row: Row, reusedSymbols: boolean): boolean {
	const [document, other] = (row.named ?? []).filter(({ paidByRow }) => paidByRow);
	if (!document || other || inDoubt(row, reusedSymbols)) return false;
	return document.currency !== row.currency;
}

function restOf(row: Row, reusedSymbols: boolean): string {
	const [document, other] = openOf(row);
	if (row.named?.length === 0) return row.symbols.size === 0 ? 'noKey' : 'notFound';
	if (!document) return isOfOtherCurrency(row, reusedSymbols) ? 'otherCurrency' : 'alreadyPaid';
	if (other || inDoubt(row, reusedSymbols)) return 'ambiguous';
	if (document.currency !== row.currency) return 'otherCurrency';
	// It fits only since a later row took its other documents.
	return fits(row) ? 'ambiguous' : 'differentAmount';
}

/** @param documents the newest first */
export function match(
	payments: Array<Partial<Cells>>,
	documents: DocumentRecord[],
	{ documentTypes, reusedSymbols }: Options,
): Expected[] {
	const all = documents.map(readDocument);
	const rows: Row[] = payments.map(readRow);
	const forRow = ({ money }: Row) =>
		all.filter(
			({ direction, type }) =>
				direction === (money === 'incoming' ? 1 : 0) && documentTypes.includes(type),
		);
	const left = () => rows.filter(({ result }) => !result);
	for (const row of rows) if (row.isUnclear) row.result = 'unclear';
	findRepeated(left());
	findReturned(left());
	const rest = left();
	for (const row of rest) row.named = namedBy(row, forRow(row));
	for (const row of rest) {
		if (!fits(row) || inDoubt(row, reusedSymbols)) continue;
		const open = openOf(row);
		row.result = open.length === 1 ? 'matched' : 'severalDocuments';
		Object.assign(row, open.length === 1 ? { document: open[0] } : { several: open });
		for (const one of open) one.paid = one.paidByRow = true;
	}
	for (const document of all) payTogether(rest, document, reusedSymbols);
	for (const row of rest) row.result ??= restOf(row, reusedSymbols);
	return rows.map((row) => expectedOf(row, forRow(row)));
}

function expectedOf(row: Row, documents: Known[]): Expected {
	const { result = '', document, several = [], named, last } = row;
	const isMarked = document !== undefined && (last === undefined || last === row);
	const compared = document ?? (result === 'differentAmount' ? openOf(row)[0] : undefined);
	const due = several.length > 0 ? sum(several.map(dueOf)) : (compared?.due ?? null);
	const withDue = documents.filter(
		(one) => !one.paid && one.currency === row.currency && one.due && equal(one.due, row.amount),
	);
	return {
		result,
		id: isMarked ? document.id : null,
		ids: several.map(({ id }) => id),
		amount: show(row.amount),
		money: row.money,
		currency: row.currency,
		amountDue: show(due),
		candidates: (named && named.length > 0 ? named : withDue).slice(0, 5).map(({ id }) => id),
	};
}
