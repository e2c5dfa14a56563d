import { textsIn, withoutSent, type SentTexts } from './sentTexts';

/**
 * Whatever of a stranger is shown - a message of the service, a header, a name of a field - goes
 * through {@link quote}, so that it is short, printable, and free of the secrets that this process
 * has sent, and of the texts of the request that it answers: services and gateways echo requests in
 * their errors, and those hold customers' data.
 */

/** Secrets with what finds them: as they are, escaped for JSON, encoded for an address, and in base64. */
const secrets = new Map<string, RegExp>();

/** Beyond this number the oldest are forgotten; tokens come and go. */
const maxSecrets = 200;

/** Keeps values out of every later quotation. Those of under four characters are words like any other. */
export function protect(...values: unknown[]): void {
	for (const value of values) {
		if (typeof value !== 'string') continue;
		const secret = value.trim();
		if (secret.length < 4) continue;
		const pattern = secrets.get(secret) ?? patternOf(secret);
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
		if (secret.length >= shortest) clean = clean.replace(pattern, '[hidden]');
	}
	return clean;
}

/** Longer than any secret in any form, so that none is cut in two before it is looked for. */
const windowLength = 16_384;

/** The body of the request whose answer is being read, and its texts once they are asked for. */
let answered: { body: unknown; texts?: SentTexts } | undefined;

/** Reads an answer: what is quoted meanwhile holds no text of the body that it answers. */
export function whileAnswering<T>(body: unknown, read: () => T): T {
	const outer = answered;
	answered = body === undefined ? undefined : { body };
	try {
		return read();
	} finally {
		answered = outer;
	}
}

const unprintable = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s]+/gu;

/** A text of a stranger as it may be shown: in one line of at most `maxLength` characters. */
export function quote(text: string, maxLength = 300): string {
	let clean = withoutSecrets(text.slice(0, windowLength));
	if (answered) clean = withoutSent(clean, (answered.texts ??= textsIn(answered.body)));
	clean = clean
		.slice(0, maxLength + 1)
		.replace(unprintable, ' ')
		.trim();
	return clean.length > maxLength ? `${clean.slice(0, maxLength - 1).trimEnd()}…` : clean;
}

function patternOf(secret: string): RegExp {
	const encoded = encodeURIComponent(secret);
	const forms = [
		...[secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+')],
		...base64Forms(secret),
	];
	const pattern = [...new Set(forms)]
		.sort((one, other) => other.length - one.length)
		.map((form) => form.replace(/[^\w]/g, '\\$&'))
		.join('|');
	// A short one may be part of a word that is none.
	return new RegExp(secret.length < 8 ? `(?<!\\w)(?:${pattern})(?!\\w)` : pattern, 'gi');
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
