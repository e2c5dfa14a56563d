/** A position in a message where a word may begin. */
interface Start {
	message: string;
	at: number;
	/** Where a word from there has to end at the latest: before the digits of another symbol. */
	limit: number;
	/** The text from there, for the order. */
	head: string;
}

/** Limits the comparisons of messages that repeat themselves. A longer word is compared with the message itself. */
const maxHead = 100;

const continues = /[/._\p{Pd}−]*[\p{L}\p{M}\p{N}]/uy;

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u;
const joiner = /[/._\p{Pd}−]/u;

/** A specific or constant symbol, before its digits. */
const otherSymbol = /(?<![\p{L}\p{N}])[sk]s[ :.=/#-]{0,4}(?=\d)/gu;

const digits = /\d*/y;

/**
 * Finds the messages that contain a word. The starts of all words are sorted, so a search takes the logarithm of their
 * number, however many documents are searched for.
 */
export class MessageIndex {
	private readonly starts: Start[];

	/** @param messages by `messageOf` (keys.ts), none twice */
	constructor(messages: Iterable<string>) {
		this.starts = [...messages].flatMap(startsIn);
		this.starts.sort((a, b) => (a.head < b.head ? -1 : Number(a.head > b.head)));
	}

	get isEmpty(): boolean {
		return this.starts.length === 0;
	}

	/** @param word by `wordsIn` (keys.ts) @returns the messages in which it stands as a whole word */
	find(word: string): Set<string> {
		const found = new Set<string>();
		const prefix = word.slice(0, maxHead);
		for (let index = this.firstFrom(prefix); index < this.starts.length; index++) {
			const { message, at, limit, head } = this.starts[index];
			if (!head.startsWith(prefix)) break;
			const end = at + word.length;
			if (end <= limit && message.startsWith(word, at) && isEndOfWord(message, end))
				found.add(message);
		}
		return found;
	}

	/** The first start that does not come before the prefix. */
	private firstFrom(prefix: string): number {
		let [low, high] = [0, this.starts.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.starts[middle].head < prefix) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function startsIn(message: string): Start[] {
	const starts: Start[] = [];
	/** Whether the last character that is no joiner is a letter or digit. */
	let isJoined = false;
	let at = 0;
	const readUntil = (end: number, limit?: number) => {
		for (; at < end; at++) {
			const character = message[at];
			if (limit !== undefined && character !== ' ' && !isJoined)
				starts.push({ message, at, limit, head: message.slice(at, at + maxHead) });
			if (!joiner.test(character)) isJoined = letterOrDigit.test(character);
		}
	};
	for (const { 0: name, index } of message.matchAll(otherSymbol)) {
		const limit = index + name.length;
		readUntil(limit, limit);
		digits.lastIndex = at;
		readUntil(at + (digits.exec(message)?.[0].length ?? 0));
	}
	readUntil(message.length, message.length);
	return starts;
}

/** Whether no letter or digit follows a word, nor a character that joins one: 20260001/0100 is another number. */
function isEndOfWord(message: string, end: number): boolean {
	continues.lastIndex = end;
	return !continues.test(message);
}
