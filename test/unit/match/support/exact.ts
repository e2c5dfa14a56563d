/** Exact decimals of the model, and what ISO 4217 says about currencies. */

/** An exact decimal: n / 10^s. */
export interface Exact {
	n: bigint;
	s: number;
}

export function decimal(text: unknown): Exact | null {
	const found = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(text));
	if (!found) return null;
	const fraction = found[3] ?? '';
	let n = BigInt(found[2] + fraction);
	let s = fraction.length - Number(found[4] ?? 0);
	while (s < 0) {
		n *= 10n;
		s += 1;
	}
	return { n: found[1] ? -n : n, s };
}
function atScale(d: Exact, s: number): bigint {
	return d.n * 10n ** BigInt(s - d.s);
}
export function plus(a: Exact, b: Exact): Exact {
	const s = Math.max(a.s, b.s);
	return { n: atScale(a, s) + atScale(b, s), s };
}
export function minus(a: Exact, b: Exact): Exact {
	return plus(a, { n: -b.n, s: b.s });
}
export function equal(a: Exact, b: Exact): boolean {
	return minus(a, b).n === 0n;
}
/** Half away from zero. */
export function round(d: Exact, decimals: number): Exact {
	if (d.s <= decimals) return d;
	const power = 10n ** BigInt(d.s - decimals);
	const size = d.n < 0n ? -d.n : d.n;
	const rounded = (size + power / 2n) / power;
	return { n: d.n < 0n ? -rounded : rounded, s: decimals };
}
/** Shortest form: "1210", "1210.5", "-0.01", "0". */
export function show(d: Exact | null): string | null {
	if (d === null) return null;
	const sign = d.n < 0n ? '-' : '';
	const digits = (d.n < 0n ? -d.n : d.n).toString().padStart(d.s + 1, '0');
	const whole = digits.slice(0, digits.length - d.s);
	const fraction = digits.slice(digits.length - d.s).replace(/0+$/, '');
	return sign + whole + (fraction ? '.' + fraction : '');
}

// currencies (ISO 4217 minor units) (A9)
const DECIMALS: Record<string, number | undefined> = {};
for (const c of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
	DECIMALS[c] = 0;
for (const c of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) DECIMALS[c] = 3;
for (const c of 'CLF UYW'.split(' ')) DECIMALS[c] = 4;
export function decimalsOf(currency: string): number {
	return DECIMALS[currency] ?? 2;
}
