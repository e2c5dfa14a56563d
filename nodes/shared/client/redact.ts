/**
 * What may be shown of a text that somebody else wrote: a message of the service, a header, the name of a field. It goes
 * through {@link quote}, so that it is short, printable, and free of the secrets that this process has sent and of the
 * texts of the request that it answers. Services and gateways echo requests in their errors, and those hold customers' data.
 */

/** Secrets with what finds them in any form. */
const secrets = new Map<string, RegExp>();

/** Beyond this number the oldest are forgotten; tokens come and go. */
const maxSecrets = 200;

/** Shorter values are words like any other. */
const minLength = 4;

/** Keeps values out of every later quotation. */
export function protect(...values: unknown[]): void {
	for (const value of values) {
		const secret = typeof value === 'string' ? value.trim() : '';
		if (secret.length < minLength) continue;
		const pattern =
			secrets.get(secret) ??
			patternOf(secret, [encodeURIComponent(secret), ...base64Forms(secret)]);
		// The one used last stands last.
		secrets.delete(secret);
		secrets.set(secret, pattern);
	}
	for (const [oldest] of [...secrets].slice(0, -maxSecrets)) secrets.delete(oldest);
}

/**
 * A text without the secrets that this process has sent.
 * @param shortest below this length a secret is left in it
 */
export function withoutSecrets(text: string, shortest = 0): string {
	let clean = text;
	for (const [secret, pattern] of secrets) {
		if (secret.length >= shortest) clean = clean.replace(pattern, hidden);
	}
	return clean;
}

const hidden = '[hidden]';

/** Longer than any secret in any form, so that none is cut in two before it is looked for. */
const windowLength = 16_384;

/** Patterns of the texts in the request whose response is being read. */
let sentPatterns: () => RegExp[] = () => [];

/** What a form calls a field of the service: "lineItems[1].vatRateId" is "VAT Rate of Line 2". */
export type LabelOf = (field: string) => string | undefined;

let labelOf: LabelOf | undefined;

/**
 * Reads a response: what is quoted meanwhile holds no text of the request body, and fields have the labels of the form.
 */
export function whileReading<T>(requestBody: unknown, read: () => T, labels?: LabelOf): T {
	const outer = sentPatterns;
	const outerLabels = labelOf;
	labelOf = labels;
	let patterns: RegExp[] | undefined;
	sentPatterns = () =>
		(patterns ??= textsIn(requestBody)
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

/** Somebody else's text as it may be shown: in one line of at most `maxLength` characters. */
export function quote(text: string, maxLength = 300): string {
	let clean = withoutSecrets(text.slice(0, windowLength));
	for (const pattern of sentPatterns()) clean = clean.replace(pattern, hidden);
	clean = clean
		.slice(0, maxLength + 1)
		.replace(unprintable, ' ')
		.trim();
	return shortened(clean, maxLength);
}

/** A text of at most `maxLength` characters. */
export const shortened = (text: string, maxLength = 300) =>
	text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text;

/**
 * What nobody sees, or what makes the rest be seen otherwise: control characters but for line ends and tabs, characters
 * that turn the direction of a text or are drawn as nothing, and halves of characters.
 */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without what is in it for machines only. */
export function printable(text: string): string {
	return text.replace(invisible, '');
}

/** Longer than any text of this package; what is longer quotes somebody. */
const maxMessageLength = 2000;

/** A message that holds others' words, fit to be displayed. */
export function displayText(text: string): string {
	const isLong = text.length > maxMessageLength;
	return printable(isLong ? `${text.slice(0, maxMessageLength - 1)}…` : text);
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.trim().length < minLength ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

/** Finds a value as it is, escaped for JSON, and in other forms; a short one, which may be part of a word, on its own only. */
function patternOf(value: string, otherForms: string[] = []): RegExp {
	const forms = new Set([value, JSON.stringify(value).slice(1, -1), ...otherForms]);
	const pattern = [...forms]
		.sort((one, other) => other.length - one.length)
		.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
		.join('|');
	const isShort = value.length < 8;
	return new RegExp(isShort ? `(?<![\\p{L}\\d_])(?:${pattern})(?![\\p{L}\\d_])` : pattern, 'giu');
}

/** What base64 makes of a value wherever it stands in a longer one, as in "id:secret". */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((before) => {
		const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// The first and the last characters depend on the neighbours.
		const first = Math.ceil((before * 8) / 6);
		const form = whole.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
