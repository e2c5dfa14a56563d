import { EchoFinder, base64Forms } from './echoFinder';

/**
 * Redaction of external text: service messages, headers, field names. Error messages contain such text only through
 * {@link quote}, which shortens it and removes the secrets of this process and text of the request. Services and
 * gateways echo requests in their errors, and requests contain customer data.
 */

/** Secrets of this process, the most recently used one last. */
const secrets = new Set<string>();

/** Tokens expire, so beyond this number the oldest secrets are dropped. */
const maxSecrets = 200;

/** Shorter values match ordinary words. */
const minLength = 4;

/** Finds the secrets, by their minimum length. */
const secretFinders = new Map<number, EchoFinder>();

/** Hides values in everything that is quoted later. */
export function protect(...values: unknown[]): void {
	for (const value of values) {
		const secret = typeof value === 'string' ? value.trim() : '';
		if (secret.length < minLength) continue;
		if (!secrets.has(secret)) secretFinders.clear();
		secrets.delete(secret);
		secrets.add(secret);
	}
	for (const oldest of [...secrets].slice(0, -maxSecrets)) secrets.delete(oldest);
}

function secretFinder(shortest = 0): EchoFinder {
	const known = secretFinders.get(shortest);
	if (known) return known;
	const hiddenOnes = [...secrets].filter(({ length }) => length >= shortest);
	const finder = new EchoFinder(hiddenOnes, hiddenOnes.flatMap(base64Forms));
	secretFinders.set(shortest, finder);
	return finder;
}

const hidden = '[hidden]';

/** The characters of a text, with one {@link hidden} for each echo. A caller stops when it has enough. */
function* redacted(text: string, finder: EchoFinder, sent?: EchoFinder): Generator<string> {
	let hiddenUntil = 0;
	for (let at = 0; at < text.length;) {
		const isHidden = at < hiddenUntil;
		// A secret may begin inside a text of the request and end after it.
		const end = Math.max(finder.endAt(text, at), isHidden ? -1 : (sent?.endAt(text, at) ?? -1));
		if (end > hiddenUntil) hiddenUntil = end;
		if (isHidden) {
			at++;
		} else if (at < hiddenUntil) {
			yield hidden;
			at++;
		} else {
			const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
			yield character;
			at += character.length;
		}
	}
}

/**
 * Removes the secrets of this process.
 * @param shortest secrets below this length stay
 * @param maxLength the rest of a longer text is left out
 */
export function withoutSecrets(text: string, shortest: number, maxLength = Infinity): string {
	let clean = '';
	for (const part of redacted(text, secretFinder(shortest))) {
		clean += part;
		if (clean.length > maxLength) break;
	}
	return clean;
}

/** Finds text of the request whose response is being read. */
let sentFinder: () => EchoFinder | undefined = () => undefined;

/** What a form calls a field of the service: "lineItems[1].vatRateId" is "VAT Rate of Line Item 2". */
export type LabelOf = (field: string) => string | undefined;

let labelOf: LabelOf | undefined;

/**
 * Reads a response. During the call {@link quote} hides text of the request, and fields have the labels of the form.
 * @param request its body and its query parameters
 */
export function whileReading<T>(request: unknown, read: () => T, labels?: LabelOf): T {
	const outer = sentFinder;
	const outerLabels = labelOf;
	labelOf = labels;
	let finder: EchoFinder | undefined;
	sentFinder = () => (finder ??= new EchoFinder(textsIn(request)));
	try {
		return read();
	} finally {
		sentFinder = outer;
		labelOf = outerLabels;
	}
}

/** A field that the service names, as the form calls it. */
export const quoteField = (name: string) => labelOf?.(name) ?? quote(name, 100);

const unprintable = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]$/u;

/** External text, redacted, in one line of at most `maxLength` characters. */
export function quote(text: string, maxLength = 300): string {
	let clean = '';
	let isSpace = false;
	for (const part of redacted(text, secretFinder(), sentFinder())) {
		if (unprintable.test(part)) {
			isSpace = clean !== '';
			continue;
		}
		clean += isSpace ? ` ${part}` : part;
		isSpace = false;
		if (clean.length > maxLength) break;
	}
	return shortened(clean, maxLength);
}

/** A text of at most `maxLength` characters, without half a surrogate pair at its end. */
export const shortened = (text: string, maxLength = 300) =>
	text.length > maxLength
		? `${text.slice(0, maxLength - 1).replace(/\s*[\ud800-\udbff]?$/, '')}…`
		: text;

/**
 * Invisible characters and characters that change how other text is displayed: control characters except line breaks
 * and tabs, bidirectional marks, and lone surrogates.
 */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes invisible characters. */
export function printable(text: string): string {
	return text.replace(invisible, '');
}

/** Longer than any message of this package, so a longer text quotes external text. */
const maxMessageLength = 2000;

/** Cleans up a message that may contain external text. */
export function displayText(text: string): string {
	return printable(shortened(text, maxMessageLength));
}

/** The strings at any depth. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const left = [value];
	while (left.length > 0) {
		const one = left.pop();
		if (typeof one === 'string' && one.trim().length >= minLength) texts.push(one.trim());
		if (typeof one === 'object' && one !== null)
			for (const member of Object.values(one)) left.push(member);
	}
	return texts;
}
