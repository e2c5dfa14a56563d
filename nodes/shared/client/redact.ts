/**
 * Redaction of external text: service messages, headers, field names. Error messages contain such text only through
 * {@link quote}, which shortens it and removes the secrets of this process and the texts of the request. Services and
 * gateways echo requests in their errors, and requests contain customer data.
 */

/** Secrets with the pattern that finds them in any form. */
const secrets = new Map<string, RegExp>();

/** Tokens expire, so beyond this number the oldest secrets are dropped. */
const maxSecrets = 200;

/** Shorter values match ordinary words. */
const minLength = 4;

/** Hides values in everything that is quoted later. */
export function protect(...values: unknown[]): void {
	for (const value of values) {
		const secret = typeof value === 'string' ? value.trim() : '';
		if (secret.length < minLength) continue;
		const pattern =
			secrets.get(secret) ??
			patternOf(secret, [encodeURIComponent(secret), ...base64Forms(secret)]);
		// Move the secret to the end, as the most recently used one.
		secrets.delete(secret);
		secrets.set(secret, pattern);
	}
	for (const [oldest] of [...secrets].slice(0, -maxSecrets)) secrets.delete(oldest);
}

/**
 * Removes the secrets of this process.
 * @param shortest secrets below this length stay
 */
export function withoutSecrets(text: string, shortest = 0): string {
	let clean = text;
	for (const [secret, pattern] of secrets) {
		if (secret.length >= shortest) clean = clean.replace(pattern, hidden);
	}
	return clean;
}

const hidden = '[hidden]';

/** Longer than any secret, so that a cut never leaves a part of one. */
const windowLength = 16_384;

/** Patterns of the texts in the request whose response is being read. */
let sentPatterns: () => RegExp[] = () => [];

/** What a form calls a field of the service: "lineItems[1].vatRateId" is "VAT Rate of Line 2". */
export type LabelOf = (field: string) => string | undefined;

let labelOf: LabelOf | undefined;

/**
 * Reads a response. During the call {@link quote} hides texts of the request, and fields have the labels of the form.
 * @param request its body and its query parameters
 */
export function whileReading<T>(request: unknown, read: () => T, labels?: LabelOf): T {
	const outer = sentPatterns;
	const outerLabels = labelOf;
	labelOf = labels;
	let patterns: RegExp[] | undefined;
	sentPatterns = () =>
		(patterns ??= textsIn(request)
			.sort((one, other) => other.length - one.length)
			.map((text) => patternOf(text)));
	try {
		return read();
	} finally {
		sentPatterns = outer;
		labelOf = outerLabels;
	}
}

/** A field that the service names, as the form calls it. */
export const quoteField = (name: string) => labelOf?.(name) ?? quote(name, 100);

const unprintable = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]+/gu;

/** External text, redacted, in one line of at most `maxLength` characters. */
export function quote(text: string, maxLength = 300): string {
	let clean = withoutSecrets(text.slice(0, windowLength));
	for (const pattern of sentPatterns()) clean = clean.replace(pattern, hidden);
	clean = clean
		.slice(0, maxLength + 1)
		.replace(unprintable, ' ')
		.trim();
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

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.trim().length < minLength ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

/** Matches a value plain, JSON-escaped and in other forms. A short value may be part of a word, so it matches only alone. */
function patternOf(value: string, otherForms: string[] = []): RegExp {
	const forms = new Set([value, JSON.stringify(value).slice(1, -1), ...otherForms]);
	const pattern = [...forms]
		.sort((one, other) => other.length - one.length)
		.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
		.join('|');
	const isShort = value.length < 8;
	return new RegExp(isShort ? `(?<![\\p{L}\\d_])(?:${pattern})(?![\\p{L}\\d_])` : pattern, 'giu');
}

/** The base64 forms of a value at any position of a longer one, as in "id:secret". */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// The first and last characters depend on the adjacent bytes.
		const first = Math.ceil((before * 8) / 6);
		const form = whole.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
