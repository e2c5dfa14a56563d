import { textFrom } from '../../shared/client/json';
import { printable, shortened } from '../../shared/client/redact';
import type { Decimal } from '../../shared/decimal';
import { decimalsOf } from '../../shared/decimal';
import { inWords, someInWords } from '../../shared/fields/values';
import { rowAtStart, rowOf, rowsOf } from '../inputRows';
import type { MatchDocument } from './document';
import { isInDoubt, unpaidIn, type Row, type MatchVerdict } from './rows';

/** One sentence, or two, for the person who decides. */
export const reasonInWords = (row: Row, verdict: MatchVerdict): string =>
	reasons[verdict.result](row, verdict);

const maxText = 60;

/** More documents or rows than a person reads in one sentence. */
const maxNamedRows = 5;

const short = (text: string) => shortened(printable(text), maxText);

const money = (amount: Decimal, currency: string) =>
	`${amount.toString(decimalsOf(currency, [amount]))} ${short(currency)}`;

const paid = ({ payment: { amount, currency } }: Row) => money(amount, currency);

/** "FV2026-0001 (Example Ltd)" */
function name({ number, id, contactName }: MatchDocument): string {
	const called = short(number || `ID ${textFrom(id)}`);
	return contactName ? `${called} (${short(contactName)})` : called;
}

const due = ({ due: amount, currency }: MatchDocument) =>
	amount ? money(amount, currency) : 'an unknown amount';

const symbolsOf = ({ payment: { symbols } }: Row) =>
	`${symbols.length === 1 ? 'the symbol' : 'one of the symbols'} ${someInWords(symbols.map(short), maxNamedRows)}`;

/** " An unpaid credit note has the same symbol: …", or nothing. */
function unpaidCreditNote({ scope, payment }: Row): string {
	const found = scope.creditNoteOf(payment);
	return found ? ` An unpaid credit note has the same symbol: ${name(found)}, ${due(found)}.` : '';
}

/** " Unpaid documents with this amount due: …", or nothing. */
function suggestions({ scope, payment }: Row): string {
	const found = scope.withDue(payment);
	if (found.length === 0) return '';
	return ` Unpaid documents with this amount due: ${inWords(found.map(name))}.`;
}

/** " Together with rows 1 and 3, it is 1210.00 CZK.", and whether rows may be one payment, or nothing. */
function otherRows(row: Row, { together }: MatchVerdict): string {
	if (!together || together.rows.length < 2 || !together.isOneCurrency) return '';
	const count = together.rows.length;
	const others = together.rows.slice(0, maxNamedRows + 1).filter((one) => one !== row);
	const rows = rowsOf(others.slice(0, maxNamedRows).map(({ item }) => item));
	const more = count - 1 > maxNamedRows ? ` and ${count - 1 - maxNamedRows} more` : '';
	const same = together.areSurelyDifferent
		? ''
		: ' Rows with equal amounts may be the same payment. Fill in Payment ID to tell them apart.';
	return ` Together with ${rows}${more}, it is ${money(together.sum, row.payment.currency)}.${same}`;
}

/** " Row 2 of this file pays FV2026-0002.", or nothing. */
const paidByRow = (document: MatchDocument): string =>
	document.paidBy === undefined
		? ''
		: ` ${rowAtStart(document.paidBy)} of this file pays ${name(document)}.`;

/** " Already paid: FV2026-0001." and the documents that other rows pay. One may be what the row paid. */
function paidOnes({ named }: Row): string {
	const all = [...new Set(named.flatMap((list) => list.documents))];
	const before = all.filter(({ isPaid, paidBy }) => isPaid && paidBy === undefined);
	const already =
		before.length > 0 ? ` Already paid: ${someInWords(before.map(name), maxNamedRows)}.` : '';
	return already + all.map(paidByRow).join('');
}

function unpaidOnes(row: Row): string {
	const names: string[] = [];
	for (const document of unpaidIn(row)) {
		if (names.length === maxNamedRows) return `${names.join(', ')} and others`;
		names.push(`${name(document)}, ${due(document)}`);
	}
	return inWords(names);
}

function ambiguous(row: Row): string {
	const unpaid = unpaidOnes(row);
	if (isInDoubt(row)) {
		return `A document with the same total is paid, maybe by this payment.${paidOnes(row)} Unpaid: ${unpaid}.`;
	}
	const [document, other] = unpaidIn(row);
	if (other) {
		return `The payment names several unpaid documents, and ${paid(row)} is not their sum, or not in their currency: ${unpaid}.${unpaidCreditNote(row)}`;
	}
	return document.isDraft
		? `The document is a draft, so it may still change: ${unpaid}.`
		: `The payment also names documents that other rows pay. Unpaid: ${unpaid}.`;
}

/** By result. */
export const reasons: Readonly<
	Record<MatchVerdict['result'], (row: Row, verdict: MatchVerdict) => string>
> = {
	matched: (row, { documents: [document] }) => `Pays ${name(document)}: ${paid(row)}.`,
	severalDocuments: (row, { documents }) =>
		`Pays ${documents.length} documents together: ${someInWords(documents.map(name), maxNamedRows)}, ${paid(row)}.`,
	matchedTogether: (_row, { documents: [document], other, together }) => {
		const rows = `${together?.rows.length ?? 0} payments pay ${name(document)} together: ${due(document)}.`;
		return other ? `${rows} The last of them, ${rowOf(other.item)}, has its ID.` : rows;
	},
	differentAmount: (row, verdict) => {
		const [document] = verdict.documents;
		return `${name(document)}: ${paid(row)} was paid, ${due(document)} is due.${otherRows(row, verdict)}${unpaidCreditNote(row)}`;
	},
	alreadyPaid: (row) =>
		`${paidOnes(row).trim()} The money may have come twice, so look before you ignore the row.`,
	ambiguous,
	notFound: (row) =>
		`No ${row.scope.side} document has ${symbolsOf(row)}.${unpaidCreditNote(row)}${suggestions(row)}`,
	noKey: (row) =>
		`${row.payment.symbol ? `No symbol can be read from Variable Symbol "${short(row.payment.symbol)}"` : 'Variable Symbol is empty'}, and Message names no symbol or document.${suggestions(row)}`,
	otherCurrency: (row, { documents: [document] }) =>
		`The payment is ${paid(row)}, but for ${name(document)} ${due(document)} is due.${paidByRow(document)}`,
	repeated: (_row, { other }) =>
		`Has the Payment ID, amount and currency of ${rowOf(other?.item ?? 0)}, so it is the same payment.`,
	returned: (row, { other }) => {
		const also = other
			? ` See ${rowOf(other.item)}, which has the same symbol and amount in the other direction.`
			: '';
		return row.payment.isReversal
			? `The bank took a payment back.${also}`
			: `The money came and went back.${also}`;
	},
	unclear: () => '',
};
