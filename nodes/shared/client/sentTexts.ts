/** Shorter ones - a currency, a country - are words like any other. */
const shortest = 4;

/** Below this length a text is looked for as a whole word only. */
const anywhereFrom = 8;

/** The texts of a request's body by their first characters, the longest first. */
export type SentTexts = Map<string, string[]>;

/** The texts in a body, in the forms in which an answer may quote them: as they are, and escaped for JSON. */
export function textsIn(body: unknown): SentTexts {
	const all = new Set<string>();
	const left = [body];
	while (left.length > 0) {
		const value = left.pop();
		if (typeof value === 'string') {
			const text = value.trim();
			if (text.length >= shortest) all.add(text).add(JSON.stringify(text).slice(1, -1));
		} else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
			for (const member of Object.values(value) as unknown[]) left.push(member);
		}
	}
	const texts: SentTexts = new Map();
	for (const text of [...all].sort((a, b) => b.length - a.length)) {
		const key = text.slice(0, shortest);
		const others = texts.get(key);
		if (others) others.push(text);
		else texts.set(key, [text]);
	}
	return texts;
}

/** A text without the sent ones, also without the beginning of one at its end. One pass over the text. */
export function withoutSent(text: string, sent: SentTexts): string {
	let clean = '';
	let from = 0;
	for (let at = 0; at < text.length;) {
		const candidates = sent.get(text.slice(at, at + shortest)) ?? [];
		const found = candidates.find((one) => standsAt(text, at, one));
		if (found === undefined) {
			at++;
			continue;
		}
		clean += `${text.slice(from, at)}[hidden]`;
		at += found.length;
		from = at;
	}
	return clean + text.slice(from);
}

const wordCharacter = /[\p{L}\p{N}_]/u;

function standsAt(text: string, at: number, sent: string): boolean {
	if (!text.startsWith(sent.slice(0, text.length - at), at)) return false;
	if (sent.length >= anywhereFrom) return true;
	const [before, after] = [text.charAt(at - 1), text.charAt(at + sent.length)];
	return !wordCharacter.test(before) && !wordCharacter.test(after);
}
