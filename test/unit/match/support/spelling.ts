import type { Random } from './documents';
import type { Cells, DocumentRecord } from './records';

/** How people and banks write what they mean. */

export function dueCents(document: DocumentRecord): number {
	if (document.total === null) return 100000;
	return Math.max(1, Math.round((document.total - (document.amountPaid ?? 0)) * 100));
}

function group(digits: string, mark: string): string {
	return digits.replace(/\B(?=(\d{3})+$)/g, mark);
}

/** A clear spelling of an amount, sometimes an unclear one. */
export function spellAmount(
	r: Random,
	cents: number,
	wantMinus: boolean,
	ambiguous: boolean,
): unknown {
	const whole = String(Math.floor(cents / 100));
	const fraction = String(cents % 100).padStart(2, '0');
	if (!wantMinus && r.chance(0.25)) return cents / 100; // a number
	const text = r.pick([
		`${whole}.${fraction}`,
		`${whole}.${fraction}`,
		`${whole},${fraction}`,
		`${group(whole, '.')},${fraction}`,
		`${group(whole, ',')}.${fraction}`,
		`${group(whole, ' ')}.${fraction}`,
		`${group(whole, '\u00a0')},${fraction}`,
		`${group(whole, '\u202f')},${fraction}`,
		`${group(whole, "'")}.${fraction}`,
		fraction === '00' ? whole : `${whole}.${fraction}`,
		fraction === '00' ? group(whole, ' ') : `${whole},${fraction}`,
		fraction.endsWith('0') ? `${whole},${fraction[0]}` : `${whole},${fraction}`,
	]);
	if (r.chance(0.04)) {
		return r.pick<unknown>([
			'1.210',
			'500.000',
			'0',
			'0,00',
			'',
			null,
			`${text} Kč`,
			`(${text})`,
			'5e2',
			'abc',
			`${whole}.${fraction}.${fraction}`,
			true,
			`-${text}-`,
		]);
	}
	if (ambiguous && r.chance(0.2)) {
		return r.pick([
			`${group(whole, '.')}`,
			"1'000",
			`- ${text}`,
			`${whole},-`,
			`.${fraction}`,
			`${whole}.`,
			`1234 567`,
			`–${text}`,
			'1.000.000',
			`${text} `,
		]);
	}
	if (wantMinus) return r.pick([`-${text}`, `−${text}`, `${text}-`, `${text}−`, cents / -100]);
	return r.chance(0.1) ? r.pick([`+${text}`, `${text}+`]) : text;
}

const pad = (r: Random, symbol: string) => (r.chance(0.3) ? symbol.padStart(10, '0') : symbol);

/** Puts a key into the cells of a payment, in one of many spellings. */
export function nameKey(
	r: Random,
	payment: Partial<Cells>,
	key: string | null,
	ambiguous: boolean,
): void {
	const text = key ?? '';
	const digits = /^[0-9]+$/.test(text);
	if (digits && text.length <= 10) {
		switch (r.int(-9, 14)) {
			case -9:
			case -8:
			case -7:
			case -6:
				payment.paymentSymbol = pad(r, text);
				return;
			case -5:
			case -4:
			case -3:
				payment.paymentMessage = `VS ${text}`;
				return;
			case -2:
			case -1:
				payment.paymentMessage = `platba ${text}`;
				return;
			case 0:
			case 1:
			case 2:
			case 3:
				payment.paymentSymbol = r.pick([
					text,
					pad(r, text),
					pad(r, text),
					Number.isSafeInteger(Number(text)) ? Number(text) : text,
				]);
				return;
			case 4:
				payment.paymentMessage = `VS ${text}`;
				return;
			case 5:
				payment.paymentMessage = `/VS${text.padStart(10, '0')}/SS/KS0308`;
				return;
			case 6:
				payment.paymentMessage = `var. symbol: ${text}`;
				return;
			case 7:
				payment.paymentMessage = r.pick([
					`Variabilní symbol ${text}`,
					`variabilny symbol=${text}`,
					`variabilni symbol: ${text}, dekujeme`,
					`V.S. ${text}`,
					`V.S.${text}`,
					`vs:${text}`,
					`VS.: ${text}`,
				]);
				return;
			case 8:
				payment.paymentMessage = `VS ${text.slice(0, 4)} ${text.slice(4)}`;
				return;
			case 9:
				payment.paymentMessage = r.pick([
					`${text}/0100`,
					`PO-${text}`,
					`SS ${text}`,
					`KS:${text}`,
					`VS ${text}/0100`,
					`ucet 19-${text}/0800`,
				]);
				return;
			case 10:
				payment.paymentMessage = r.pick([
					text,
					`platba ${text}`,
					`${text}.`,
					`platba ${text}, dekuji`,
					`(${text})`,
					`c.${text}`,
					`fa ${text} a ${text}`,
				]);
				return;
			case 11:
				payment.paymentSymbol = r.pick([`VS ${text}`, `VS${text}`, `${text}/0100`, `fa ${text}`]);
				return;
			case 12:
				payment.paymentSymbol = text;
				payment.paymentMessage = r.pick(['', 'dekujeme', null, 'KS 0308', '12/2026']);
				return;
			case 13:
				payment.paymentMessage = `VS${text}KS0308`;
				return;
			default:
				if (ambiguous)
					payment.paymentMessage = r.pick([
						`VS ${text}  12`,
						`VS ${text}. 500`,
						`var symbol ${text}`,
						`VS ${text} - 3`,
						`00${text}`,
						`V. S. ${text}`,
					]);
				else payment.paymentMessage = `VS 1${text}, VS ${text}`;
				return;
		}
	}
	if (text === '') {
		payment.paymentMessage = r.pick(['', 'platba', null, 'dekujeme za objednavku', '12/2026']);
		return;
	}
	const bare = text.replace(/[\s/-]/g, '');
	const spelled = r.pick([
		text,
		text,
		text,
		text,
		bare,
		bare,
		text.toLowerCase(),
		r.pick([
			text.replace(/[\s/-]/g, ' '),
			`${text}/1`,
			ambiguous ? text.replace(/-/g, '\u2013') : text,
		]),
	]);
	payment.paymentMessage = r.pick([
		`faktura ${spelled}`,
		spelled,
		`${spelled}.`,
		`uhrada fa c. ${spelled}, dekujeme`,
		`faktura ${spelled}`,
		`faktura: ${spelled}`,
		r.pick([`x${spelled}`, `${spelled} `]),
	]);
	if (r.chance(0.15)) {
		payment.paymentSymbol = payment.paymentMessage;
		delete payment.paymentMessage;
	}
}
