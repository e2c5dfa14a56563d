import { decoded } from './route';

/**
 * Finds secrets in the forms in which a service may echo them: plain, URL-encoded, JSON-escaped and base64
 * (docs/internals/security.md). Secrets are never part of a RegExp.
 */

/** The forms of a secret to search for. */
export interface EchoForms {
	length: number;
	/** In lower case. */
	plain: string;
	/** Base64 is case-sensitive. */
	base64: string[];
}

export type Echo = [from: number, to: number];

/** A shorter secret may be part of a word, so it counts only if it stands alone. */
const minLengthInWords = 8;

export const echoFormsOf = (secret: string): EchoForms => ({
	length: secret.length,
	plain: lowerCase(plusAsSpace(secret)),
	base64: base64Forms(secret).map(plusAsSpace),
});

/** The echoes of secrets in a text, in no particular order. They may overlap. */
export function* findEchoes(text: string, secrets: Iterable<EchoForms>): Generator<Echo> {
	const readings = readingsOf(text);
	for (const { length, plain, base64 } of secrets) {
		for (const { lower, exact, positions } of readings) {
			for (const echo of echoesOf(plain, lower, positions)) {
				if (length >= minLengthInWords || standsAlone(text, echo)) yield echo;
			}
			for (const form of base64) yield* echoesOf(form, exact, positions);
		}
	}
}

function* echoesOf(form: string, text: string, positions?: number[]): Generator<Echo> {
	for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
		const end = at + form.length;
		yield positions ? [positions[at], positions[end]] : [at, end];
	}
}

/** A text without one encoding. */
interface Decoding {
	exact: string;
	lower: string;
	/** The position in the encoded text of each UTF-16 unit, and the end. Undefined if they are the same. */
	positions?: number[];
}

const readingOf = (text: string, positions?: number[]): Decoding => {
	const exact = plusAsSpace(text);
	return { exact, lower: lowerCase(exact), positions };
};

/** The text as it is, and without each encoding that it has. */
const readingsOf = (text: string): Decoding[] => [
	readingOf(text),
	...encodings
		.filter(({ sign }) => text.includes(sign))
		.map((encoding) => withoutEncoding(text, encoding)),
];

interface Encoding {
	/** Begins every code. */
	sign: string;
	/** The code of one character. */
	code: RegExp;
	decode: (code: string) => string;
}

const jsonEscapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const encodings: Encoding[] = [
	{
		sign: '%',
		code: /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/iy,
		decode: decoded,
	},
	{
		sign: '\\',
		code: /\\(?:u[0-9a-f]{4}|.)/iy,
		decode: ([, unit, ...hex]) =>
			hex.length > 0
				? String.fromCharCode(parseInt(hex.join(''), 16))
				: (jsonEscapes[unit] ?? unit),
	},
];

function withoutEncoding(text: string, { sign, code, decode }: Encoding): Decoding {
	const units: string[] = [];
	const positions: number[] = [];
	for (let at = 0; at < text.length;) {
		code.lastIndex = at;
		const found = text[at] === sign ? code.exec(text)?.[0] : undefined;
		for (const unit of found === undefined ? text[at] : decode(found).split('')) {
			units.push(unit);
			positions.push(at);
		}
		at += found?.length ?? 1;
	}
	return readingOf(units.join(''), [...positions, text.length]);
}

/** `+` is a space in a form, but not in a path, so both count as a space. */
function plusAsSpace(text: string): string {
	return text.replaceAll('+', ' ');
}

/** Unit by unit, so that positions stay the same. */
function lowerCase(text: string): string {
	return text.replace(/[A-Z\u0080-\uffff]/g, (unit) => {
		const lower = unit.toLowerCase();
		return lower.length === 1 ? lower : unit;
	});
}

/** The base64 forms of a value at any position of a longer one, as in "id:secret". */
function base64Forms(value: string): string[] {
	const bytes = Buffer.from(value);
	return [0, 1, 2].flatMap((before) => {
		const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// The first and last characters depend on the adjacent bytes.
		const first = Math.ceil((before * 8) / 6);
		const form = all.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

const inWord = /[\p{L}\d_]/u;

/** An encoded character, whose last letter or digit belongs to no word. */
const endOfCode = /(?:%[0-9a-f]{2}|\\(?:u[0-9a-f]{4}|[bfnrt]))$/i;

function standsAlone(text: string, [from, to]: Echo): boolean {
	if (to < text.length && inWord.test(text[to])) return false;
	const before = text.slice(Math.max(0, from - 6), from);
	return before === '' || !inWord.test(before.slice(-1)) || endOfCode.test(before);
}
