import { creditNote, type Side } from '../../shared/documents/choices';
import { amountKey, type MatchDocument, Newest, byNewest } from './document';
import { matchKey, lettersAndDigits, wordsIn } from './keys';
import { MessageIndex } from './messageIndex';
import { NamedDocuments } from './named';
import type { Payment } from './payment';

/** A number with fewer letters and digits is no symbol: other documents have it as a part of theirs. */
const minNumber = 4;

type Lists = Map<string, NamedDocuments>;

/**
 * The documents that payments of one direction and the same Types may pay. It is made from the payments, and keeps only
 * documents that one of them names, or whose due one of them has.
 */
export class Scope {
	/** Of the payments. A symbol names documents by their number only if no document has it as its symbol. */
	private readonly symbols: ReadonlySet<string>;

	/** By `amountKey`. */
	private readonly amounts: ReadonlySet<string>;

	private readonly bySymbol: Lists = new Map();

	private readonly byNumber: Lists = new Map();

	private readonly byMessage: Lists = new Map();

	/** Unpaid credit notes by symbol, which explain a payment that is too low. */
	private readonly creditNotes = new Map<string, Newest>();

	/** Open documents by what is due, for payments that name none. A payment of this run can pay only a named one. */
	private readonly byDue = new Map<string, { named: MatchDocument[]; others: Newest }>();

	private readonly suggested = new Map<string, readonly MatchDocument[]>();

	private readonly messages: MessageIndex;

	/** Incoming money pays issued documents. */
	readonly side: Side;

	private readonly types: ReadonlySet<number>;

	/** @param payments with equal `money` and `types` */
	constructor(payments: Payment[]) {
		this.side = payments[0].money === 'incoming' ? 'issued' : 'received';
		this.types = new Set(payments[0].types);
		this.amounts = new Set(payments.map(({ currency, amount }) => amountKey(currency, amount)));
		this.symbols = new Set(payments.flatMap(({ symbols }) => symbols));
		this.messages = new MessageIndex(new Set(payments.flatMap(({ messages }) => messages)));
	}

	/** @returns the lists that the document is in now */
	add(document: MatchDocument): NamedDocuments[] {
		if (document.side !== this.side) return [];
		if (document.type === creditNote && !document.isPaid) this.keepCreditNote(document);
		if (!this.types.has(document.type)) return [];
		const lists = this.keysOf(document).map(([lists, key]) => this.listIn(lists, key));
		for (const list of lists) list.add(document);
		this.keepDue(document, lists.length > 0);
		return lists;
	}

	/** Whether a payment names the document. */
	names(document: MatchDocument): boolean {
		const mayBePaid = document.side === this.side && this.types.has(document.type);
		return mayBePaid && this.keysOf(document).length > 0;
	}

	/** What payments call the document, and the lists of it. */
	private keysOf(document: MatchDocument): Array<readonly [lists: Lists, key: string]> {
		const symbol = matchKey(document.variableSymbol);
		const number = matchKey(document.number);
		const messages = this.messagesThatName(document);
		return [
			...(this.symbols.has(symbol) ? [[this.bySymbol, symbol] as const] : []),
			...(this.isNumber(number) ? [[this.byNumber, number] as const] : []),
			...messages.map((message) => [this.byMessage, message] as const),
		];
	}

	/** Made with its first document, because most payments need one list of the many that they could. */
	private listIn(lists: Lists, key: string): NamedDocuments {
		const list = lists.get(key) ?? new NamedDocuments(this.amounts);
		lists.set(key, list);
		return list;
	}

	private keepCreditNote(document: MatchDocument): void {
		const symbol = matchKey(document.variableSymbol);
		if (!this.symbols.has(symbol)) return;
		const newest = this.creditNotes.get(symbol) ?? new Newest();
		this.creditNotes.set(symbol, newest);
		newest.add(document);
	}

	private messagesThatName({ number, variableSymbol }: MatchDocument): string[] {
		// Without messages there is nothing to find, and the list may have hundreds of thousands of documents.
		if (this.messages.isEmpty) return [];
		const words = [number, variableSymbol].flatMap(wordsIn);
		return [...new Set(words.flatMap((word) => [...this.messages.find(word)]))];
	}

	/** The lists of documents that a payment names, none of them empty. */
	namedBy({ symbols, messages }: Payment): NamedDocuments[] {
		return [
			...symbols.map((symbol) => this.bySymbol.get(symbol) ?? this.byNumber.get(symbol)),
			...messages.map((message) => this.byMessage.get(message)),
		].filter((list) => list !== undefined);
	}

	/** The newest unpaid documents with this due, for a payment that names none. After the last rule. */
	withDue({ currency, amount }: Payment): readonly MatchDocument[] {
		const key = amountKey(currency, amount);
		const found = this.byDue.get(key);
		const known = this.suggested.get(key);
		if (known || !found) return known ?? [];
		const newest = new Newest();
		for (const list of [found.named, found.others.documents])
			for (const document of list) if (!document.isPaid) newest.add(document);
		this.suggested.set(key, newest.documents);
		return newest.documents;
	}

	/** The newest unpaid credit note with a symbol of the payment. */
	creditNoteOf({ symbols }: Payment): MatchDocument | undefined {
		const found = symbols.flatMap((one) => this.creditNotes.get(one)?.documents ?? []);
		return found.sort(byNewest).at(0);
	}

	private isNumber(number: string): boolean {
		return this.symbols.has(number) && lettersAndDigits(number) >= minNumber;
	}

	private keepDue(document: MatchDocument, isNamed: boolean): void {
		const { currency, due, isPaid } = document;
		const key = due && !isPaid ? amountKey(currency, due) : '';
		if (!this.amounts.has(key)) return;
		const same = this.byDue.get(key) ?? { named: [], others: new Newest() };
		this.byDue.set(key, same);
		if (isNamed) same.named.push(document);
		else same.others.add(document);
	}
}
