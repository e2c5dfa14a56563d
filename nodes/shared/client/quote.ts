import { SecretParts } from './secretParts';
import { escapedForms, textsIn, withoutSent, type SentTexts } from './sentTexts';
import { unfolded } from './unfolded';

/**
 * Whatever of a stranger is shown - a message of the service, a header, a name of a field - goes
 * through {@link quote}, so that it is short, printable, and free of the secrets that this process
 * has sent, and of the texts of the request that it answers: services and gateways echo requests in
 * their errors, and those hold customers' data.
 */

/** A value that was sent, in the forms in which it may come back. */
interface Secret {
	/** As it is, and escaped for JSON, HTML and addresses. */
	forms: string[];
	/** Each of them, and those in base64 and in hexadecimal digits, as a whole. */
	pattern: RegExp;
	/** As {@link unfolded} makes it. */
	bare: string;
}

const secrets = new Map<string, Secret>();

const parts = new SecretParts();

/** Beyond this number the oldest are forgotten; tokens come and go. */
const maxSecrets = 200;

/** Keeps values out of every later quotation. Those of under four characters are words like any other. */
export function protect(...values: unknown[]): void {
	for (const value of values) {
		if (typeof value !== 'string') continue;
		const secret = value.trim();
		if (secret.length < 4) continue;
		const known = secrets.get(secret) ?? remembered(secret);
		// The one used last stands last.
		secrets.delete(secret);
		secrets.set(secret, known);
	}
	for (const [oldest, { forms }] of [...secrets].slice(0, -maxSecrets)) {
		secrets.delete(oldest);
		parts.remove(forms);
	}
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
	let clean = text.slice(0, windowLength);
	for (const { pattern } of secrets.values()) clean = clean.replace(pattern, '[hidden]');
	if (holdsWhole(unfolded(clean))) return '[hidden]';
	clean = parts.hiddenIn(clean);
	if (holdsPart(unfolded(clean))) return '[hidden]';
	if (answered) clean = withoutSent(clean, (answered.texts ??= textsIn(answered.body)));
	clean = clean
		.slice(0, maxLength + 1)
		.replace(unprintable, ' ')
		.trim();
	return clean.length > maxLength ? `${clean.slice(0, maxLength - 1).trimEnd()}…` : clean;
}

/**
 * Whether a secret shows that is escaped in a way of a stranger's own, or broken by line ends. Where it stands in
 * the text is not known then, so nothing of that text is shown.
 */
function holdsWhole(plain: string): boolean {
	for (const { pattern, bare } of secrets.values()) {
		if (plain.search(pattern) >= 0) return true;
		if (bare.length >= leastBare && plain.includes(bare)) return true;
	}
	return false;
}

/** The same for one of which some characters are missing. */
function holdsPart(plain: string): boolean {
	return parts.hiddenIn(plain) !== plain;
}

/** A shorter one may come about where the spaces between words are left out. */
const leastBare = 8;

function remembered(secret: string): Secret {
	const encoded = encodeURIComponent(secret);
	const forms = [...escapedForms(secret), encoded, encoded.replaceAll('%20', '+')];
	parts.add(forms);
	return {
		forms,
		pattern: patternOf(secret, [
			...forms,
			...base64Forms(secret),
			Buffer.from(secret).toString('hex'),
		]),
		bare: unfolded(secret),
	};
}

function patternOf(secret: string, forms: string[]): RegExp {
	const pattern = [...new Set(forms)]
		.sort((a, b) => b.length - a.length)
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
