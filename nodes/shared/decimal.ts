import { ExactNumber, textFrom } from './client/json';

/** Maximum digits before and after the point. Far above any amount; limits the work. */
const maxDecimalDigits = 40;

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d{1,3}))?$/;

/** An exact decimal number: `units` of 10^-scale. */
export class Decimal {
	private constructor(
		private readonly units: bigint,
		/** Digits after the point, as written: 10.50 has two. */
		readonly scale: number,
	) {}

	static readonly zero = new Decimal(0n, 0);

	static readonly one = new Decimal(1n, 0);

	/**
	 * @param value a number, a string of its digits or an {@link ExactNumber}
	 * @returns undefined for anything else, or for more than 40 digits before or after the point
	 */
	static from(value: unknown): Decimal | undefined {
		// String() would cache the text of every number and increase the memory of the process.
		const input = typeof value === 'number' ? JSON.stringify(value) : value;
		const text = input instanceof ExactNumber ? input.digits : input;
		if (typeof text !== 'string') return undefined;
		const [, sign, whole, fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? [];
		if (
			whole === undefined ||
			whole.length > maxDecimalDigits ||
			fraction.length > maxDecimalDigits
		) {
			return undefined;
		}
		const shift = Number(exponent);
		if (Math.abs(shift) > maxDecimalDigits) return undefined;
		const scale = fraction.length - shift;
		const units = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale));
		return new Decimal(sign === '-' ? -units : units, Math.max(0, scale));
	}

	plus(other: Decimal): Decimal {
		const scale = Math.max(this.scale, other.scale);
		return new Decimal(this.at(scale) + other.at(scale), scale);
	}

	minus(other: Decimal): Decimal {
		return this.plus(new Decimal(-other.units, other.scale));
	}

	times(other: Decimal): Decimal {
		return new Decimal(this.units * other.units, this.scale + other.scale);
	}

	/** The quotient, rounded once: half a unit away from zero. @param divisor not zero */
	dividedBy(divisor: Decimal, decimals: number): Decimal {
		const shift = 10n ** BigInt(decimals + divisor.scale);
		const [dividend, by] = [this.units * shift, divisor.units * 10n ** BigInt(this.scale)];
		const sign = dividend < 0n === by < 0n ? 1n : -1n;
		const [above, below] = [dividend, by].map((one) => (one < 0n ? -one : one));
		return new Decimal((sign * (2n * above + below)) / (2n * below), decimals);
	}

	/**
	 * Half a unit of the last digit: the maximum rounding error.
	 * @param decimals of the last digit, if the number has fewer: 100 EUR are 100.00
	 */
	halfUnit(decimals: number): Decimal {
		return new Decimal(5n, Math.max(this.scale, decimals) + 1);
	}

	/** To the nearest number with so many decimals; a half away from zero, as in bookkeeping. */
	rounded(decimals: number): Decimal {
		if (this.scale <= decimals) return this;
		const unit = 10n ** BigInt(this.scale - decimals);
		const half = this.units < 0n ? -unit / 2n : unit / 2n;
		return new Decimal((this.units + half) / unit, decimals);
	}

	abs(): Decimal {
		return this.units < 0n ? new Decimal(-this.units, this.scale) : this;
	}

	/** Below 0, 0 or above 0. */
	compare(other: Decimal): number {
		const scale = Math.max(this.scale, other.scale);
		const difference = this.at(scale) - other.at(scale);
		return difference < 0n ? -1 : Number(difference > 0n);
	}

	equals(other: Decimal): boolean {
		return this.compare(other) === 0;
	}

	/** Digits after the point without trailing zeros: 10.50 has one. */
	get decimals(): number {
		return /\.(\d+)/.exec(this.toString())?.[1].length ?? 0;
	}

	get isZero(): boolean {
		return this.units === 0n;
	}

	/** -1, 0 or 1. */
	get sign(): number {
		return this.units < 0n ? -1 : Number(this.units > 0n);
	}

	/**
	 * Without trailing zeros and without an exponent.
	 * @param decimals digits after the point at least, filled up with zeros
	 */
	toString(decimals = 0): string {
		const digits = String(this.units < 0n ? -this.units : this.units).padStart(this.scale + 1, '0');
		const at = digits.length - this.scale;
		const fraction = digits.slice(at).replace(/0+$/, '').padEnd(decimals, '0');
		const sign = this.units < 0n ? '-' : '';
		return `${sign}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
	}

	private at(scale: number): bigint {
		return this.units * 10n ** BigInt(scale - this.scale);
	}
}

/** Currencies that ISO 4217 gives other than two decimals. */
const unusualDecimals: Readonly<Record<number, string>> = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
	3: 'BHD IQD JOD KWD LYD OMR TND',
	4: 'CLF UYW',
};

const decimalsByCurrency = new Map(
	Object.entries(unusualDecimals).flatMap(([decimals, currencies]) =>
		currencies.split(' ').map((currency) => [currency, Number(decimals)] as const),
	),
);

/**
 * The decimals of amounts in a currency: by ISO 4217, but never fewer than the given amounts have. Not by `Intl`, which
 * knows how people write prices: forints and dinars of Iraq without decimals.
 */
export function decimalsOf(currency: unknown, given: ReadonlyArray<Decimal | undefined>): number {
	const decimals = given.map((amount) => amount?.decimals ?? 0);
	return Math.max(decimalsByCurrency.get(textFrom(currency)) ?? 2, ...decimals);
}

/**
 * With the decimals of the currency: 1,210.50.
 * @param value anything but a number becomes "?"
 * @param separator between thousands
 */
export function amountText(value: unknown, currency: unknown, separator = ','): string {
	const amount = Decimal.from(value);
	if (!amount) return '?';
	const [whole, fraction] = amount.toString(decimalsOf(currency, [amount])).split('.');
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
	return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
