import { creditNote } from '../../shared/documents/choices';
import { amountKey, type MatchDocument, Newest, byNewest } from './document';
import { matchKey, lettersAndDigits, wordsIn } from './keys';
import { MessageIndex } from './messageIndex';
import { NamedDocuments } from './named';
import type { Payment } from './payment';

/** A number with fewer letters and digits is no symbol: other documents have it as a part of theirs. */
const minNumber = 4;

/** What one symbol names: by the symbol of the document, and by its number only if no document has the symbol. */
interface BySymbol {
	symbol: NamedDocuments;
	number: NamedDocuments;
	/** Open credit notes with the symbol, which explain a payment that is too low. */
	creditNotes: Newest;
}

/**
 * The documents that payments of one direction and the same Types may pay. It is made from the payments, and keeps only
 * documents that one of them names, or whose due one of them has.
 */
export class Scope {
	private readonly bySymbol = new Map<string, BySymbol>();

	private readonly byMessage = new Map<string, NamedDocuments>();

	/** Open documents by what is due, for payments that name none. A payment of this run can pay only a named one. */
	private readonly byDue = new Map<string, { named: MatchDocument[]; others: Newest }>();

	private readonly suggested = new Map<string, readonly MatchDocument[]>();

	private readonly messages: MessageIndex;

	private readonly isIssued: boolean;

	private readonly types: ReadonlySet<number>;

	/** @param payments with equal `money` and `types` */
	constructor(payments: Payment[]) {
		this.isIssued = payments[0].money === 'incoming';
		this.types = new Set(payments[0].types);
		const amounts = new Set(payments.map(({ currency, amount }) => amountKey(currency, amount)));
		const named = () => new NamedDocuments(amounts);
		for (const amount of amounts) this.byDue.set(amount, { named: [], others: new Newest() });
		for (const { symbols, messages } of payments) {
			for (const symbol of symbols)
				this.bySymbol.set(symbol, { symbol: named(), number: named(), creditNotes: new Newest() });
			for (const message of messages) this.byMessage.set(message, named());
		}
		this.messages = new MessageIndex(this.byMessage.keys());
	}

	/** @returns the lists that the document is in now */
	add(document: MatchDocument): NamedDocuments[] {
		if (document.isIssued !== this.isIssued) return [];
		if (document.type === creditNote && !document.isPaid) {
			this.bySymbol.get(matchKey(document.variableSymbol))?.creditNotes.add(document);
		}
		if (!this.types.has(document.type)) return [];
		const lists = this.listsOf(document);
		for (const list of lists) list.add(document);
		this.keepDue(document, lists.length > 0);
		return lists;
	}

	/** Whether a payment names the document. */
	names(document: MatchDocument): boolean {
		const mayBePaid = document.isIssued === this.isIssued && this.types.has(document.type);
		return mayBePaid && this.listsOf(document).length > 0;
	}

	/** The lists of the payments that name the document. */
	private listsOf(document: MatchDocument): NamedDocuments[] {
		return [
			this.bySymbol.get(matchKey(document.variableSymbol))?.symbol,
			this.numbered(document.number)?.number,
			...this.messagesThatName(document).map((message) => this.byMessage.get(message)),
		].filter((list) => list !== undefined);
	}

	private messagesThatName({ number, variableSymbol }: MatchDocument): string[] {
		// Without messages there is nothing to find, and the list may have hundreds of thousands of documents.
		if (this.byMessage.size === 0) return [];
		const words = [number, variableSymbol].flatMap(wordsIn);
		return [...new Set(words.flatMap((word) => [...this.messages.find(word)]))];
	}

	/** The lists of documents that a payment names. */
	namedBy({ symbols, messages }: Payment): NamedDocuments[] {
		const lists = [
			...symbols.map((symbol) => this.bySymbol.get(symbol)),
			...messages.map((message) => this.byMessage.get(message)),
		].map((one) => {
			if (one === undefined || one instanceof NamedDocuments) return one;
			return one.symbol.documents.length > 0 ? one.symbol : one.number;
		});
		return lists.filter(
			(list) => list !== undefined && list.documents.length > 0,
		) as NamedDocuments[];
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
		const found = symbols.flatMap((one) => this.bySymbol.get(one)?.creditNotes.documents ?? []);
		return found.sort(byNewest).at(0);
	}

	private numbered(number: string): BySymbol | undefined {
		const found = this.bySymbol.get(matchKey(number));
		return found && lettersAndDigits(matchKey(number)) >= minNumber ? found : undefined;
	}

	private keepDue(document: MatchDocument, isNamed: boolean): void {
		const { currency, due, isPaid } = document;
		const same = due && !isPaid ? this.byDue.get(amountKey(currency, due)) : undefined;
		if (isNamed) same?.named.push(document);
		else same?.others.add(document);
	}
}
