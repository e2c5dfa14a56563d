import type { Money } from './records';
import { decimal, decimalsOf, type Exact } from './exact';

// cells; `undefined` means unclear
/** A text or number cell as text; '' is empty. */
export function textCell(value: unknown): string | undefined {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value.normalize('NFC').trim();
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) return undefined;
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined; // digits are lost (A12)
		return String(value);
	}
	return undefined; // boolean, object, list (A12)
}

export function readCurrency(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined;
}

/** → {minus, amount} (amount unsigned), or undefined. */
export function readAmount(
	value: unknown,
	currency: string | undefined,
): { minus: boolean; amount: Exact } | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	let text = String(value).trim();

	// "Sign before or behind": at most one, directly at the digits (A3)
	let sign = '';
	if (/^[-−+]/.test(text)) {
		sign = text[0];
		text = text.slice(1);
	} else if (/[-−+]$/.test(text)) {
		sign = text[text.length - 1];
		text = text.slice(0, -1);
	}

	// digits and separators only: no letters, brackets, exponents; a digit at both ends (A4)
	if (!/^[0-9](?:[0-9.,'’\s]*[0-9])?$/.test(text)) return undefined;

	text = text.replace(/’/g, "'").replace(/\s/g, ' ');
	const separators = [...text].filter((c) => !/[0-9]/.test(c));
	const marks = separators.filter((c) => c !== ' ');
	const kinds = [...new Set(marks)];
	const hasSpaces = separators.includes(' ');

	let decimalSign = ''; // '' = whole number
	let groupSign = hasSpaces ? ' ' : ''; // '' = no grouping
	if (kinds.length === 1) {
		// "One separator is the decimal sign": once, and an apostrophe is never one (A1, A2)
		if (marks.length !== 1 || marks[0] === "'") return undefined;
		decimalSign = marks[0];
	} else if (kinds.length === 2) {
		// "of two kinds the last is, and the other (point, comma, apostrophe) or spaces ..."
		if (hasSpaces) return undefined; // both the other kind and spaces (A4)
		decimalSign = marks[marks.length - 1];
		groupSign = marks[0];
		if (decimalSign === "'") return undefined;
		if (marks.filter((c) => c === decimalSign).length !== 1) return undefined;
	} else if (kinds.length > 2) {
		return undefined;
	}

	const cut = decimalSign === '' ? text.length : text.lastIndexOf(decimalSign);
	const whole = text.slice(0, cut);
	const fraction = text.slice(cut + 1);
	if (!/^[0-9]*$/.test(fraction)) return undefined; // a group after the decimal sign
	const groups = groupSign === '' ? [whole] : whole.split(groupSign);
	if (groups.some((g) => !/^[0-9]+$/.test(g))) return undefined;
	// "stand before three digits each"; the first group then has one to three (A5)
	if (groups.length > 1 && groups[0].length > 3) return undefined;
	if (groups.slice(1).some((g) => g.length !== 3)) return undefined;

	// "more decimals than the greater of 2 and its currency's"
	if (fraction.length > Math.max(2, currency ? decimalsOf(currency) : 2)) return undefined;

	const amount = decimal(groups.join('') + (fraction ? '.' + fraction : ''));
	if (amount === null || amount.n === 0n) return undefined; // "Unclear: 0"
	return { minus: sign === '-' || sign === '−', amount };
}

/** → {by: 'sign'} or {direction, reversal}, or undefined. */
export interface Direction {
	by?: 'sign';
	direction?: Money;
	reversal?: boolean;
}

export function readMoney(value: unknown): Direction | undefined {
	if (value === undefined) return { by: 'sign' }; // "bySign (default)"
	if (typeof value !== 'string') return undefined; // (A11)
	const text = value.trim();
	if (text === 'bySign') return { by: 'sign' };
	if (text === 'incoming') return { direction: 'incoming', reversal: false };
	if (text === 'outgoing') return { direction: 'outgoing', reversal: false };
	switch (text.toUpperCase()) {
		case 'CRDT':
		case 'C':
			return { direction: 'incoming', reversal: false };
		case 'DBIT':
		case 'D':
			return { direction: 'outgoing', reversal: false };
		case 'RC':
			return { direction: 'outgoing', reversal: true };
		case 'RD':
			return { direction: 'incoming', reversal: true };
		default:
			return undefined;
	}
}

/** → text, '' for none, undefined for unclear. */
export function readPaymentId(value: unknown): string | undefined {
	const text = textCell(value);
	if (text === undefined) return undefined;
	return ['', 'NOTPROVIDED', 'NONREF'].includes(text.toUpperCase()) ? '' : text; // any case (A13)
}

// keys
const DASH = '\\p{Pd}\u2212'; // all kinds of dashes, and the minus sign
const SPACES = /\s/gu;
const DASHES = new RegExp(`[${DASH}]`, 'gu');
const SLASHES = /\//gu;
const isLetterOrDigit = (c: string | undefined) =>
	c !== undefined && c !== '' && /[\p{L}\p{M}\p{Nd}]/u.test(c);

/** "without spaces (all kinds), dashes (all kinds) and leading zeros, in any case"; '' is no key. */
export function keyOf(value: unknown): string {
	const text = textCell(value) ?? '';
	return text.replace(SPACES, '').replace(DASHES, '').replace(/^0+/, '').toLowerCase();
}

const VS_NAMES = [
	/^V\.S\./iu,
	/^VS/iu,
	/^var\.\s+symbol/iu,
	/^variabiln[íi]\s+symbol/iu,
	/^variabiln[ýy]\s+symbol/iu,
];
const SS_KS_NAMES = [/^SS/iu, /^KS/iu];

/**
 * The digits behind one of the names: at a word's start, up to four of `: . = / # -` or spaces between.
 * → [{start, end}] of every run of digits found so, of any length.
 */
function digitsBehind(names: RegExp[], text: string): Array<{ start: number; end: number }> {
	const found: Array<{ start: number; end: number }> = [];
	for (let i = 0; i < text.length; i += 1) {
		if (i > 0 && isLetterOrDigit(text[i - 1])) continue; // "at a word's start"
		for (const name of names) {
			const word = name.exec(text.slice(i));
			if (!word) continue;
			const rest = text.slice(i + word[0].length);
			const digits = /^[:.=/#\-\s]{0,4}([0-9]+)/u.exec(rest);
			if (!digits) continue;
			const end = i + word[0].length + digits[0].length;
			found.push({ start: end - digits[1].length, end });
			break;
		}
	}
	return found;
}

/** The symbols (keys) that stand in a message. */
export function symbolsInMessage(text: string): Set<string> {
	const symbols = new Set<string>();
	for (const { start, end } of digitsBehind(VS_NAMES, text)) {
		if (end - start > 10) continue; // "1 to 10 digits"; an eleventh is a digit that follows
		const after = text.slice(end);
		if (isLetterOrDigit(after[0])) continue; // "if a letter or digit follows"
		// "or a space, point, dash or slash and a digit"; also several of them (A7)
		if (new RegExp(`^[\\s./${DASH}]+[0-9]`, 'u').test(after)) continue;
		const key = keyOf(text.slice(start, end));
		if (key !== '') symbols.add(key);
	}
	return symbols;
}

/** May this number or variableSymbol be looked for in a message at all? */
function canStandInMessage(written: string): boolean {
	const letters = [...written].filter((c) => /\p{L}/u.test(c)).length;
	const digits = [...written].filter((c) => /[0-9]/.test(c)).length;
	if (letters > 0 && digits > 0 && letters + digits >= 4) return true; // "at least 4 letters and digits, both kinds"
	if (digits >= 6 && !isMonthWithYear(written)) return true; // "or at least 6 digits and is no month with year"
	return false;
}
/** 12/2026, 2026-12, 122026, 202612 (A10) */
function isMonthWithYear(written: string): boolean {
	const digits = written.replace(/[^0-9]/g, '');
	const month = '(0[1-9]|1[0-2])';
	const year = '(19|20)[0-9]{2}';
	return new RegExp(`^(${month}${year}|${year}${month})$`).test(digits) && !/\p{L}/u.test(written);
}

/** Does `written` stand in `message` as a whole word (as written, or without its own spaces, dashes and slashes)? */
export function standsIn(written: string, message: string): boolean {
	if (!canStandInMessage(written)) return false;
	const bare = written.replace(SPACES, '').replace(DASHES, '').replace(SLASHES, '');
	const text = message.toLowerCase();
	const noCount = digitsBehind(SS_KS_NAMES, message); // "Digits after SS or KS never count."
	for (const form of [written.toLowerCase(), bare.toLowerCase()]) {
		for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
			const end = at + form.length;
			if (noCount.some((run) => run.start < end && at < run.end)) continue;
			if (joined([...text.slice(0, at)].reverse().join(''))) continue;
			if (joined(text.slice(end))) continue;
			return true;
		}
	}
	return false;
}
/** `side`: the text beside the word, read away from it. A letter or digit, or `- / . _` that joins one (A8). */
function joined(side: string): boolean {
	return new RegExp(`^[${DASH}/._]*[\\p{L}\\p{M}\\p{Nd}]`, 'u').test(side);
}
