import { echoFormsOf, findEchoes, type Echo, type EchoForms } from './echoes';

/**
 * Redaction of external text: service messages, headers, field names. Error messages contain such text only through
 * {@link quote}, which shortens it and removes the secrets of this process, because services and gateways echo requests
 * in their errors. Values that the user entered stay: a message is about one of them.
 */

/** Secrets of this process, the most recently used one last. */
const secrets = new Map<string, EchoForms>();

/** Tokens expire, so beyond this number the oldest secrets are dropped. */
const maxSecrets = 200;

/** Shorter values match ordinary words. */
const minLength = 4;

/** The secrets of work in progress, which are never dropped. */
const inUse = new Set<() => unknown[]>();

const secretIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Hides values in everything that is quoted later. */
export function protect(...values: unknown[]): void {
	for (const secret of values.map(secretIn)) {
		if (secret.length < minLength) continue;
		const forms = secrets.get(secret) ?? echoFormsOf(secret);
		secrets.delete(secret);
		secrets.set(secret, forms);
	}
	if (secrets.size > maxSecrets) dropOldest();
}

function dropOldest(): void {
	const kept = new Set([...inUse].flatMap((values) => values().map(secretIn)));
	for (const secret of secrets.keys()) {
		if (secrets.size <= maxSecrets) return;
		if (!kept.has(secret)) secrets.delete(secret);
	}
}

/**
 * Hides values during some work, however many other secrets are used in that time, and then as the most recent ones.
 * @param values read again each time, because a request may get a new token
 */
export async function protectDuring<T>(
	values: () => unknown[],
	work: () => Promise<T>,
): Promise<T> {
	inUse.add(values);
	protect(...values());
	try {
		return await work();
	} finally {
		protect(...values());
		inUse.delete(values);
	}
}

/** A longer text is cut off, and so is what may be the beginning of an echo at its end. */
const maxScanned = 90_000;
const longestEcho = 60_000;

const hidden = '[hidden]';

/** Removes the secrets of this process. @param shortest secrets below this length stay */
function withoutSecrets(text: string, shortest = 0): string {
	const scanned = text.slice(0, maxScanned);
	const wanted = [...secrets.values()].filter(({ length }) => length >= shortest);
	const end = scanned.length < text.length ? maxScanned - longestEcho : text.length;
	return hide(scanned.slice(0, end), [...findEchoes(scanned, wanted)]);
}

/** Puts one {@link hidden} in place of echoes that overlap. */
function hide(text: string, echoes: Echo[]): string {
	let clean = '';
	let at = 0;
	for (const [from, to] of echoes.sort(([a, b], [c, d]) => a - c || d - b)) {
		// The text may have been cut off before the echo.
		if (from >= text.length) break;
		if (from >= at) clean += `${text.slice(at, from)}${hidden}`;
		at = Math.max(at, to);
	}
	return clean + text.slice(at);
}

/** In the output, a shorter text may be the number of a document. */
const shortestInOutput = 12;

/** Text of the service for the output, without secrets. */
export const outputText = (text: string) => withoutSecrets(text, shortestInOutput);

/** What a form calls a field of the service: "lineItems[1].vatRateId" is "VAT Rate of Line Item 2". */
export type LabelOf = (field: string) => string | undefined;

let labelOf: LabelOf | undefined;

/** Reads a response. During the call, fields have the labels of the form. */
export function withLabels<T>(labels: LabelOf | undefined, read: () => T): T {
	const outer = labelOf;
	labelOf = labels;
	try {
		return read();
	} finally {
		labelOf = outer;
	}
}

/** A field that the service names, as the form calls it. */
export const quoteField = (name: string) => labelOf?.(name) ?? quote(name, 100);

/** n8n shows messages as HTML. With a space after it, "<" begins no tag. Entities would show in JSON. */
const asText = (text: string) => text.replace(/<(?=[a-z/!?])/gi, '< ');

const unprintable = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]+/gu;

/** External text, redacted, in one line of at most `maxLength` characters. */
export const quote = (text: string, maxLength = 300): string =>
	shortened(asText(withoutSecrets(text.trimStart()).replace(unprintable, ' ').trim()), maxLength);

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
const maxMessageLength = 4000;

/** Cleans up a message that may contain external text. */
export function displayText(text: string): string {
	return asText(printable(shortened(text, maxMessageLength)));
}
