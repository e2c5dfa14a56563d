import { Decimal } from '../../shared/decimal';
import { type MatchDocument, byNewest } from './document';
import type { NamedDocuments } from './named';
import { isInDoubt, settledIn, unpaidIn, type Row, Together, verdict } from './rows';

/**
 * The rules of Match Payments, in their order. A row with a verdict takes no part in later rules. What is not certain
 * goes to a person.
 */

/** Calls `judge` for each group of rows with the same key. Rows with an empty key are in none. */
function eachGroup(
	rows: Row[],
	keysOf: (row: Row) => string[],
	judge: (group: Row[]) => void,
): void {
	const groups = new Map<string, Row[]>();
	for (const row of rows) {
		for (const key of keysOf(row)) {
			const group = groups.get(key) ?? [];
			groups.set(key, group);
			group.push(row);
		}
	}
	for (const group of groups.values()) judge(group);
}

/** The same movement twice, as in two files that overlap. */
export function findRepeated(rows: Row[]): void {
	const keysOf = ({ payment: { id, money }, amount }: Row) =>
		id === '' ? [] : [[money, amount, id].join('\n')];
	eachGroup(rows, keysOf, ([first, ...others]) => {
		for (const row of others) row.verdict = verdict('repeated', [], { other: first });
	});
}

/** Money that the bank took back, or that went both ways. */
export function findReturned(rows: Row[]): void {
	for (const row of rows) if (row.payment.isReversal) row.verdict = verdict('returned');
	const keysOf = ({ payment: { symbols }, amount }: Row) =>
		symbols.map((symbol) => [amount, symbol].join('\n'));
	eachGroup(rows, keysOf, (group) => {
		const incoming = group.filter(({ payment }) => payment.money === 'incoming');
		const outgoing = group.filter(({ payment }) => payment.money === 'outgoing');
		if (incoming.length === 0 || outgoing.length === 0) return;
		for (const row of incoming) row.verdict = verdict('returned', [], { other: outgoing[0] });
		for (const row of outgoing) row.verdict = verdict('returned', [], { other: incoming[0] });
	});
}

type Pay = (document: MatchDocument, row: Row) => void;

/** Rows that pay all unpaid documents that they name, to the last digit. */
export function matchEach(rows: Row[], pay: Pay): void {
	for (const row of rows) {
		const documents = paidExactly(row);
		if (!documents || isInDoubt(row)) continue;
		for (const document of documents.sort(byNewest)) pay(document, row);
		row.verdict = verdict(documents.length === 1 ? 'matched' : 'severalDocuments', documents);
	}
}

/** Ends as soon as the sum is too high, so a symbol of thousands of documents costs little. */
function paidExactly(row: Row): MatchDocument[] | undefined {
	const { amount, currency } = row.payment;
	const documents: MatchDocument[] = [];
	let sum = Decimal.zero;
	for (const document of unpaidIn(row)) {
		if (!isPayable(document) || document.currency !== currency) return undefined;
		sum = sum.plus(document.due);
		if (sum.compare(amount) > 0) return undefined;
		documents.push(document);
	}
	return documents.length > 0 && sum.equals(amount) ? documents : undefined;
}

const isPayable = (document: MatchDocument): document is MatchDocument & { due: Decimal } =>
	!document.isDraft && document.due !== undefined && document.due.sign > 0;

/** The rows that name a document, and no other unpaid one. */
type RowsByDocument = ReadonlyMap<MatchDocument, Together>;

/** Rows that pay one document together: instalments, if all rows that name it are clear. */
export function matchTogether(rows: Row[], pay: Pay): RowsByDocument {
	const byDocument = new Map<MatchDocument, Together>();
	const shared = new Set<NamedDocuments>();
	for (const row of rows) {
		const [document, other] = firstTwo(unpaidIn(row));
		if (other) row.named.forEach((list) => shared.add(list));
		if (!document || other) continue;
		const together = byDocument.get(document) ?? new Together();
		byDocument.set(document, together);
		together.add(row);
	}
	const isNamedWithOthers = new Set([...shared].flatMap(({ unpaid }) => [...unpaid]));
	for (const [document, together] of byDocument) {
		if (isNamedWithOthers.has(document) || !payExactly(together, document)) continue;
		const last = together.rows[together.rows.length - 1];
		pay(document, last);
		for (const row of together.rows) {
			const other = row === last ? undefined : last;
			row.verdict = verdict('matchedTogether', [document], { other, together });
		}
	}
	return byDocument;
}

function firstTwo(documents: Iterable<MatchDocument>): MatchDocument[] {
	const found: MatchDocument[] = [];
	for (const document of documents) {
		found.push(document);
		if (found.length === 2) break;
	}
	return found;
}

function payExactly(together: Together, document: MatchDocument): boolean {
	const { rows, sum, areSurelyDifferent } = together;
	return (
		rows.length > 1 &&
		isPayable(document) &&
		rows.every((row) => row.payment.currency === document.currency && !isInDoubt(row)) &&
		sum.equals(document.due) &&
		areSurelyDifferent
	);
}

/** Why a person has to decide. */
export function explainRest(rows: Row[], byDocument: RowsByDocument): void {
	for (const row of rows) row.verdict = verdictOfRest(row, byDocument);
}

function verdictOfRest(row: Row, byDocument: RowsByDocument): Row['verdict'] {
	const { named, payment } = row;
	if (named.length === 0) return verdict(payment.symbols.length === 0 ? 'noKey' : 'notFound');
	const [document, other] = firstTwo(unpaidIn(row));
	if (!document) return verdictOfPaid(row);
	if (other || isInDoubt(row)) return verdict('ambiguous');
	const together = byDocument.get(document);
	if (document.currency !== payment.currency) return verdict('otherCurrency', [document]);
	// A draft, or the row named several documents before another row paid the others.
	if (document.due?.equals(payment.amount)) return verdict('ambiguous');
	return verdict('differentAmount', [document], { together });
}

/** Other rows pay what it names, or it is paid already. A payment in another currency has not paid it. */
function verdictOfPaid(row: Row): Row['verdict'] {
	const [document, other] = firstTwo(settledIn(row));
	const isOther = document && !other && document.currency !== row.payment.currency;
	return isOther && !isInDoubt(row) ? verdict('otherCurrency', [document]) : verdict('alreadyPaid');
}
